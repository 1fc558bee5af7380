package io.claimctl.doctor;

import static io.claimctl.doctor.Action.CREATE_COLLECTION;
import static io.claimctl.doctor.Action.CREATE_INDEX;
import static io.claimctl.doctor.Action.FIND;
import static io.claimctl.doctor.Action.INSERT;
import static io.claimctl.doctor.Action.LIST_COLLECTIONS;
import static io.claimctl.doctor.Action.LIST_INDEXES;
import static io.claimctl.doctor.Action.REMOVE;
import static io.claimctl.doctor.Action.UPDATE;

import java.util.List;

/**
 * Which actions each command needs: the one table of it. Where an option needs more than the command without it, it has a
 * line of its own. What a command can do without is not in it.
 */
public enum CommandPrivileges {
    CLAIMS_LIST("claims list", FIND),
    CLAIMS_COUNT("claims count", FIND),
    CLAIMS_WATCH("claims watch", FIND),
    CLAIMS_STATS("claims stats", FIND),
    INSPECT("inspect", FIND),
    WAIT("wait", FIND),
    PAYLOAD_GET("payload get", FIND),
    CHECK("check", FIND),
    METRICS("metrics", FIND),
    RUN("run", FIND, INSERT, UPDATE),
    ACQUIRE("acquire", FIND, INSERT, UPDATE),
    RENEW("renew", FIND, UPDATE),
    COMPLETE("complete", FIND, UPDATE),
    COMPLETE_RECORD_MISSING("complete --record-missing", FIND, INSERT, UPDATE),
    RELEASE("release", FIND, UPDATE),
    RESET("reset", FIND, UPDATE),
    RESET_DELETE("reset --delete", FIND, UPDATE, REMOVE),
    PAYLOAD_PUT("payload put", FIND, UPDATE),
    PAYLOAD_CLEAR("payload clear", FIND, UPDATE),
    STALE_LIST("stale list", FIND),
    STALE_RESET("stale reset", FIND, UPDATE),
    STALE_RESET_DELETE("stale reset --delete", FIND, UPDATE, REMOVE),
    STALE_RESET_NO_FENCED("stale reset --no-fenced", FIND, UPDATE, REMOVE),
    STALE_RESET_SINGLE_FLIGHT("stale reset --single-flight", FIND, INSERT, UPDATE),
    RECOVER("recover", FIND, UPDATE),
    COLLECTION_CREATE("collection create", LIST_COLLECTIONS, LIST_INDEXES, CREATE_INDEX),
    COLLECTION_CREATE_CAPPED(
            "collection create --capped", LIST_COLLECTIONS, LIST_INDEXES, CREATE_INDEX, CREATE_COLLECTION),
    COLLECTION_INDEXES("collection indexes", LIST_COLLECTIONS, LIST_INDEXES),
    COLLECTION_INDEXES_APPLY("collection indexes --apply", LIST_COLLECTIONS, LIST_INDEXES, CREATE_INDEX),
    DOCTOR("doctor", FIND, LIST_COLLECTIONS, LIST_INDEXES),
    DOCTOR_PROVE("doctor --prove", FIND, INSERT, UPDATE);

    private final String words;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Action> actions;

    CommandPrivileges(String words, Action... actions) {
        this.words = words;
        this.actions = List.of(actions);
    }

    /** The command, and the option that needs more. */
    public String words() {
        return words;
    }

    /** What its user needs. */
    public List<Action> actions() {
        return actions;
    }
}
