package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static io.claimctl.claim.Fixture.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waiting backs off, wakes when the lease ends, and sends a bounded number of commands. Sleeping moves the clock. */
@OnEveryServer
class WaitingTest {
    private final Fixture f;
    private final ClaimStore store;
    private final List<Duration> slept = new ArrayList<>();
    private Runnable whileAsleep = () -> {};

    WaitingTest(TestServer server) {
        f = new Fixture(server);
        store = ClaimStore.on(f.steered, f.namespace, f.time).withTimeSource(f.time);
    }

    @AfterEach
    void close() {
        f.close();
    }

    private boolean sleep(Duration time) {
        slept.add(time);
        f.time.pass(time);
        whileAsleep.run();
        return true;
    }

    private Waiting waiting(Duration longest) {
        return new Waiting(f.time, this::sleep, new SplittableRandom(1), longest);
    }

    private Duration sleptInAll() {
        return slept.stream().reduce(Duration.ZERO, Duration::plus);
    }

    private AcquireOutcome acquire(Duration longest) {
        return store.acquire("a", MINUTE, waiting(longest));
    }

    private void held(Duration lease) {
        f.insert(f.processing("a", THEIRS, lease, MINUTE));
    }

    @Test
    void a_free_claim_is_acquired_without_waiting() {
        assertThat(acquire(HOUR)).isInstanceOf(Acquired.class);
        assertThat(slept).isEmpty();
    }

    @Test
    void a_completed_claim_is_not_waited_for() {
        f.insert(f.processing("a", THEIRS, HOUR, MINUTE).append("status", new BsonString("completed")));
        assertThat(acquire(HOUR)).isInstanceOf(AlreadyCompleted.class);
        assertThat(slept).isEmpty();
    }

    @Test
    void a_malformed_claim_is_not_waited_for() {
        held(HOUR);
        f.set("a", "worker_id", new org.bson.BsonInt32(1));
        assertThat(acquire(HOUR)).isInstanceOf(Malformed.class);
        assertThat(slept).isEmpty();
    }

    @Test
    void it_wakes_in_the_very_millisecond_in_which_the_lease_has_ended() {
        held(Duration.ofMillis(20));
        Acquired outcome = (Acquired) acquire(HOUR);
        assertThat(slept).containsExactly(Duration.ofMillis(21));
        assertThat(outcome.previous()).isNotNull();
    }

    @Test
    void the_end_of_a_lease_wakes_it_though_the_pace_has_become_slow() {
        held(Duration.ofSeconds(21));
        assertThat(acquire(HOUR)).isInstanceOf(Acquired.class);
        assertThat(sleptInAll()).isEqualTo(Duration.ofSeconds(21).plusMillis(1));
    }

    @Test
    void a_claim_that_completes_meanwhile_ends_the_waiting() {
        held(HOUR);
        whileAsleep = () -> f.set("a", "status", new BsonString("completed"));
        assertThat(acquire(HOUR)).isInstanceOf(AlreadyCompleted.class);
        assertThat(slept).hasSize(1);
    }

    @Test
    void when_the_time_is_up_it_tries_once_more_and_says_who_holds_the_claim() {
        held(HOUR);
        assertThat(acquire(MINUTE)).isInstanceOf(Held.class);
        assertThat(sleptInAll()).isEqualTo(MINUTE);
        assertThat(f.commands().stream().filter("findAndModify"::equals)).hasSize(slept.size() + 1);
    }

    @Test
    void the_pace_begins_at_100_ms_and_slows_down_to_5_s_less_a_random_half() {
        held(HOUR);
        acquire(MINUTE);
        List<Long> most = List.of(100L, 200L, 400L, 800L, 1_600L, 3_200L, 5_000L, 5_000L, 5_000L);
        for (int i = 0; i < most.size(); i++) {
            assertThat(slept.get(i).toMillis()).isBetween(most.get(i) / 2 - 1, most.get(i));
        }
        assertThat(slept.stream().map(Duration::toNanos).distinct().count()).isGreaterThan(slept.size() - 2L);
    }

    @Test
    void two_who_wait_do_not_come_in_step() {
        Waiting one = store.waiting(HOUR, this::sleep);
        Waiting other = store.waiting(HOUR, this::sleep);
        for (int i = 0; i < 8; i++) {
            one.pause(Optional.empty());
            other.pause(Optional.empty());
        }
        assertThat(slept.stream().distinct().count()).isGreaterThan(12);
    }

    @Test
    void a_holder_who_always_renews_a_short_lease_does_not_set_the_pace() {
        held(Duration.ofMillis(300));
        whileAsleep = () -> f.set("a", "expires_at", f.date(Duration.ofMillis(300)));
        Duration quarter = HOUR.dividedBy(4);
        assertThat(acquire(quarter)).isInstanceOf(Held.class);
        long looks = slept.size() + 1L;
        assertThat(looks).isLessThan(14 + 4 * quarter.dividedBy(Duration.ofSeconds(5)));
        assertThat(f.commands().stream().filter("findAndModify"::equals)).hasSize((int) looks);
    }

    @Test
    void a_sleeper_that_gives_up_ends_the_waiting_at_once_and_nothing_is_held() {
        held(Duration.ofMillis(20));
        Waiting stopped = new Waiting(f.time, time -> false, new SplittableRandom(1), HOUR);
        assertThat(store.acquire("a", MINUTE, stopped)).isInstanceOf(Held.class);
        assertThat(f.stored("a").getString("worker_id").getValue()).isEqualTo(THEIRS.value());
    }

    @Test
    void an_interrupt_ends_the_waiting_of_a_thread_and_stays_set() {
        held(HOUR);
        Thread.currentThread().interrupt();
        assertThat(Sleeper.THREAD.sleep(HOUR)).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(Sleeper.THREAD.sleep(Duration.ofMillis(1))).isTrue();
    }

    @Test
    void one_time_to_wait_serves_several_claims_each_from_the_first_pace() {
        held(HOUR);
        f.insert(f.processing("b", THEIRS, HOUR, MINUTE));
        Waiting both = waiting(Duration.ofSeconds(20));
        store.acquire("a", MINUTE, new Waiting(f.time, time -> false, new SplittableRandom(1), HOUR));
        both.pause(Optional.empty());
        both.pause(Optional.empty());
        slept.clear();
        store.acquire("b", MINUTE, both);
        assertThat(slept.get(0)).isLessThanOrEqualTo(Duration.ofMillis(100));
        slept.clear();
        assertThat(store.acquire("a", MINUTE, both)).isInstanceOf(Held.class);
        assertThat(slept).isEmpty();
    }

    @Test
    void a_time_to_wait_below_a_millisecond_is_refused() {
        assertThatThrownBy(() -> store.waiting(Duration.ZERO, Sleeper.THREAD))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("longest");
    }

    @Test
    void what_does_not_exist_is_free_and_not_completed() {
        assertThat(store.await("a", Awaited.FREE, waiting(HOUR))).isEqualTo(new Reached("a", null));
        assertThat(slept).isEmpty();
        assertThat(store.await("a", Awaited.COMPLETED, waiting(MINUTE))).isEqualTo(new RanOut("a", null));
        assertThat(sleptInAll()).isEqualTo(MINUTE);
    }

    @Test
    void a_wait_for_a_free_claim_ends_with_the_lease_though_ttl_has_not_deleted_it() {
        held(Duration.ofSeconds(2));
        assertThat(store.await("a", Awaited.FREE, waiting(HOUR))).isInstanceOf(Reached.class);
        assertThat(sleptInAll()).isEqualTo(Duration.ofMillis(2_001));
    }

    @Test
    void a_wait_for_a_free_claim_ends_when_it_is_released() {
        held(HOUR);
        whileAsleep = () -> f.set("a", "status", new BsonString("released"));
        Reached outcome = (Reached) store.await("a", Awaited.FREE, waiting(HOUR));
        assertThat(outcome.claim()).isNotNull();
        assertThat(slept).hasSize(1);
    }

    @Test
    void a_wait_for_a_free_claim_ends_when_it_is_completed_since_it_will_not_be_free_soon() {
        held(HOUR);
        whileAsleep = () -> f.other().complete(Lease.of("a", THEIRS), HOUR);
        assertThat(store.await("a", Awaited.FREE, waiting(HOUR))).isInstanceOf(AlreadyCompleted.class);
        f.time.pass(HOUR.plusMillis(1));
        assertThat(store.await("a", Awaited.FREE, waiting(HOUR))).isInstanceOf(Reached.class);
    }

    @Test
    void a_completion_that_is_forgotten_within_the_wait_is_waited_for() {
        f.insert(
                f.processing("a", THEIRS, Duration.ofSeconds(2), MINUTE).append("status", new BsonString("completed")));
        assertThat(store.await("a", Awaited.FREE, waiting(Duration.ofSeconds(1))))
                .isInstanceOf(AlreadyCompleted.class);
        assertThat(slept).isEmpty();
        assertThat(store.await("a", Awaited.FREE, waiting(MINUTE))).isInstanceOf(Reached.class);
        assertThat(sleptInAll()).isEqualTo(Duration.ofMillis(2_001));
    }

    @Test
    void a_look_takes_no_longer_than_the_rest_of_the_wait_and_a_second() {
        held(HOUR);
        ClaimStore patient = store.withTimeout(Duration.ofSeconds(60));
        assertThat(patient.await("a", Awaited.FREE, waiting(Duration.ofSeconds(10))))
                .isInstanceOf(RanOut.class);
        List<Long> limits = f.steering.sent().stream()
                .filter(command -> command.containsKey("find"))
                .map(command -> command.getNumber("maxTimeMS").longValue())
                .toList();
        assertThat(limits.get(0)).isGreaterThan(10_000);
        assertThat(limits.get(1)).isLessThanOrEqualTo(10_000);
        assertThat(limits.get(limits.size() - 1)).isBetween(500L, 1_000L);
    }

    @Test
    void a_wait_for_a_completion_is_not_woken_by_the_end_of_the_lease() {
        held(Duration.ofMillis(20));
        whileAsleep = () -> f.other().complete(Lease.of("a", THEIRS), HOUR);
        Reached outcome = (Reached) store.await("a", Awaited.COMPLETED, waiting(HOUR));
        assertThat(outcome.claim()).isNotNull();
        assertThat(slept).hasSize(1).allMatch(time -> time.compareTo(Duration.ofMillis(21)) > 0);
    }

    @Test
    void a_completion_whose_memory_is_over_is_still_one() {
        f.insert(f.processing("a", OURS, MINUTE.negated(), HOUR).append("status", new BsonString("completed")));
        assertThat(store.await("a", Awaited.COMPLETED, waiting(HOUR))).isInstanceOf(Reached.class);
    }

    @Test
    void a_malformed_claim_ends_a_wait_unless_it_is_what_was_waited_for() {
        held(MINUTE);
        f.set("a", "event_name", new org.bson.BsonInt32(1));
        assertThat(store.await("a", Awaited.FREE, waiting(HOUR))).isInstanceOf(Malformed.class);
        assertThat(store.await("a", Awaited.COMPLETED, waiting(HOUR))).isInstanceOf(Malformed.class);
        f.set("a", "status", new BsonString("released"));
        assertThat(store.await("a", Awaited.FREE, waiting(HOUR))).isInstanceOf(Reached.class);
    }

    @Test
    void a_wait_never_changes_anything_and_reads_no_payload() {
        held(Duration.ofMillis(20));
        f.set("a", "payload", new org.bson.BsonBinary(new byte[100]));
        Reached outcome = (Reached) store.await("a", Awaited.FREE, waiting(HOUR));
        assertThat(outcome.claim().document().containsKey("payload")).isFalse();
        assertThat(f.commands()).containsOnly("ping", "find");
    }

    private static StoreException unanswered() {
        return new StoreException(StoreException.Kind.TIMED_OUT, "no answer", 0, null);
    }

    /** The clock of the tests, whose carried readings do something else. */
    private ClaimStore carrying(Function<Duration, ServerTime> recent) {
        return store.withTimeSource(new TimeSource() {
            @Override
            public ServerTime read(Duration limit) {
                return f.time.read(limit);
            }

            @Override
            public ServerTime recent(Duration limit) {
                return recent.apply(limit);
            }

            @Override
            public void forget() {}
        });
    }

    @Test
    void others_who_are_faster_at_every_try_are_waited_for_too() {
        Iterator<AcquireOutcome> outcomes = List.<AcquireOutcome>of(new Contended("a", 5), store.acquire("a", MINUTE))
                .iterator();
        StoreAccess access = new StoreAccess(
                f.steered, f.namespace, f.time, f.time, MINUTE, new CollectionCheck(), new AtomicBoolean(true));
        assertThat(new PatientAcquire(outcomes::next, access, waiting(HOUR)).run())
                .isInstanceOf(Acquired.class);
        assertThat(slept).hasSize(1);
    }

    @Test
    void a_clock_that_is_not_answered_between_two_tries_does_not_end_the_waiting() {
        held(Duration.ofMillis(20));
        ClaimStore silent = carrying(limit -> {
            throw unanswered();
        });
        assertThat(silent.acquire("a", MINUTE, waiting(HOUR))).isInstanceOf(Acquired.class);
        assertThat(slept).isNotEmpty();
    }

    @Test
    void a_look_and_a_count_take_no_longer_than_one_operation_may_though_the_clock_is_slow() {
        held(HOUR);
        ClaimStore slow = carrying(limit -> {
            f.time.pass(limit.minusMillis(400));
            return f.time.read(limit);
        });
        slow.await("a", Awaited.COMPLETED, waiting(Duration.ofMillis(1)));
        slow.count(ClaimQuery.all());
        assertThat(f.steering.sent())
                .filteredOn(c -> c.containsKey("find") || c.containsKey("aggregate"))
                .hasSizeGreaterThan(1)
                .allSatisfy(
                        c -> assertThat(c.getNumber("maxTimeMS").longValue()).isLessThanOrEqualTo(400));
    }
}
