package io.claimctl.cli;

import io.claimctl.claim.Claim;
import io.claimctl.claim.SweepListener;
import io.claimctl.sweep.SingleFlight;
import io.claimctl.sweep.SweepPace;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What ends a sweep between two batches: a signal, its deadline, the loss of the claim that it runs under. */
final class SweepStops implements SweepListener {
    private final SweepPace pace;
    private final StopSignals signals;
    private final String deadline;
    private final @Nullable SingleFlight flight;

    /** @param deadline what to say where it has passed */
    SweepStops(SweepPace pace, StopSignals signals, String deadline, @Nullable SingleFlight flight) {
        this.pace = pace;
        this.signals = signals;
        this.deadline = deadline;
        this.flight = flight;
    }

    @Override
    public Optional<String> reasonToStop() {
        return reason(pace.turn());
    }

    @Override
    public Optional<String> beforeBatch(String by, List<Claim> seen) {
        return reason(pace.before(seen.size()));
    }

    private Optional<String> reason(SweepPace.Turn turn) {
        if (turn == SweepPace.Turn.STOPPED) {
            return Optional.of(signals.words());
        }
        if (turn == SweepPace.Turn.DEADLINE) {
            return Optional.of(deadline);
        }
        return flight != null && flight.lost()
                ? Optional.of("the claim of --single-flight was lost; another sweep may have begun")
                : Optional.empty();
    }
}
