package io.claimctl.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.Sleeper;
import io.claimctl.sweep.SweepPace.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SweepPaceTest {
    private Duration now = Duration.ZERO;
    private boolean told;
    private final List<Duration> slept = new ArrayList<>();
    private final Sleeper sleeper = time -> {
        if (!time.isZero()) {
            slept.add(time);
            now = now.plus(time);
        }
        return !told;
    };

    private SweepPace pace(@Nullable Double perSecond, @Nullable Duration deadline) {
        return new SweepPace(() -> now, sleeper, perSecond, deadline);
    }

    @Test
    void without_a_rate_nothing_waits() {
        SweepPace pace = pace(null, null);
        for (int i = 0; i < 5; i++) {
            assertThat(pace.before(1_000)).isEqualTo(Turn.GO);
        }
        assertThat(slept).isEmpty();
    }

    @Test
    void with_a_rate_the_first_batch_goes_at_once_and_each_later_one_when_those_before_have_taken_their_time() {
        SweepPace pace = pace(10.0, null);
        pace.before(10);
        pace.before(5);
        pace.before(1);
        assertThat(slept).containsExactly(Duration.ofSeconds(1), Duration.ofMillis(500));
    }

    @Test
    void time_that_a_batch_took_itself_counts_and_is_not_made_up_for_later() {
        SweepPace pace = pace(10.0, null);
        pace.before(10);
        now = now.plusSeconds(60); // the store was slow
        pace.before(10);
        pace.before(10);
        assertThat(slept).containsExactly(Duration.ofSeconds(1));
    }

    @Test
    void a_rate_of_less_than_one_a_second_waits_for_longer() {
        SweepPace pace = pace(1 / 60.0, null);
        pace.before(1);
        pace.before(1);
        assertThat(slept.get(0)).isBetween(Duration.ofMillis(59_999), Duration.ofMillis(60_001));
    }

    @Test
    void after_the_deadline_no_batch_begins_and_one_that_would_have_to_wait_for_it_does_not_wait() {
        SweepPace pace = pace(1.0, Duration.ofSeconds(10));
        assertThat(pace.before(5)).isEqualTo(Turn.GO);
        assertThat(pace.before(6)).isEqualTo(Turn.GO);
        assertThat(pace.before(1)).as("it would be its turn after 11 s").isEqualTo(Turn.DEADLINE);
        assertThat(slept).containsExactly(Duration.ofSeconds(5));
        assertThat(pace.turn()).isEqualTo(Turn.GO);
        now = Duration.ofSeconds(10);
        assertThat(pace.turn()).isEqualTo(Turn.DEADLINE);
    }

    @Test
    void told_to_stop_it_says_so_at_each_turn() {
        SweepPace pace = pace(1.0, null);
        pace.before(1);
        told = true;
        assertThat(pace.turn()).isEqualTo(Turn.STOPPED);
        assertThat(pace.before(1)).isEqualTo(Turn.STOPPED);
    }
}
