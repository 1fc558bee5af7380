package io.claimctl.cli;

import io.claimctl.claim.LeaseFilter;
import io.claimctl.claim.Tokens;
import io.claimctl.sweep.SingleFlight;
import io.claimctl.view.SafeText;
import io.claimctl.view.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How sweeps of several hosts keep out of each other's way. */
@OptionGroup("Pace")
final class SingleFlightOptions {
    private static final String USUAL = "claimctl-sweep";

    @Option(
            names = "--single-flight",
            arity = "0..1",
            paramLabel = "NAME",
            fallbackValue = USUAL,
            description =
                    "Sweep under the claim NAME of the same collection, so that one sweeps at a time; the others end with 0 and"
                            + " say who does (default NAME: " + USUAL + "). NAME must be the id of no message.")
    private @Nullable String name;

    @Option(
            names = "--jitter",
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "Wait for a random part of this first, so that many hosts do not come at once.")
    private @Nullable Duration jitter;

    @Nullable
    String name() {
        return name;
    }

    /** A part of --jitter; nothing if it is not given. */
    Duration pause() {
        return jitter == null
                ? Duration.ZERO
                : Duration.ofMillis(new SplittableRandom().nextLong(jitter.toMillis() + 1));
    }

    /** @throws Refusal if they do not fit to the rest */
    void refuseUnfit(LeaseFilter lease, Duration olderThan, Duration timeout) {
        if (name == null) {
            return;
        }
        if (name.isEmpty()) {
            throw Refusal.usage("--single-flight= is empty, and names no claim");
        }
        Duration shortest = SingleFlight.ttl(timeout);
        if (lease == LeaseFilter.ANY && olderThan.compareTo(shortest) < 0) {
            throw Refusal.usage("--lease any --older-than " + Times.exact(olderThan) + " would reset the claim of"
                    + " --single-flight itself, which is renewed after a part of " + Times.exact(shortest)
                    + ": give that or more, or leave one out");
        }
    }

    /** Tokens that tell on which host a sweep runs. */
    static Tokens tokens(Context context) {
        try {
            return Tokens.random(SafeText.of(host(context)));
        } catch (IllegalArgumentException unfit) {
            return Tokens.random();
        }
    }

    private static String host(Context context) {
        try {
            Optional<String> named = context.variable("HOSTNAME");
            return named.isPresent()
                    ? named.get()
                    : Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException notLinux) {
            return "sweep";
        }
    }
}
