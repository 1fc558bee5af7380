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
    private static final String MARGIN = "    ";

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
        holder(row);
        fence(claim);
        content(claim);
        history(claim);
        timeline(claim);
        line("fingerprint", claim.fingerprint().text());
        List<NextStep> steps = next.of(row, now);
        if (!steps.isEmpty()) {
            out.line("  What each command would do now:");
        }
        for (NextStep step : steps) {
            out.line("  " + paint.in(Tone.HEAD, step.command()));
            out.line("      " + step.effect());
        }
    }

    @Override
    public long end(@Nullable String nextCursor) {
        out.flush();
        return count;
    }

    private void holder(ClaimRow row) {
        Claim claim = row.readable();
        String status = claim.status() == null ? "none" : SafeText.of(claim.status());
        String lease = row instanceof Malformed ? "" : ", " + lease(claim); // its date may be what is wrong
        line("status", paint.in(LeaseWords.tone(claim, now), status + lease));
        boolean held = claim.is(Status.PROCESSING);
        if (claim.workerId() != null) {
            String instance = claim.instance()
                    .map(name -> " (instance " + Words.name(name) + ")")
                    .orElse("");
            // a Go worker may complete its successor's claim: the token is not always that of who did the work
            line(
                    held ? "held by" : claim.is(Status.COMPLETED) ? "done under" : "last held by",
                    Words.name(claim.workerId()) + instance);
        }
        time(held ? "since" : "changed", claim.updatedAt());
        if (!claim.is(Status.RELEASED)) {
            time("until", claim.expiresAt());
        }
    }

    private String lease(Claim claim) {
        return screen.absolute() ? LeaseWords.state(claim, now) : LeaseWords.of(claim, now);
    }

    private void fence(Claim claim) {
        if (claim.fence() == null) {
            return;
        }
        if (claim.validFence().isPresent()) {
            line("fence", claim.fence() + ", valid: it was issued to " + Words.name(claim.fenceWorker() + ""));
        } else {
            String issued = claim.fenceWorker() == null ? "" : ": it was issued to " + Words.name(claim.fenceWorker());
            line("fence", paint.in(Tone.WARN, claim.fence() + ", not valid" + issued));
        }
    }

    private void content(Claim claim) {
        Payload payload = claim.payload();
        if (payload != null) {
            line("payload", Words.size(payload.size()));
        }
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
        time("kept", claim.keptAt());
    }

    private void timeline(Claim claim) {
        int room = screen.width() == 0 ? 0 : Math.max(1, screen.width() - MARGIN.length());
        List<String> lines = Timeline.of(claim, now, screen, room);
        if (!lines.isEmpty()) {
            out.line("  timeline");
            out.line(MARGIN + paint.in(LeaseWords.tone(claim, now), lines.get(0)));
            lines.subList(1, lines.size()).forEach(line -> out.line(MARGIN + line));
        }
    }

    private void time(String label, @Nullable Instant instant) {
        if (instant != null) {
            String span = screen.absolute() ? "" : " (" + LeaseWords.ago(instant, now) + ")";
            line(label, Times.at(instant, screen.zone()) + span);
        }
    }

    private void line(String label, String text) {
        out.line("  " + label + " ".repeat(Math.max(1, 15 - label.length())) + text);
    }
}
