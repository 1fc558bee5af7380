package io.claimctl.worker;

import static io.claimctl.worker.KeptFixture.FRESH;
import static io.claimctl.worker.KeptFixture.NOTICE;
import static io.claimctl.worker.KeptFixture.TIMEOUT;
import static io.claimctl.worker.KeptFixture.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import io.claimctl.claim.Readings;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.StoreException.Kind;
import io.claimctl.testing.ScriptedServer.Fault;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Renewals of which nobody knows, or that fail: they are repeated until the notice. */
class UnconfirmedTest {
    private static final List<Integer> PAUSES = List.of(100, 200, 400, 800, 1_000, 1_000);

    private final KeptFixture f = new KeptFixture();

    @AfterEach
    void close() {
        f.server.clear();
        f.close();
    }

    private static LeaseLoss.Unconfirmed unconfirmed(KeptLease kept) {
        return (LeaseLoss.Unconfirmed) kept.loss().orElseThrow();
    }

    private static void pausesFor(KeptLease kept, int millis) {
        assertThat(kept.watch().untilDue()).isBetween(Duration.ofMillis(millis * 9L / 10), Duration.ofMillis(millis));
        assertThat(kept.watch().due()).isFalse();
    }

    @Test
    void a_renewal_that_failed_is_repeated_after_a_tenth_of_a_second_and_ever_later_up_to_a_second() {
        KeptLease kept = f.kept("a");
        f.refuse(PAUSES.size());
        for (int pause : PAUSES) {
            f.renewWhenDue(kept);
            pausesFor(kept, pause);
        }
        assertThat(f.steering.sentNames()).hasSize(PAUSES.size()).containsOnly("findAndModify");
        assertThat(kept.lost()).isFalse();
    }

    @Test
    void a_renewal_of_which_nobody_knows_is_repeated_the_same_way() {
        KeptLease kept = f.kept(f.acquired("a", TTL), 1);
        f.pass(kept.watch().untilDue());
        BsonDocument notNow = new BsonDocument("ok", new BsonInt32(0)).append("code", new BsonInt32(91));
        for (int i = 0; i < 1_000; i++) {
            f.server.answerNext("findAndModify", notNow, false);
        }
        for (int pause : PAUSES.subList(0, 3)) {
            f.pass(kept.watch().untilDue());
            kept.renewIfDue(Duration.ofMillis(400)); // half of it to settle the renewal, also on a host that is busy
            pausesFor(kept, pause);
        }
        assertThat(f.steering.sentNames()).contains("find"); // which is to settle it
        f.pass(FRESH, kept);
        assertThat(unconfirmed(kept).failure()).isInstanceOf(StoreException.class);
    }

    @Test
    void after_a_renewal_that_is_confirmed_the_next_failure_is_repeated_quickly_again() {
        KeptLease kept = f.kept("a");
        f.refuse(4);
        for (int i = 0; i < 4; i++) {
            f.renewWhenDue(kept);
        }
        f.renewWhenDue(kept);
        assertThat(f.end(kept)).isEqualTo(f.time.now().plus(TTL));
        f.refuse(1);
        f.renewWhenDue(kept);
        pausesFor(kept, PAUSES.get(0));
    }

    @Test
    void it_is_repeated_until_the_notice_and_then_lost_with_the_last_failure() {
        KeptLease kept = f.kept("a");
        f.refuse(1_000);
        for (int i = 0; i < 1_000 && !kept.lost(); i++) {
            f.time.pass(Duration.ofMillis(50));
            kept.renewIfDue(TIMEOUT);
        }
        assertThat(kept.time().left()).isBetween(NOTICE.minusMillis(50), NOTICE);
        int tries = f.steering.sent().size();
        assertThat(tries).isGreaterThan(15);
        assertThat(f.heard()).hasSize(1);
        assertThat(unconfirmed(kept).failure())
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DENIED));

        f.server.clear();
        f.pass(Duration.ofSeconds(1));
        kept.renewIfDue(TIMEOUT);
        assertThat(f.steering.sent()).hasSize(tries);
    }

    @Test
    void the_failure_told_is_the_last_one_and_one_before_a_renewal_counts_no_more() {
        KeptLease kept = f.kept("a");
        f.refuse(1);
        f.renewWhenDue(kept);
        f.renewWhenDue(kept);
        f.pass(FRESH.minus(NOTICE), kept);
        assertThat(kept.lost()).isTrue();
        assertThat(unconfirmed(kept).failure()).isNull();
        assertThat(unconfirmed(kept).lease()).isEqualTo(kept.lease());
    }

    @Test
    void a_renewal_whose_clock_cannot_be_read_afterwards_is_not_confirmed_and_repeated() {
        KeptLease kept = f.kept("a");
        StoreException unreadable = Readings.failure(Kind.TIMED_OUT, "no answer");
        f.steering.afterNext("findAndModify", () -> f.unreadable = unreadable);
        f.renewWhenDue(kept);
        assertThat(f.renewals).isEmpty();
        pausesFor(kept, PAUSES.get(0));

        f.unreadable = null;
        f.renewWhenDue(kept);
        assertThat(f.end(kept)).isEqualTo(f.time.now().plus(TTL));
    }

    @Test
    void a_client_that_was_closed_under_it_loses_the_lease_at_the_notice_with_the_reason() {
        KeptLease kept = f.kept("a");
        f.client.close();
        f.renewWhenDue(kept);
        pausesFor(kept, PAUSES.get(0));
        assertThat(kept.lost()).isFalse();
        f.pass(FRESH, kept);
        assertThat(unconfirmed(kept).failure()).isInstanceOfAny(IllegalStateException.class, MongoException.class);
        assertThat(f.heard()).hasSize(1);
    }

    @Test
    void a_connection_that_is_cut_before_or_after_the_renewal_is_settled_by_the_renewal_itself() {
        for (Fault fault : Fault.values()) {
            KeptLease kept = f.kept("claim-" + fault);
            f.server.cutNext("findAndModify", fault);
            f.renewWhenDue(kept);
            assertThat(f.end(kept)).isEqualTo(f.time.now().plus(TTL));
        }
    }

    @Test
    void the_loss_is_told_once_and_by_none_who_looks() {
        KeptLease kept = f.kept("a");
        f.pass(FRESH, kept);
        kept.look();
        kept.lost();
        kept.loss();
        kept.renewIfDue(TIMEOUT);
        assertThat(f.losses).isEmpty();
        assertThat(f.told).hasSize(1);
        assertThat(f.heard()).containsExactly(kept.loss().orElseThrow());
    }

    @Test
    void where_no_thread_can_be_had_the_loss_is_told_by_who_found_it() {
        KeptLease unheard = f.kept("a");
        KeptLease kept = new KeptLease(
                f.store,
                unheard.watch(),
                TTL,
                Duration.ZERO,
                f,
                callback -> {
                    throw new OutOfMemoryError("unable to create native thread");
                },
                f.over::add);
        f.pass(FRESH);
        assertThat(kept.lost()).isTrue();
        assertThat(f.losses).containsExactly(kept.loss().orElseThrow());
    }
}
