package io.claimctl.view;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimEvent;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.Status;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Events as sentences, one a line; on a terminal with short times. */
final class EventLines implements EventSink {
    private final Screen screen;
    private final TextOutput out;
    private final Paint paint;

    EventLines(Screen screen, TextOutput out) {
        this.screen = screen;
        this.out = out;
        this.paint = new Paint(screen);
    }

    @Override
    public void events(List<ClaimEvent> seen) {
        if (!seen.isEmpty()) {
            seen.forEach(event -> out.line(line(event)));
            out.flush();
        }
    }

    private String line(ClaimEvent event) {
        Said said = new Said(event);
        return paint.in(Tone.QUIET, isShort() ? Times.clock(event.at(), screen.zone()) : full(event.at())) + " "
                + Words.name(event.id()) + " " + paint.in(tone(event), said.verb()) + said.rest();
    }

    private boolean isShort() {
        return screen.terminal() && !screen.absolute();
    }

    private String full(Instant instant) {
        return Times.at(instant, screen.zone());
    }

    private static Tone tone(ClaimEvent event) {
        return switch (event.kind()) {
            case ACQUIRED, RENEWED, COMPLETED -> Tone.GOOD;
            case TAKEN_OVER, RESET, KEPT, EXPIRED -> Tone.WARN;
            case MALFORMED -> Tone.BAD;
            case DELETED, CHANGED -> Tone.WARN;
            case SEEN, MISSING, RELEASED, PAYLOAD_STORED, PAYLOAD_CLEARED -> Tone.PLAIN;
        };
    }

    /** What is said of one event: what happened, and the rest. */
    private final class Said {
        private final ClaimEvent event;

        Said(ClaimEvent event) {
            this.event = event;
        }

        String verb() {
            return switch (event.kind()) {
                case SEEN -> seenAs();
                case MISSING -> "is not there";
                case ACQUIRED -> "acquired";
                case TAKEN_OVER -> "taken over";
                case RENEWED -> "renewed";
                case COMPLETED -> "completed";
                case RELEASED -> "released";
                case RESET -> "reset";
                case PAYLOAD_STORED -> "payload stored";
                case PAYLOAD_CLEARED -> "payload cleared";
                case KEPT -> "kept for recovery";
                case EXPIRED -> "lease ended";
                case DELETED -> "deleted";
                case CHANGED -> "changed";
                case MALFORMED -> "malformed";
            };
        }

        String rest() {
            return switch (event.kind()) {
                case SEEN -> seen();
                case MISSING -> "";
                case ACQUIRED, RENEWED -> by() + until(" until ");
                case TAKEN_OVER -> by() + from(" from ") + until(" until ");
                case COMPLETED -> by() + from(", held before by ") + until(", remembered until ");
                case RELEASED, PAYLOAD_CLEARED -> by();
                case RESET -> by() + from(", held before by ") + reason();
                case PAYLOAD_STORED -> by() + payload();
                case KEPT -> by() + payload() + until(" until ");
                case EXPIRED -> by(", last held by ") + until(", until ") + "; anybody may take it";
                case DELETED -> deleted();
                case CHANGED -> changed();
                case MALFORMED -> ": " + SafeText.of(ClaimColumn.defects(now()));
            };
        }

        private ClaimRow now() {
            return Objects.requireNonNull(event.now());
        }

        private String seenAs() {
            ClaimRow row = now();
            String status = row.readable().status();
            return row.defects().isEmpty() ? "is " + (status == null ? "there" : Words.name(status)) : "is malformed";
        }

        private String seen() {
            ClaimRow row = now();
            if (!row.defects().isEmpty()) {
                return ": " + SafeText.of(ClaimColumn.defects(row));
            }
            Claim claim = row.readable();
            if (claim.is(Status.PROCESSING)) {
                boolean over = LeaseWords.over(claim, event.at());
                return worker(over ? ", last held by " : ", held by ", claim.workerId())
                        + until(over ? ", whose lease ended at " : " until ")
                        + payload();
            }
            return claim.is(Status.COMPLETED) ? until(", remembered until ") : "";
        }

        private String by() {
            return by(" by ");
        }

        private String by(String words) {
            return worker(words, event.by().orElse(null));
        }

        private String from(String words) {
            return worker(words, event.from().orElse(null));
        }

        private static String worker(String words, @Nullable String token) {
            return token == null ? "" : words + Words.name(token);
        }

        private String reason() {
            return event.reason().map(text -> ": " + SafeText.of(text)).orElse("");
        }

        private String payload() {
            Claim claim = now().readable();
            return claim.payload() == null ? "" : ", payload" + Situation.payloadSize(claim);
        }

        private String until(String words) {
            Instant end = now().readable().expiresAt();
            if (end == null) {
                return ", without an end";
            }
            if (screen.absolute()) {
                return words + full(end);
            }
            boolean over = end.isBefore(event.at());
            String far = over ? LeaseWords.ago(end, event.at()) : LeaseWords.left(end, event.at());
            return words + near(end) + " (" + far + ")";
        }

        /** On a terminal the day is left out where it is today. */
        private String near(Instant end) {
            String full = full(end);
            boolean today = full.regionMatches(0, full(event.at()), 0, "2026-01-02".length());
            return isShort() && today ? Times.clock(end, screen.zone()) : full;
        }

        private String deleted() {
            Claim before = Objects.requireNonNull(event.before()).readable();
            Instant end = before.expiresAt();
            if (event.ttlPossible() || end == null) {
                return end == null ? " by somebody" : " by TTL, or by somebody";
            }
            return " by somebody, not by TTL: it was to be there until " + near(end);
        }

        private String changed() {
            if (event.before() == null) {
                return "";
            }
            String fields = String.join(", ", event.changedFields());
            return fields.isEmpty() ? "" : ": " + SafeText.of(fields);
        }
    }
}
