package io.claimctl.view;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.Acquired;
import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.Claim;
import io.claimctl.claim.Contended;
import io.claimctl.claim.Expired;
import io.claimctl.claim.Held;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.Status;
import io.claimctl.claim.Unknown;
import org.jspecify.annotations.Nullable;

/** Reports of acquisitions. */
final class AcquireReport implements AcquireOutcome.Cases<Report> {
    private final Situation situation;
    private final Settling settling;

    AcquireReport(Situation situation, Settling settling) {
        this.situation = situation;
        this.settling = settling;
    }

    @Override
    public Report acquired(Acquired outcome) {
        Facts facts = Situation.lease("acquired", outcome.lease());
        return Report.done(
                Situation.previous(outcome.previous(), facts), Operation.ACQUIRE, takeover(outcome.previous()));
    }

    @Override
    public Report held(Held outcome) {
        Claim claim = outcome.claim();
        return notDone(
                situation.present("held", claim),
                "claim " + Words.name(claim.id()) + " was not acquired: " + situation.words(claim));
    }

    @Override
    public Report alreadyCompleted(AlreadyCompleted outcome) {
        Claim claim = outcome.claim();
        return notDone(
                situation.present("already_completed", claim),
                "claim " + Words.name(claim.id()) + " was not acquired: " + situation.words(claim));
    }

    @Override
    public Report expired(Expired outcome) {
        String end = outcome.lease()
                .expiresAt()
                .map(at -> ", which ends at " + situation.time(at))
                .orElse("");
        return notDone(
                Situation.lease("expired", outcome.lease()),
                "claim " + Words.name(outcome.lease().id())
                        + " was acquired, but the answer came too late to rely on the lease" + end
                        + "; acquire it again after that");
    }

    @Override
    public Report contended(Contended outcome) {
        return notDone(
                new Facts()
                        .text(OutcomeField.OUTCOME, "contended")
                        .text(OutcomeField.ID, outcome.id())
                        .number(OutcomeField.TRIES, (long) outcome.tries()),
                "claim " + Words.name(outcome.id()) + " was not acquired: it was free, but others were faster each of "
                        + Words.count(outcome.tries(), "time") + "; try again");
    }

    @Override
    public Report malformed(Malformed outcome) {
        return notDone(Situation.malformed(outcome), Situation.malformedWords(outcome, "acquired"));
    }

    @Override
    public Report unknown(Unknown outcome) {
        return Situation.unknown(outcome, Operation.ACQUIRE, "acquired", settling.acquire(outcome));
    }

    private @Nullable String takeover(@Nullable Claim previous) {
        if (previous == null || previous.expiresAt() == null || previous.is(Status.RELEASED)) {
            return null;
        }
        if (!LeaseWords.over(previous, situation.now())) {
            return null; // it had no status, so nobody held it whatever its date
        }
        String ago = LeaseWords.ago(previous.expiresAt(), situation.now());
        if (previous.is(Status.COMPLETED)) {
            return "claim " + Words.name(previous.id()) + " had been completed before; that was forgotten " + ago;
        }
        String holder = previous.workerId() == null ? "its former holder" : Words.name(previous.workerId());
        return "claim " + Words.name(previous.id()) + " was taken over from " + holder + ", whose lease ended " + ago;
    }

    private static Report notDone(Facts facts, String sentence) {
        return Report.notDone(facts, Operation.ACQUIRE, sentence);
    }
}
