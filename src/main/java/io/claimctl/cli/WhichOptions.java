package io.claimctl.cli;

import io.claimctl.claim.ClaimQuery;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which claims a command is about, whatever their state and age. */
@OptionGroup(OptionGroup.CLAIMS)
final class WhichOptions {
    @Option(names = "--event-name", paramLabel = "NAME", description = "Only claims of this event.")
    private @Nullable String eventName;

    @Option(names = "--worker", paramLabel = "TOKEN", description = "Only claims of this very token (worker_id).")
    private @Nullable String worker;

    @Option(
            names = "--instance",
            paramLabel = "NAME",
            description = "Only claims of this instance: tokens that begin with NAME and a colon.")
    private @Nullable String instance;

    @Option(names = "--id-prefix", paramLabel = "TEXT", description = "Only claims whose id begins with TEXT.")
    private @Nullable String idPrefix;

    @Option(
            names = "--created-from",
            paramLabel = "TIME",
            description = "Only claims created at this time (RFC 3339) or later.")
    private @Nullable Instant createdFrom;

    @Option(
            names = "--created-to",
            paramLabel = "TIME",
            description = "Only claims created before this time (RFC 3339).")
    private @Nullable Instant createdTo;

    /** The conditions; the caller adds the rest. */
    ClaimQuery.Builder query() {
        refuseEmpty("--event-name", eventName);
        refuseEmpty("--worker", worker);
        refuseEmpty("--instance", instance);
        refuseEmpty("--id-prefix", idPrefix);
        if (worker != null && instance != null) {
            throw Refusal.usage("--worker and --instance are both given: leave one out");
        }
        return ClaimQuery.builder()
                .eventName(eventName)
                .worker(worker)
                .instance(instance)
                .idPrefix(idPrefix)
                .createdFrom(createdFrom)
                .createdTo(createdTo);
    }

    /** A variable that is not set in a script must not widen, or empty, what the script is about. */
    private static void refuseEmpty(String option, @Nullable String value) {
        if (value != null && value.isEmpty()) {
            throw Refusal.usage(option + " is empty: give a value, or leave it out to take all claims");
        }
    }

    /** Whether any of them is given. */
    boolean narrow() {
        return eventName != null
                || worker != null
                || instance != null
                || idPrefix != null
                || createdFrom != null
                || createdTo != null;
    }
}
