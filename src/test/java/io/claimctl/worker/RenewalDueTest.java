package io.claimctl.worker;

import static io.claimctl.worker.KeptFixture.FRESH;
import static io.claimctl.worker.KeptFixture.NOTICE;
import static io.claimctl.worker.KeptFixture.TIMEOUT;
import static io.claimctl.worker.KeptFixture.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.Lease;
import java.time.Duration;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RenewalDueTest {
    private static final Duration THIRD = TTL.dividedBy(3);
    private static final Duration EARLIEST = THIRD.minus(THIRD.dividedBy(10)).minusMillis(2);

    private final KeptFixture f = new KeptFixture();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void a_renewal_is_due_after_a_third_less_a_random_part_of_up_to_a_tenth_and_never_later() {
        Lease lease = f.acquired("a", TTL);
        TreeSet<Duration> due = new TreeSet<>();
        for (long seed = 0; seed < 200; seed++) {
            KeptLease kept = f.kept(lease, seed);
            due.add(kept.watch().untilDue());
        }
        assertThat(due).hasSizeGreaterThan(190);
        assertThat(due.first()).isBetween(EARLIEST, EARLIEST.plusMillis(50));
        assertThat(due.last()).isBetween(THIRD.minusMillis(50), THIRD);
    }

    @Test
    void a_renewal_is_sent_when_it_is_due_and_not_before() {
        KeptLease kept = f.kept("a");
        f.pass(kept.watch().untilDue().minusMillis(1));
        kept.renewIfDue(TIMEOUT);
        assertThat(f.steering.sentNames()).isEmpty();

        f.time.pass(Duration.ofMillis(1));
        kept.renewIfDue(TIMEOUT);
        assertThat(f.steering.sentNames()).containsExactly("findAndModify");
        assertThat(f.end(kept)).isEqualTo(f.time.now().plus(TTL));
        assertThat(f.renewals).containsExactly(kept.lease());
    }

    @Test
    void a_renewal_that_was_confirmed_makes_the_next_one_due_after_another_third() {
        for (long seed = 0; seed < 50; seed++) {
            KeptLease kept = f.kept(f.acquired("claim-" + seed, TTL), seed);
            f.renewWhenDue(kept);
            assertThat(kept.watch().untilDue()).isBetween(EARLIEST, THIRD);
        }
    }

    @Test
    void a_lease_has_all_its_renewals_and_holds_the_last_end_that_was_confirmed() {
        KeptLease kept = f.kept("a");
        for (int i = 0; i < 20; i++) {
            f.renewWhenDue(kept);
            assertThat(f.end(kept)).isEqualTo(f.time.now().plus(TTL));
            assertThat(f.stored("a").getDateTime("expires_at").getValue())
                    .isEqualTo(f.end(kept).toEpochMilli());
            assertThat(kept.time().left()).isEqualTo(FRESH);
            assertThat(kept.lost()).isFalse();
        }
        assertThat(f.renewals).hasSize(20);
    }

    @Test
    void a_lease_that_is_kept_late_is_renewed_a_third_after_it_began_and_at_once_if_that_is_over() {
        Lease lease = f.acquired("a", TTL);
        f.pass(Duration.ofSeconds(5));
        assertThat(f.kept(lease, 1).watch().untilDue()).isBetween(EARLIEST.minusSeconds(5), THIRD.minusSeconds(5));

        f.pass(Duration.ofSeconds(20));
        KeptLease kept = f.kept(lease, 1);
        kept.renewIfDue(TIMEOUT);
        assertThat(f.end(kept)).isEqualTo(f.time.now().plus(TTL));
    }

    @Test
    void a_lease_that_runs_for_longer_than_asked_for_is_renewed_as_often_and_never_shortened() {
        Lease lease = f.acquired("a", Duration.ofHours(1));
        KeptLease kept = f.kept(lease, 1);
        assertThat(kept.watch().untilDue()).isBetween(EARLIEST, THIRD);
        f.renewWhenDue(kept);
        assertThat(kept.lease()).isEqualTo(lease);
        assertThat(kept.watch().untilDue()).isBetween(EARLIEST, THIRD);
    }

    @Test
    void a_slow_renewal_makes_the_next_one_due_earlier() {
        KeptLease kept = f.kept("a");
        f.steering.afterNext("findAndModify", () -> f.pass(Duration.ofSeconds(4)));
        f.renewWhenDue(kept);
        assertThat(kept.watch().untilDue()).isBetween(EARLIEST.minusSeconds(4), THIRD.minusSeconds(4));
    }

    @Test
    void a_renewal_slower_than_a_third_is_followed_by_the_next_one_but_not_at_once() {
        KeptLease kept = f.kept("a");
        f.steering.afterNext("findAndModify", () -> f.pass(Duration.ofSeconds(12)));
        f.renewWhenDue(kept);
        assertThat(kept.watch().untilDue()).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void a_renewal_takes_no_longer_than_until_the_notice() {
        KeptLease kept = f.kept("a");
        f.pass(FRESH.minus(NOTICE).minusMillis(400));
        kept.renewIfDue(TIMEOUT);
        assertThat(f.limits).hasSize(2).allMatch(limit -> limit.toMillis() <= 400);
        assertThat(timeLimit()).isBetween(1L, 200L); // the first attempt takes half of it at most
    }

    @Test
    void a_renewal_takes_no_longer_than_the_stores_timeout_and_than_its_turn() {
        KeptLease kept = f.kept("a");
        f.pass(kept.watch().untilDue());
        kept.renewIfDue(Duration.ofHours(1));
        assertThat(f.limits).hasSize(2).allMatch(limit -> limit.compareTo(TIMEOUT) <= 0);
        f.limits.clear();
        f.pass(kept.watch().untilDue());
        kept.renewIfDue(Duration.ofMillis(300));
        assertThat(f.limits).hasSize(2).allMatch(limit -> limit.toMillis() <= 300);
    }

    @Test
    void the_time_that_a_renewal_took_is_not_there_for_the_clock_any_more() {
        KeptLease kept = f.kept("a");
        f.pass(FRESH.minus(NOTICE).minusMillis(1_000));
        f.steering.afterNext("findAndModify", () -> f.time.pass(Duration.ofMillis(800)));
        kept.renewIfDue(TIMEOUT);
        assertThat(f.limits.get(1)).isEqualTo(Duration.ofMillis(200));
        assertThat(kept.lost()).isFalse();
    }

    @Test
    void within_a_millisecond_of_the_notice_nothing_is_sent_any_more() {
        KeptLease kept = f.kept("a");
        f.pass(FRESH.minus(NOTICE), kept);
        kept.renewIfDue(TIMEOUT);
        assertThat(f.steering.sentNames()).isEmpty();
        assertThat(kept.lost()).isTrue();
    }

    private long timeLimit() {
        BsonDocument sent = f.steering.sent().get(0);
        return sent.getNumber("maxTimeMS").longValue();
    }
}
