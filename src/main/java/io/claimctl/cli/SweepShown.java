package io.claimctl.cli;

import io.claimctl.claim.Claim;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.view.Format;
import io.claimctl.view.SweepSink;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Shows what a sweep does while it goes on, and can say what it has done where it is cut short, on any thread. */
final class SweepShown implements SweepListener {
    private final SweepSink sink;
    private final Progress progress;
    private final Format format;
    private final AtomicLong seen = new AtomicLong();
    private final AtomicLong reset = new AtomicLong();
    private final Set<String> sent = ConcurrentHashMap.newKeySet();
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
        String open = sent.isEmpty() ? "" : "; " + sent.size() + " more were on their way, and may be reset";
        String mark = sweepId.isEmpty() ? "" : " (their reset_by begins with " + sweepId + ")";
        return reset + " claims were reset by it" + open + mark;
    }

    @Override
    public Optional<String> beforeBatch(String by, List<Claim> claims) {
        claims.forEach(claim -> sent.add(claim.id()));
        progress.show("sweeping: " + seen + " claims so far");
        return Optional.empty();
    }

    @Override
    public void afterBatch(List<SweptClaim> swept) {
        seen.addAndGet(swept.size());
        reset.addAndGet(swept.stream().filter(s -> s.result() == Result.RESET).count());
        swept.forEach(s -> sent.remove(s.seen().id()));
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
