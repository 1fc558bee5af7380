package io.claimctl.view;

import io.claimctl.claim.ClaimRow;
import java.time.Instant;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Claims in a machine format. */
final class MachineClaims implements ClaimSink {
    private final Rows rows;
    private final BiFunction<ClaimRow, Instant, Facts> facts;
    private Instant now = Instant.EPOCH;
    private long count;

    MachineClaims(Rows rows, BiFunction<ClaimRow, Instant, Facts> facts) {
        this.rows = rows;
        this.facts = facts;
    }

    @Override
    public void begin(Instant serverTime) {
        now = serverTime;
        rows.begin(new Facts());
    }

    @Override
    public void row(ClaimRow row) {
        count++;
        rows.row(facts.apply(row, now));
    }

    @Override
    public long end(@Nullable String nextCursor) {
        rows.end(new Facts().time(EnvelopeField.SERVER_TIME, now).text(EnvelopeField.NEXT_CURSOR, nextCursor));
        return count;
    }
}
