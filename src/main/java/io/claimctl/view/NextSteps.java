package io.claimctl.view;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The commands that come next: what each would do to a claim. */
final class NextSteps {
    private final CommandLines lines;

    NextSteps(CommandLines lines) {
        this.lines = lines;
    }

    /** What acquire, renew, complete, release and reset would do; empty where no command line can name the claim. */
    List<NextStep> of(ClaimRow row, Instant now) {
        List<NextStep> steps = new ArrayList<>();
        if (row.readable().document().isString("_id")) {
            add(lines.line("acquire", row.id(), "--ttl", "5m"), acquire(row, now), steps);
            holder(row, now, steps);
            if (!(row instanceof Malformed)) {
                reset(row.readable(), now, steps);
            }
        }
        return steps;
    }

    private static String acquire(ClaimRow row, Instant now) {
        Claim claim = row.readable();
        if (row instanceof Malformed) {
            boolean fenceTooHigh = claim.document().isNumber("fence")
                    && claim.document().getNumber("fence").doubleValue() >= 1L << 53;
            return claim.freeAt(now) && !fenceTooHigh
                    ? "acquires it, since it is free, and mends what it writes"
                    : "is refused, since it is malformed";
        }
        if (claim.freeAt(now)) {
            return claim.is(Status.PROCESSING) ? "takes it over, since its lease has ended" : "acquires it";
        }
        if (claim.is(Status.COMPLETED)) {
            return "is refused: the work is done (" + LeaseWords.of(claim, now) + ")";
        }
        String why = claim.is(Status.PROCESSING) ? "somebody else holds it" : "its status is unknown";
        return "is refused: " + why + " (" + LeaseWords.of(claim, now) + ")";
    }

    /** What its holder may do. */
    private void holder(ClaimRow row, Instant now, List<NextStep> steps) {
        Claim claim = row.readable();
        if (claim.workerId() == null || claim.workerId().isBlank() || !claim.is(Status.PROCESSING)) {
            return;
        }
        String payload = claim.payload() == null ? "" : ", and drops the payload";
        boolean over = LeaseWords.over(claim, now);
        add(lines.line("renew", claim.id(), "--token", claim.workerId(), "--ttl", "5m"), renew(row, over), steps);
        String late = over ? "; late, but nobody has taken it" : "";
        add(
                lines.line("complete", claim.id(), "--token", claim.workerId()),
                "marks the work as done and remembers it for 24h" + payload + late,
                steps);
        add(
                lines.line("release", claim.id(), "--token", claim.workerId()),
                claim.payload() == null
                        ? "gives it up, so that anybody may take it at once"
                        : "keeps it for recovery, since it holds a payload, which is a message",
                steps);
    }

    private static String renew(ClaimRow row, boolean over) {
        boolean noEndToMove =
                row.defects().stream().anyMatch(defect -> defect.field().equals("expires_at"));
        if (noEndToMove) {
            return "is refused, since it is malformed";
        }
        return over ? "is refused, since the lease has ended" : "lets the lease run for 5m from now, if that is longer";
    }

    private void reset(Claim claim, Instant now, List<NextStep> steps) {
        if (claim.is(Status.RELEASED)) {
            return;
        }
        String seen = claim.fingerprint().text();
        if (claim.payload() == null) {
            add(lines.line("reset", claim.id(), "--seen", seen), reset(claim, now), steps);
        } else {
            add(
                    lines.line("reset", claim.id(), "--seen", seen),
                    "is refused, since it holds a payload, which is a message",
                    steps);
            add(
                    lines.line("reset", claim.id(), "--seen", seen, "--payloads", "include"),
                    reset(claim, now) + "; the payload is deleted with it",
                    steps);
        }
    }

    private static String reset(Claim claim, Instant now) {
        if (claim.is(Status.COMPLETED)) {
            return "forgets that the work was done, so that it can be done again";
        }
        if (claim.freeAt(now)) {
            return "releases it, though it is free already";
        }
        return claim.is(Status.PROCESSING)
                ? "takes it from its holder, whose lease still runs, and frees it at once"
                : "frees it at once, whatever its status means to others";
    }

    private static void add(Optional<String> command, String effect, List<NextStep> steps) {
        command.ifPresent(line -> steps.add(new NextStep(line, effect)));
    }
}
