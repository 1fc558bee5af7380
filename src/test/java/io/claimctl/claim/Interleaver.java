package io.claimctl.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Plays scenes in every order of their steps, or in random ones, and looks whether the promises were kept. */
final class Interleaver implements AutoCloseable {
    private final InterleavedWorld world;
    private final InterleavedVariant variant;

    Interleaver(String uri, InterleavedVariant variant) {
        this(new InterleavedWorld(uri), variant);
    }

    Interleaver(InterleavedWorld world, InterleavedVariant variant) {
        this.world = world;
        this.variant = variant;
    }

    /**
     * What came of it.
     *
     * @param schedules how many orders were played
     * @param broken the first promise that was broken, and the steps that led to it
     */
    record Explored(int schedules, Optional<String> broken) {}

    /** Plays every order, until a promise is broken. */
    Explored all(InterleavedScene scene) {
        List<Integer> choices = new ArrayList<>();
        List<Integer> widths = new ArrayList<>();
        for (int schedules = 1; ; schedules++) {
            widths.clear();
            Optional<String> broken = play(scene, choices, widths);
            if (broken.isPresent()) {
                return new Explored(schedules, broken);
            }
            int last = widths.size() - 1;
            while (last >= 0 && choices.get(last) == widths.get(last) - 1) {
                choices.remove(last--);
            }
            if (last < 0) {
                return new Explored(schedules, Optional.empty());
            }
            choices.set(last, choices.get(last) + 1);
        }
    }

    /**
     * Follows the choices, then always the first actor, noting how many there were to choose from. Two reads next to each
     * other do not see each other: only one of their two orders is played.
     */
    private Optional<String> play(InterleavedScene scene, List<Integer> choices, List<Integer> widths) {
        InterleavedActor[] reader = new InterleavedActor[1];
        return played(
                scene,
                () -> world.play(scene, variant, playing -> {
                    List<InterleavedActor> candidates = playing.stream()
                            .filter(a -> reader[0] == null || a.place >= reader[0].place || !a.reads())
                            .toList();
                    if (candidates.isEmpty()) {
                        candidates = playing.subList(
                                0, 1); // played elsewhere in the other order: to its end without a choice
                    }
                    if (widths.size() == choices.size()) {
                        choices.add(0);
                    }
                    widths.add(candidates.size());
                    InterleavedActor chosen = candidates.get(choices.get(widths.size() - 1));
                    reader[0] = chosen.reads() ? chosen : null;
                    return playing.indexOf(chosen);
                }));
    }

    /** Plays one order, chosen at random. */
    Optional<String> walk(InterleavedScene scene, SplittableRandom random) {
        return played(scene, () -> world.play(scene, variant, playing -> random.nextInt(playing.size())));
    }

    private Optional<String> played(InterleavedScene scene, Runnable play) {
        try {
            play.run();
            return new InterleavedChecks(scene, world.steps(), world.deeds())
                    .broken()
                    .map(broken -> broken + " | " + world.steps());
        } catch (AssertionError e) {
            if (e.getCause() == null) {
                throw e; // the interleaver itself
            }
            return Optional.of(e.getMessage() + " | " + world.steps());
        }
    }

    @Override
    public void close() {
        world.close();
    }
}
