package io.claimctl.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.ScriptedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Actors on the same claims, each stopped before every command that it sends, in every order of their steps. Whatever the
 * order, P1 to P5 and P9 hold, and what each actor is told is true. {@link InterleaverSeesTest} shows that this can fail.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InterleavingsTest {
    private static final long SEED = Long.getLong("claimctl.interleavings.seed", 20260102L);
    private static final int WALKS = Integer.getInteger("claimctl.interleavings.walks", 200);

    private ScriptedServer server;
    private Interleaver interleaver;

    @BeforeAll
    void open() {
        server = new ScriptedServer();
        interleaver = new Interleaver(new InterleavedWorld(server.uri()), InterleavedVariant.NONE);
    }

    @AfterAll
    void close() {
        interleaver.close();
        server.close();
    }

    private void everyOrderKeepsThePromises(List<InterleavedScene> scenes) {
        List<String> broken = new ArrayList<>();
        int schedules = 0;
        for (InterleavedScene scene : scenes) {
            Interleaver.Explored explored = interleaver.all(scene);
            explored.broken().ifPresent(how -> broken.add(scene + ": " + how));
            schedules += explored.schedules();
        }
        System.out.println(schedules + " orders of " + scenes.size() + " scenes");
        assertThat(broken).isEmpty();
    }

    @Test
    void a_sweep_beside_anything_else() {
        everyOrderKeepsThePromises(InterleavedScenes.aSweepAndAnother());
    }

    @Test
    void two_sweeps_at_once() {
        everyOrderKeepsThePromises(InterleavedScenes.twoSweeps());
    }

    @Test
    void any_two_of_the_others() {
        everyOrderKeepsThePromises(InterleavedScenes.anyTwo());
    }

    @Test
    void leases_that_end_between_two_commands() {
        everyOrderKeepsThePromises(InterleavedScenes.whileTimePasses());
    }

    @Test
    void commands_that_come_late_with_times_that_others_have_too() {
        everyOrderKeepsThePromises(InterleavedScenes.late());
    }

    @Test
    void three_at_once() {
        everyOrderKeepsThePromises(InterleavedScenes.three());
    }

    /** What a filter of sets cannot tell apart; it is under the token seen, as stale as was asked for, and its lease is the one seen. */
    @Test
    void a_renewal_that_brings_nothing_but_values_of_the_batch_is_not_seen_by_a_sweep() {
        assertThat(interleaver
                        .all(InterleavedScenes.renewalAmongTheValuesSeen())
                        .broken())
                .hasValueSatisfying(how -> assertThat(how).startsWith("P2 the claim reset is the one seen"));
    }

    @Test
    void more_of_them_in_random_orders() {
        for (int walk = 0; walk < WALKS; walk++) {
            long seed = SEED + walk;
            SplittableRandom random = new SplittableRandom(seed);
            InterleavedScene scene = InterleavedScenes.random(random);
            assertThat(interleaver.walk(scene, random))
                    .as("-Dclaimctl.interleavings.seed=" + seed + " -Dclaimctl.interleavings.walks=1: " + scene + " on "
                            + scene.claims())
                    .isEmpty();
        }
    }
}
