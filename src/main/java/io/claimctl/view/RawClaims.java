package io.claimctl.view;

import io.claimctl.claim.ClaimRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The documents as they are stored, as relaxed extended JSON, one a line. */
final class RawClaims implements ClaimSink {
    private final TextOutput out;
    private final Writer escaped;
    private long count;

    RawClaims(TextOutput out) {
        this.out = out;
        this.escaped = out.escaping(false);
    }

    @Override
    public void begin(Instant serverTime) {}

    @Override
    public void row(ClaimRow row) {
        count++;
        try {
            escaped.write(row.extendedJson() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public long end(@Nullable String nextCursor) {
        out.flush();
        return count;
    }
}
