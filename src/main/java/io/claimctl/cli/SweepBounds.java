package io.claimctl.cli;

import io.claimctl.claim.Sleeper;
import io.claimctl.claim.Stopwatch;
import io.claimctl.claim.SweepRequest;
import io.claimctl.sweep.SweepPace;
import io.claimctl.view.Times;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How much a sweep may change, how fast, and for how long. */
final class SweepBounds {
    @OptionGroup(OptionGroup.GUARDS)
    @Option(
            names = "--limit",
            paramLabel = "N",
            converter = PositiveNumberConverter.class,
            description = "Reset at most N claims, the oldest.")
    private @Nullable Long limit;

    @OptionGroup(OptionGroup.GUARDS)
    @Option(
            names = "--refuse-above",
            paramLabel = "N",
            converter = PositiveNumberConverter.class,
            description = "Change nothing (exit 7) if more than N claims would be reset, whatever --limit says.")
    private @Nullable Long above;

    @OptionGroup(OptionGroup.GUARDS)
    @Option(
            names = "--refuse-above-fraction",
            paramLabel = "F",
            converter = FractionConverter.class,
            description = "Change nothing (exit 7) if more than this part of the claims that are processing would be"
                    + " reset: 0.5 is half of them.")
    private @Nullable BigDecimal aboveFraction;

    @OptionGroup("Pace")
    @Option(
            names = "--rate",
            paramLabel = "N/s",
            converter = Rate.Converter.class,
            description =
                    "Reset no more than N claims a second (N/m: a minute) on average; batches are made that small.")
    private @Nullable Rate rate;

    @OptionGroup("Pace")
    @Option(
            names = "--deadline",
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description =
                    "Begin no further batch when this time has passed since the start (exit 6). Run again, the sweep goes on"
                            + " with the rest.")
    private @Nullable Duration deadline;

    @OptionGroup("Pace")
    @Option(
            names = "--batch",
            paramLabel = "N",
            defaultValue = "1000",
            converter = PositiveNumberConverter.class,
            description = "Claims that one command changes at most, 1 to 1000 (default: ${DEFAULT-VALUE}).")
    private long batch = SweepRequest.MOST_IN_BATCH;

    @OptionGroup("Pace")
    @Option(
            names = "--parallel",
            paramLabel = "N",
            defaultValue = "1",
            converter = PositiveNumberConverter.class,
            description = "Batches on their way at a time, 1 to 16 (default: ${DEFAULT-VALUE}).")
    private long parallel = 1;

    /**
     * The request within these bounds.
     *
     * @throws Refusal if one of them is out of its range
     */
    SweepRequest bound(SweepRequest request) {
        refuseMore("--batch", batch, SweepRequest.MOST_IN_BATCH);
        refuseMore("--parallel", parallel, SweepRequest.MOST_PARALLEL);
        int most = rate == null ? (int) batch : (int) Math.min(batch, rate.inOneGo());
        return request.withLimit(limit).withBatch(most).withParallel((int) parallel);
    }

    private static void refuseMore(String option, long value, int most) {
        if (value > most) {
            throw Refusal.usage(option + " " + value + " is too many: it may be 1 to " + most);
        }
    }

    /** Whether the claims have to be counted before. */
    boolean guards() {
        return above != null || aboveFraction != null;
    }

    /**
     * Refuses to go on if too many would be reset.
     *
     * @param count how many would be, without a limit
     * @param processing asked only if it matters: of how many
     */
    void refuseTooMany(long count, LongSupplier processing) {
        if (above != null && count > above) {
            throw refused(
                    count + " claims would be reset, more than --refuse-above " + above, "--refuse-above " + count);
        }
        if (aboveFraction == null || count == 0) {
            return;
        }
        long all = Math.max(count, processing.getAsLong());
        BigDecimal part = BigDecimal.valueOf(count).divide(BigDecimal.valueOf(all), 4, RoundingMode.UP);
        if (part.compareTo(aboveFraction) > 0) {
            String allowed = part.compareTo(BigDecimal.ONE) < 0
                    ? "--refuse-above-fraction " + part.stripTrailingZeros().toPlainString()
                    : "leaving out --refuse-above-fraction";
            throw refused(
                    count + " of the " + all + " claims that are processing would be reset, more than"
                            + " --refuse-above-fraction " + aboveFraction.toPlainString(),
                    allowed);
        }
    }

    private static Refusal refused(String why, String allowed) {
        return new Refusal(
                ExitCode.REFUSED,
                why + "; nothing was changed. Look at stale list; if it is right, " + allowed + " allows it");
    }

    /** @param started with the sweep */
    SweepPace pace(Stopwatch started, Sleeper sleeper) {
        return new SweepPace(started, sleeper, rate == null ? null : rate.perSecond(), deadline);
    }

    /** What the report says where the deadline has ended the sweep. */
    String deadlineWords() {
        return "--deadline " + Optional.ofNullable(deadline).map(Times::exact).orElse("")
                + " has passed; the same command goes on with the rest";
    }
}
