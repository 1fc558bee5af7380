package io.claimctl.worker;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * How work is claimed.
 *
 * @param ttl how long each renewal lets the lease run
 * @param notice how long before the safety margin the work is told of a loss
 * @param memory how long a completion is remembered
 * @param largest the size up to which messages are stored; empty if none are
 * @param failsOpen whether the work runs also where its claim could not be acquired
 */
record WorkChoices(Duration ttl, Duration notice, Duration memory, OptionalInt largest, boolean failsOpen) {
    private static final Duration LEAST = Duration.ofMillis(1);
    private static final Duration MOST = Duration.ofDays(36_500);

    WorkChoices {
        if (memory.compareTo(LEAST) < 0 || memory.compareTo(MOST) > 0) { // the store would say so after the work only
            throw new IllegalArgumentException(
                    "memory is " + memory + "; it must be at least 1 ms and at most 100 years");
        }
        if (largest.isPresent() && largest.getAsInt() < 1) {
            throw new IllegalArgumentException(
                    "the largest message to store has " + largest.getAsInt() + " bytes; it must be at least 1");
        }
    }

    WorkChoices withMemory(Duration other) {
        return new WorkChoices(ttl, notice, other, largest, failsOpen);
    }

    WorkChoices withLargest(int bytes) {
        return new WorkChoices(ttl, notice, memory, OptionalInt.of(bytes), failsOpen);
    }

    WorkChoices asFailingOpen() {
        return new WorkChoices(ttl, notice, memory, largest, true);
    }
}
