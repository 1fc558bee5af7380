package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static io.claimctl.claim.Fixture.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.ScriptedServer.Fault;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replies and repeats that could be taken for more, or for less, than they prove. */
class DoubtfulRepliesTest {
    private static final BsonDocument APPLIED_BEFORE = BsonDocument.parse("{ok: 1.0, value: null}");

    private final ScriptedServer server = new ScriptedServer();
    private final Fixture f = new Fixture(server.uri());
    private final ClaimStore store = f.store.withTimeout(Duration.ofSeconds(3));

    @AfterEach
    void close() {
        server.clear();
        f.close();
        server.close();
    }

    private static BsonDocument writeConcernError(int code) {
        return BsonDocument.parse("{ok: 1.0, value: null, n: 1, nModified: 1}")
                .append(
                        "writeConcernError",
                        new BsonDocument("code", new BsonInt32(code))
                                .append("errmsg", new BsonString("not replicated")));
    }

    private static BsonDocument error(int code) {
        return BsonDocument.parse("{ok: 0.0, errmsg: 'gave up'}").append("code", new BsonInt32(code));
    }

    private BsonDocument held() {
        return f.insert(f.processing("a", OURS, MINUTE, MINUTE));
    }

    /** 50 is the one that a time limit gives while the write waits for its majority. */
    @ParameterizedTest
    @ValueSource(ints = {50, 64, 79, 91, 100, 189, 11601, 11602})
    void whatever_the_code_of_a_write_concern_error_the_write_was_applied_and_is_proved(int code) {
        server.answerNext("findAndModify", writeConcernError(code), true);
        assertThat(store.acquire("new", MINUTE).acquired()).isPresent();
        held();
        server.answerNext("findAndModify", writeConcernError(code), true);
        assertThat(store.complete(Lease.of("a", OURS), HOUR).completed()).isPresent();
        server.answerNext("findAndModify", writeConcernError(code), true);
        assertThat(store.reset(f.seen("a"), ResetOptions.defaults()).reset()).isPresent();
        server.answerNext("insert", writeConcernError(code), true);
        assertThat(store.completeOrRecord(Lease.of("b", OURS), HOUR).completed())
                .isPresent();
    }

    /** A router's own network and interruptions; and a server that has forgotten what the driver's first attempt did. */
    @ParameterizedTest
    @ValueSource(ints = {90, 202, 217, 225, 11601})
    void a_router_that_lost_patience_with_its_shard_has_not_refused_the_write(int code) {
        server.answerNext("findAndModify", error(code), true);
        assertThat(store.acquire("a", MINUTE).acquired()).isPresent();
    }

    @Test
    void a_reply_that_cannot_be_read_leaves_the_write_unknown_until_it_is_proved() {
        server.answerNext("findAndModify", BsonDocument.parse("{ok: 1.0, value: 'x'}"), true);
        assertThat(store.acquire("a", MINUTE).acquired()).isPresent();
        server.answerNext("findAndModify", BsonDocument.parse("{ok: 1.0, value: 7}"), true);
        assertThat(store.reset(f.seen("a"), ResetOptions.defaults()).reset()).isPresent();
    }

    @Test
    void a_repeat_by_the_driver_on_a_server_that_applies_it_anew_finds_its_own_mark() {
        BsonDocument duplicate = error(11000);
        server.answerNext("findAndModify", duplicate, true);
        Lease lease = store.acquire("a", MINUTE).acquired().orElseThrow().lease();
        server.answerNext("findAndModify", APPLIED_BEFORE, true);
        assertThat(store.complete(lease, HOUR)).isInstanceOf(AlreadyCompleted.class);
        server.answerNext("findAndModify", APPLIED_BEFORE, true);
        assertThat(store.reset(f.seen("a"), ResetOptions.defaults())).isInstanceOf(Reset.class);
    }

    @Test
    void a_proved_reset_shows_the_claim_as_it_was_before_and_not_its_successor() {
        Claim seen = held() == null ? null : f.seen("a");
        server.cutNext("findAndModify", Fault.CUT_AFTER);
        f.steering.beforeNext("find", () -> f.other().acquire("a", HOUR));
        Reset reset = (Reset) store.reset(seen, ResetOptions.defaults());
        assertThat(reset.claim().workerId()).isEqualTo(OURS.value());
        assertThat(reset.claim().status()).isEqualTo("processing");
        assertThat(reset.claim().expiresAt()).isEqualTo(seen.expiresAt());
        assertThat(reset.claim().updatedAt()).isEqualTo(seen.updatedAt());
    }

    @Test
    void a_completion_that_a_repeat_applied_says_that_it_was_late() {
        f.insert(f.processing("a", OURS, MINUTE.negated(), HOUR));
        server.cutNext("findAndModify", Fault.CUT_BEFORE);
        assertThat(store.complete(Lease.of("a", OURS), HOUR).completed())
                .hasValueSatisfying(c -> assertThat(c.late()).isTrue());
    }

    @Test
    void a_token_found_after_a_failover_is_judged_by_the_clock_that_is_read_then() {
        server.cutNext("findAndModify", Fault.CUT_AFTER);
        f.steering.beforeNext("find", () -> f.time.set(f.now().plus(MINUTE)));
        assertThat(store.withTimeout(Duration.ofMillis(500)).acquire("a", MINUTE))
                .isInstanceOf(Unknown.class);
    }

    @Test
    void a_claim_that_is_live_by_the_clock_of_a_new_primary_is_not_stolen_by_the_repeat() {
        server.cutNext("findAndModify", Fault.CUT_BEFORE);
        BsonDocument[] theirs = new BsonDocument[1];
        f.steering.beforeNext("find", () -> {
            theirs[0] = f.insert(f.processing("a", THEIRS, Duration.ofSeconds(-10), MINUTE));
            f.time.set(f.now().minusSeconds(45));
        });
        assertThat(store.withTimeout(Duration.ofMillis(500)).acquire("a", MINUTE))
                .isInstanceOf(Unknown.class);
        assertThat(f.stored("a")).isEqualTo(theirs[0]);
    }

    @Test
    void a_server_that_leaves_every_repeat_unknown_is_not_flooded() {
        held();
        Claim seen = f.seen("a");
        for (int i = 0; i < 10_000; i++) {
            server.answerNext("findAndModify", writeConcernError(64), false);
        }
        ClaimStore brief = store.withTimeout(Duration.ofMillis(400));
        f.commands();
        assertThat(brief.acquire("new", MINUTE)).isInstanceOf(Unknown.class);
        assertThat(brief.complete(Lease.of("a", OURS), HOUR)).isInstanceOf(Unknown.class);
        assertThat(brief.reset(seen, ResetOptions.defaults())).isInstanceOf(Unknown.class);
        assertThat(f.commands()).filteredOn("findAndModify"::equals).hasSizeBetween(6, 36);
    }

    @Test
    void two_threads_that_meet_a_server_without_linearizable_reads_at_once_both_read_with_majority() {
        held();
        f.insert(f.processing("b", THEIRS, MINUTE, MINUTE));
        server.answerNext("find", error(123), false);
        AcquireOutcome[] other = new AcquireOutcome[1];
        f.steering.beforeNext("find", () -> {
            other[0] = store.acquire("b", MINUTE);
            server.answerNext("find", error(123), false); // ours left as linearizable, too
        });
        assertThat(store.acquire("a", MINUTE)).isInstanceOf(Held.class);
        assertThat(other[0]).isInstanceOf(Held.class);
    }

    @Test
    void what_can_be_read_of_a_malformed_claim_is_no_claim_to_reset() {
        f.insert(f.processing("a", OURS, MINUTE, MINUTE).append("event_name", new BsonInt32(7)));
        BsonDocument before = f.stored("a");
        Claim readable = store.find("a").orElseThrow().readable();
        assertThat(store.reset(readable, ResetOptions.defaults())).isInstanceOf(Malformed.class);
        assertThat(f.stored("a")).isEqualTo(before);
    }

    @Test
    void a_completion_that_a_read_has_proved_was_late_if_the_lease_given_had_ended() {
        for (boolean late : new boolean[] {true, false}) {
            f.delete("a");
            f.insert(f.processing("a", OURS, late ? MINUTE.negated() : MINUTE, HOUR));
            Lease lease = new Lease(
                    "a", OURS, OptionalLong.empty(), Optional.of(f.now().plus(late ? MINUTE.negated() : MINUTE)));
            server.cutNext("findAndModify", Fault.CUT_AFTER);
            assertThat(store.complete(lease, HOUR).completed())
                    .hasValueSatisfying(c -> assertThat(c.late()).isEqualTo(late));
        }
    }

    @Test
    void what_is_gone_or_changed_before_a_reset_by_token_or_fingerprint_is_said_by_the_strongest_read() {
        held();
        String seen = f.seen("a").fingerprint().text();
        f.steering.forgetSent();
        store.reset("a", OURS, ResetOptions.defaults());
        store.reset("a", seen, ResetOptions.defaults());
        store.reset("b", OURS, ResetOptions.defaults());
        assertThat(f.steering.sent())
                .filteredOn(c -> c.containsKey("find"))
                .hasSize(3)
                .allSatisfy(c -> assertThat(
                                c.getDocument("readConcern").getString("level").getValue())
                        .isEqualTo("linearizable"));
    }

    @Test
    void a_read_whose_reply_makes_no_sense_proves_nothing_and_is_repeated() {
        server.cutNext("findAndModify", Fault.CUT_AFTER);
        server.answerNext("find", BsonDocument.parse("{ok: 1.0, cursor: 'none'}"), false);
        assertThat(store.acquire("a", MINUTE)).isInstanceOf(Acquired.class);
    }
}
