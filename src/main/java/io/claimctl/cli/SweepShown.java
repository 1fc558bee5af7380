package io.claimctl.cli;

import io.claimctl.claim.Claim;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.view.Format;
import io.claimctl.view.SweepSink;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Shows what a sweep does while it goes on, and can say what it has done where it is cut short, on any thread. */
final class SweepShown implements SweepListener {
    private final SweepSink sink;
    private final Progress progress;
    private final Format format;
    private final AtomicLong seen = new AtomicLong();
    private final AtomicLong reset = new AtomicLong();
    private volatile long sent;
    private volatile String sweepId = "";

    SweepShown(SweepSink sink, Progress progress, Format format) {
        this.sink = sink;
        this.progress = progress;
        this.format = format;
    }

    @Override
    public void begin(Instant at, String id) {
        sweepId = id;
    }

    /** "5 claims were reset by it (…)": what it has done, since nobody else will say it. */
    String account() {
        String open = sent == 0 ? "" : "; " + sent + " more were on their way, and may be reset";
        String mark = sweepId.isEmpty() ? "" : " (their reset_by begins with " + sweepId + ")";
        return reset + " claims were reset by it" + open + mark;
    }

    @Override
    public void beforeBatch(List<Claim> claims) {
        sent = claims.size();
        progress.show("sweeping: " + seen + " claims so far");
    }

    @Override
    public void afterBatch(List<SweptClaim> swept) {
        seen.addAndGet(swept.size());
        reset.addAndGet(swept.stream().filter(s -> s.result() == Result.RESET).count());
        sent = 0;
        progress.clear();
        List<SweptClaim> rows = swept.stream().filter(this::isShown).toList();
        if (!rows.isEmpty()) {
            sink.batch(rows);
        }
    }

    /** People get what a rule left alone as numbers in the summary; names are those of what was reset. */
    private boolean isShown(SweptClaim s) {
        if (format == Format.NAME) {
            return s.result() == Result.RESET || s.result() == Result.WOULD_RESET;
        }
        return format.machine() || s.result() != Result.SKIPPED || s.detail() == null;
    }
}
