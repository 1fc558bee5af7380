package io.claimctl.worker;

import static io.claimctl.worker.KeptFixture.FRESH;
import static io.claimctl.worker.KeptFixture.NOTICE;
import static io.claimctl.worker.KeptFixture.TIMEOUT;
import static io.claimctl.worker.KeptFixture.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Hosts that sleep, processes that are stopped, and clocks that are set. */
class StoodStillTest {
    private static final Duration MILLI = Duration.ofMillis(1);

    private final KeptFixture f = new KeptFixture();
    private final KeptLease kept = f.kept("a");

    @AfterEach
    void close() {
        f.close();
    }

    private void lostBeforeAnythingIsSent(Duration late) {
        kept.renewIfDue(TIMEOUT);
        assertThat(f.steering.sent()).isEmpty();
        assertThat(f.limits).isEmpty();
        assertThat(f.heard()).containsExactly(new LeaseLoss.StoodStill(kept.lease(), late));
        assertThat(kept.lost()).isTrue();
    }

    private void renewedAtOnceByANewReading() {
        kept.look();
        assertThat(kept.lost()).isFalse();
        assertThat(kept.watch().due()).isTrue();
        kept.renewIfDue(TIMEOUT);
        assertThat(f.limits).hasSize(2);
        assertThat(f.steering.sentNames()).containsExactly("findAndModify");
        assertThat(f.end(kept)).isEqualTo(f.time.now().plus(TTL));
        assertThat(kept.watch().due()).isFalse();
        assertThat(kept.time().left()).isEqualTo(FRESH);
    }

    @Test
    void a_host_that_slept_longer_than_the_lease_knows_before_anything_is_sent() {
        f.time.suspend(TTL.plusSeconds(10));
        lostBeforeAnythingIsSent(TTL.plusSeconds(10).minus(FRESH).plus(NOTICE));
    }

    @Test
    void a_process_that_was_stopped_for_longer_than_the_lease_knows_before_anything_is_sent() {
        f.time.pass(TTL.plusSeconds(10));
        lostBeforeAnythingIsSent(TTL.plusSeconds(10).minus(FRESH).plus(NOTICE));
    }

    @Test
    void a_host_that_slept_into_the_notice_has_lost_the_lease_though_it_could_still_be_renewed() {
        f.time.suspend(FRESH.minus(NOTICE));
        lostBeforeAnythingIsSent(Duration.ZERO);
    }

    @Test
    void a_host_that_slept_after_a_late_renewal_has_slept_since_that_renewal() {
        f.pass(FRESH.minus(NOTICE).minusMillis(400), kept);
        kept.look();
        kept.renewIfDue(TIMEOUT);
        assertThat(f.renewals).hasSize(1);
        f.steering.forgetSent();
        f.limits.clear();
        f.time.suspend(FRESH.minus(NOTICE));
        lostBeforeAnythingIsSent(Duration.ZERO);
    }

    @Test
    void a_host_that_slept_until_just_before_the_notice_has_not() {
        f.time.suspend(FRESH.minus(NOTICE).minus(MILLI));
        kept.look();
        assertThat(kept.lost()).isFalse();
    }

    @Test
    void a_host_that_slept_for_less_is_renewed_at_once_by_a_new_reading_of_the_clock() {
        f.time.suspend(Duration.ofMillis(1_001));
        renewedAtOnceByANewReading();
    }

    @Test
    void a_process_that_was_stopped_for_less_is_renewed_at_once_if_that_is_due_by_now() {
        f.time.pass(Duration.ofSeconds(5));
        assertThat(kept.watch().due()).isFalse();
        f.time.pass(Duration.ofSeconds(10));
        kept.renewIfDue(TIMEOUT);
        assertThat(f.end(kept)).isEqualTo(f.time.now().plus(TTL));
        assertThat(kept.lost()).isFalse();
    }

    @Test
    void a_renewal_that_fails_after_a_sleep_is_repeated_at_its_own_pace() {
        f.time.suspend(Duration.ofSeconds(5));
        f.refuse(1);
        kept.renewIfDue(TIMEOUT);
        assertThat(kept.watch().untilDue()).isBetween(Duration.ofMillis(90), Duration.ofMillis(100));
        f.pass(Duration.ofMillis(100));
        kept.renewIfDue(TIMEOUT);
        assertThat(f.end(kept)).isEqualTo(f.time.now().plus(TTL));
    }

    @Test
    void a_sleep_of_less_than_a_second_counts_too() {
        Duration before = kept.time().left();
        f.time.suspend(Duration.ofMillis(900));
        assertThat(kept.time().left()).isEqualTo(before.minusMillis(900));
        assertThat(kept.watch().due()).isFalse();
    }

    @Test
    void a_host_that_slept_while_the_answer_was_on_its_way_has_lost_the_lease() {
        f.steering.afterNext("findAndModify", () -> f.time.suspend(TTL));
        f.renewWhenDue(kept);
        assertThat(kept.loss()).isPresent();
        assertThat(f.renewals).isEmpty();
    }

    @Test
    void a_clock_that_was_set_back_is_no_loss_and_read_again() {
        f.time.setWallClock(Duration.ofHours(-1));
        renewedAtOnceByANewReading();
    }

    @Test
    void a_clock_that_was_set_back_hides_no_sleep_that_follows_its_new_reading() {
        f.time.setWallClock(Duration.ofHours(-1));
        renewedAtOnceByANewReading();
        f.steering.forgetSent();
        f.limits.clear();
        f.time.suspend(TTL);
        lostBeforeAnythingIsSent(TTL.minus(FRESH).plus(NOTICE));
    }

    @Test
    void a_clock_that_was_set_back_before_renewals_failed_is_not_the_reason_of_the_loss() {
        f.time.setWallClock(Duration.ofHours(-1));
        f.refuse(1);
        kept.renewIfDue(TIMEOUT);
        f.pass(FRESH, kept);
        assertThat(kept.loss())
                .containsInstanceOf(LeaseLoss.Unconfirmed.class)
                .hasValueSatisfying(loss ->
                        assertThat(((LeaseLoss.Unconfirmed) loss).failure()).isNotNull());
    }

    @Test
    void a_sleep_that_was_over_long_before_the_loss_is_not_its_reason() {
        f.time.suspend(Duration.ofSeconds(5));
        f.refuse(1);
        kept.renewIfDue(TIMEOUT);
        f.pass(FRESH, kept);
        assertThat(kept.loss()).containsInstanceOf(LeaseLoss.Unconfirmed.class);
    }

    @Test
    void what_was_lost_by_the_clock_stays_lost_if_that_clock_is_set_back_then() {
        f.time.setWallClock(Duration.ofHours(1));
        assertThat(kept.lost()).isTrue();
        f.time.setWallClock(Duration.ofHours(-1));
        assertThat(kept.lost()).isTrue();
        assertThat(f.heard()).hasSize(1);
        kept.renewIfDue(TIMEOUT);
        assertThat(f.steering.sent()).isEmpty();
    }

    @Test
    void the_loss_shows_by_the_clock_alone_in_the_very_millisecond_of_the_notice() {
        f.pass(FRESH.minus(NOTICE).minus(MILLI), kept);
        assertThat(kept.lost()).isFalse();
        assertThat(kept.loss()).isEmpty();
        f.time.pass(MILLI);
        assertThat(kept.lost()).isTrue();
        assertThat(kept.loss()).containsInstanceOf(LeaseLoss.Unconfirmed.class);
        assertThat(f.steering.sent()).isEmpty();
        assertThat(f.heard()).hasSize(1);
    }
}
