package io.claimctl.claim;

import io.claimctl.claim.InterleavedDeed.Kind;
import io.claimctl.claim.SweptClaim.Result;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bson.BsonDocument;

/** P9: whether each result that a sweep reported is true, and nothing is missing from its report. */
final class InterleavedSweepChecks {
    private final List<InterleavedStep> steps;
    private final InterleavedDeed sweep;
    private final List<InterleavedStep> own;
    private final List<InterleavedStep> since; // its first write
    private String broken;

    InterleavedSweepChecks(List<InterleavedStep> steps, InterleavedDeed sweep) {
        this.steps = steps;
        this.sweep = sweep;
        own = steps.stream().filter(s -> s.deed() == sweep).toList();
        since = own.stream()
                .dropWhile(s -> !s.command().equals("update") && !s.command().equals("findAndModify"))
                .toList();
    }

    Optional<String> broken() {
        sweep.swept.forEach(this::isTrue);
        steps.get(0).before().forEach(this::isReported);
        sums();
        return Optional.ofNullable(broken);
    }

    private void holds(boolean kept, String what, SweptClaim swept) {
        if (!kept && broken == null) {
            broken = "P9 " + what + ": " + sweep.actor
                    + (swept == null ? "" : " told " + swept.seen().id() + " " + swept.result());
        }
    }

    private void isTrue(SweptClaim swept) {
        String id = swept.seen().id();
        Claim seen = swept.seen().readable();
        boolean released = own.stream()
                .anyMatch(s -> s.released(id)
                        && InterleavedChecks.sees(seen, s.before().get(id)));
        switch (swept.result()) {
            case RESET -> holds(released, "reset means that this sweep released it", swept);
            case UNCLEAR -> holds(aMarkWasLost(), "unclear only where it cannot be known", swept);
            default -> holds(!released, "what it released is reset", swept);
        }
        switch (swept.result()) {
            case CHANGED ->
                holds(stoodOnce(d -> d != null && !InterleavedChecks.sees(seen, d), id), "changed is true", swept);
            case GONE -> holds(stoodOnce(d -> d == null, id), "gone is true", swept);
            case SKIPPED ->
                holds(
                        isLeftAlone(seen) || stoodOnce(d -> InterleavedChecks.sees(seen, d), id),
                        "skipped is true",
                        swept);
            case WOULD_RESET, ERROR -> holds(false, "nothing fails here", swept);
            default -> {}
        }
    }

    private boolean stoodOnce(java.util.function.Predicate<BsonDocument> state, String id) {
        return since.stream().anyMatch(s -> state.test(s.after().get(id)));
    }

    private boolean isLeftAlone(Claim seen) {
        return (sweep.lease == LeaseFilter.EXPIRED && !seen.expiresAt().isBefore(sweep.firstRead))
                || (sweep.payloads == Payloads.SKIP && seen.payload() != null);
    }

    /** Whether what shows a release by this sweep was removed before its end; an acquisition is no such thing. */
    private boolean aMarkWasLost() {
        return steps.subList(0, Math.min(sweep.end + 1, steps.size())).stream().anyMatch(this::losesOurMark);
    }

    private boolean losesOurMark(InterleavedStep step) {
        return step.changed().stream()
                .filter(id -> step.deed() != sweep && !step.deed().is(Kind.ACQUIRE, Kind.TAKE_OVER))
                .filter(id -> own.stream().anyMatch(s -> s.released(id) && carriesMarkOf(s, step, id)))
                .anyMatch(id -> !step.after().containsKey(id)
                        || !mark(step.before().get(id)).equals(mark(step.after().get(id))));
    }

    private static boolean carriesMarkOf(InterleavedStep release, InterleavedStep step, String id) {
        BsonDocument before = step.before().get(id);
        return before != null && mark(release.after().get(id)).equals(mark(before));
    }

    private static String mark(BsonDocument document) {
        return String.valueOf(InterleavedChecks.text(document, Fields.RESET_BY));
    }

    /** A claim that was stale all the time, and that nobody else touched, must be in the report, and reset if it may be. */
    private void isReported(String id, BsonDocument first) {
        Claim claim = (Claim) Documents.row(first);
        Instant cutoff = sweep.firstRead.minus(sweep.request.olderThan());
        boolean touched = IntStream.range(0, Math.min(sweep.end + 1, steps.size()))
                .mapToObj(steps::get)
                .anyMatch(s -> s.deed() != sweep && s.changed().contains(id));
        if (touched || !StaleQuery.isStale(claim, cutoff)) {
            return;
        }
        List<SweptClaim> told =
                sweep.swept.stream().filter(s -> s.seen().id().equals(id)).toList();
        holds(told.size() == 1, "every stale claim is reported, " + id + " too", null);
        if (broken == null && !isLeftAlone(claim)) {
            Result result = told.get(0).result();
            boolean setBack = sweep.read.isBefore(sweep.firstRead); // the clock was, and its lease may be live again
            holds(
                    result == Result.RESET || result == Result.UNCLEAR || setBack,
                    "an untouched stale claim is reset",
                    told.get(0));
        }
    }

    private void sums() {
        if (sweep.outcome instanceof SweepReport report) {
            for (Result result : Result.values()) {
                long told =
                        sweep.swept.stream().filter(s -> s.result() == result).count();
                holds(report.count(result) == told, "the sums are those of the claims", null);
            }
            long deleted = own.stream()
                    .mapToLong(s -> s.changed().stream().filter(s::deleted).count())
                    .sum();
            holds(report.deleted() == deleted, "as many were deleted as it says", null);
        }
    }
}
