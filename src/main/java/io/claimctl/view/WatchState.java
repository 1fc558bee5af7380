package io.claimctl.view;

import io.claimctl.claim.ClaimRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a watch stands.
 *
 * @param claims as they were at the last look that was answered, last changed first
 * @param now the server's time, which leases and ages are counted from
 * @param silentSince since when the server gives no answer; null while it does
 * @param silentFor after its return, how long it gave none; null a while later
 */
public record WatchState(
        List<ClaimRow> claims,
        Instant now,
        @Nullable Instant silentSince,
        @Nullable Duration silentFor) {

    /** Copies the list. */
    public WatchState {
        claims = List.copyOf(claims);
    }
}
