package io.claimctl.view;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.Status;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** How a watch of some claims stands, in one line: the lease that runs, and what is left of it. Immutable. */
public final class WatchLine {
    private final int named;
    private final Screen screen;

    /**
     * A line.
     *
     * @param named how many claims are watched
     * @param screen the zone of its times, and whether instants are shown in place of what is left
     */
    public WatchLine(int named, Screen screen) {
        this.named = named;
        this.screen = screen;
    }

    /** The words. */
    public String of(WatchState state) {
        String words = Times.clock(state.now(), screen.zone()) + " " + claims(state) + "; Ctrl-C ends";
        return state.silentSince() == null
                ? words
                : "no answer since " + Times.clock(state.silentSince(), screen.zone()) + "; " + words;
    }

    private String claims(WatchState state) {
        if (named > 1) {
            return several(state);
        }
        if (state.claims().isEmpty()) {
            return "not there";
        }
        ClaimRow row = state.claims().get(0);
        if (!row.defects().isEmpty()) {
            return "malformed";
        }
        Claim claim = row.readable();
        String status = claim.status() == null ? "no status" : Words.name(claim.status());
        return status + ", " + lease(claim, state.now());
    }

    private String lease(Claim claim, Instant now) {
        return screen.absolute() && claim.expiresAt() != null
                ? LeaseWords.state(claim, now) + " until " + Times.at(claim.expiresAt(), screen.zone())
                : LeaseWords.of(claim, now);
    }

    private String several(WatchState state) {
        long held = state.claims().stream().filter(WatchLine::isHeld).count();
        Optional<Instant> next = state.claims().stream()
                .filter(WatchLine::isHeld)
                .map(row -> row.readable().expiresAt())
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .filter(end -> !end.isBefore(state.now()))
                .min(Instant::compareTo);
        return held + " of " + Words.count(named, "claim") + " processing"
                + next.map(end -> ", next lease " + end(end, state.now())).orElse("");
    }

    private String end(Instant end, Instant now) {
        return screen.absolute() ? "until " + Times.at(end, screen.zone()) : LeaseWords.left(end, now);
    }

    private static boolean isHeld(ClaimRow row) {
        return row.readable().is(Status.PROCESSING);
    }
}
