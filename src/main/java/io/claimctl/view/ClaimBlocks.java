package io.claimctl.view;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.Defect;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.Payload;
import io.claimctl.claim.ResetMark;
import io.claimctl.claim.Status;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Everything about each claim in plain words, a block a claim. */
final class ClaimBlocks implements ClaimSink {
    private final Screen screen;
    private final Paint paint;
    private final NextSteps next;
    private final TextOutput out;
    private Instant now = Instant.EPOCH;
    private long count;

    ClaimBlocks(Screen screen, NextSteps next, TextOutput out) {
        this.screen = screen;
        this.paint = new Paint(screen);
        this.next = next;
        this.out = out;
    }

    @Override
    public void begin(Instant serverTime) {
        now = serverTime;
    }

    @Override
    public void row(ClaimRow row) {
        if (count++ > 0) {
            out.line("");
        }
        Claim claim = row.readable();
        out.line("Claim " + paint.in(Tone.HEAD, Words.name(row.id())));
        if (row instanceof Malformed) {
            for (Defect defect : row.defects()) {
                line("malformed", paint.in(Tone.BAD, SafeText.of(defect.toString())));
            }
        }
        holder(claim);
        fence(claim);
        content(claim);
        history(claim);
        line("fingerprint", claim.fingerprint().text());
        next(row);
    }

    @Override
    public long end(@Nullable String nextCursor) {
        out.flush();
        return count;
    }

    private void holder(Claim claim) {
        String lease = LeaseWords.of(claim, now);
        Tone tone = LeaseWords.tone(claim, now);
        String status = claim.status() == null ? "none" : SafeText.of(claim.status());
        line("status", paint.in(tone, status + ", " + lease));
        String role = claim.is(Status.PROCESSING) ? "held by" : claim.is(Status.COMPLETED) ? "done by" : "last held by";
        if (claim.workerId() != null) {
            String instance = claim.instance()
                    .map(name -> " (instance " + Words.name(name) + ")")
                    .orElse("");
            line(role, Words.name(claim.workerId()) + instance);
        } else {
            line(role, "nobody");
        }
        time(claim.is(Status.PROCESSING) ? "since" : "changed", claim.updatedAt());
        if (!claim.is(Status.RELEASED)) {
            time("until", claim.expiresAt());
        }
    }

    private void fence(Claim claim) {
        if (claim.fence() == null) {
            line("fence", "none: it was never acquired with claimctl");
        } else if (claim.validFence().isPresent()) {
            line("fence", claim.fence() + ", valid: it was issued to " + Words.name(claim.fenceWorker() + ""));
        } else {
            String issued = claim.fenceWorker() == null ? "" : ": it was issued to " + Words.name(claim.fenceWorker());
            line("fence", paint.in(Tone.WARN, claim.fence() + ", not valid" + issued));
        }
    }

    private void content(Claim claim) {
        Payload payload = claim.payload();
        line("payload", payload == null ? "none" : Words.size(payload.size()));
        if (claim.eventName() != null) {
            line("event", SafeText.of(claim.eventName()));
        }
        new TreeMap<>(claim.metadata())
                .forEach((key, value) -> line("metadata", SafeText.of(key) + " = " + SafeText.of(value)));
    }

    private void history(Claim claim) {
        time("created", claim.createdAt());
        ResetMark reset = claim.lastReset();
        if (reset != null) {
            boolean present = claim.presentReset().isPresent();
            line(present ? "reset by" : "once reset by", Words.name(reset.by()));
            time("at", reset.at());
            if (reset.reason() != null) {
                line("because", SafeText.of(reset.reason()));
            }
        }
        if (claim.keptAt() != null) {
            time("kept", claim.keptAt());
        }
    }

    private void next(ClaimRow row) {
        List<NextStep> steps = next.of(row, now);
        for (NextStep step : steps) {
            out.line("  " + paint.in(Tone.HEAD, step.command()));
            out.line("      " + step.effect());
        }
    }

    private void time(String label, @Nullable Instant instant) {
        line(
                label,
                instant == null
                        ? "not known"
                        : Times.at(instant, screen.zone()) + " (" + LeaseWords.ago(instant, now) + ")");
    }

    private void line(String label, String text) {
        out.line("  " + label + " ".repeat(Math.max(1, 15 - label.length())) + text);
    }
}
