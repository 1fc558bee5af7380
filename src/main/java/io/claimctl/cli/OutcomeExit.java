package io.claimctl.cli;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.Acquired;
import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.Changed;
import io.claimctl.claim.CompleteOutcome;
import io.claimctl.claim.Completed;
import io.claimctl.claim.Contended;
import io.claimctl.claim.Expired;
import io.claimctl.claim.Fenced;
import io.claimctl.claim.Gone;
import io.claimctl.claim.Held;
import io.claimctl.claim.KeptForRecovery;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.Miss;
import io.claimctl.claim.NotFound;
import io.claimctl.claim.PayloadCleared;
import io.claimctl.claim.PayloadOutcome;
import io.claimctl.claim.PayloadStored;
import io.claimctl.claim.RanOut;
import io.claimctl.claim.Reached;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.claim.Released;
import io.claimctl.claim.RenewOutcome;
import io.claimctl.claim.Renewed;
import io.claimctl.claim.Reset;
import io.claimctl.claim.ResetOutcome;
import io.claimctl.claim.Unknown;
import io.claimctl.claim.WaitOutcome;

/** The exit code of each outcome. */
final class OutcomeExit {
    private OutcomeExit() {}

    static ExitCode of(AcquireOutcome outcome) {
        return outcome.match(new OfAcquire());
    }

    static ExitCode of(CompleteOutcome outcome) {
        return outcome.match(new OfComplete());
    }

    static ExitCode of(RenewOutcome outcome) {
        return outcome.match(new OfRenew());
    }

    static ExitCode of(ReleaseOutcome outcome) {
        return outcome.match(new OfRelease());
    }

    static ExitCode of(WaitOutcome outcome) {
        return outcome.match(new OfWait());
    }

    static ExitCode of(ResetOutcome outcome) {
        return outcome.match(new OfReset());
    }

    static ExitCode of(PayloadOutcome outcome) {
        return outcome.match(new OfPayload());
    }

    private static final class OfAcquire implements AcquireOutcome.Cases<ExitCode> {
        @Override
        public ExitCode acquired(Acquired outcome) {
            return ExitCode.DONE;
        }

        @Override
        public ExitCode held(Held outcome) {
            return ExitCode.HELD;
        }

        @Override
        public ExitCode alreadyCompleted(AlreadyCompleted outcome) {
            return ExitCode.ALREADY_COMPLETED;
        }

        @Override
        public ExitCode expired(Expired outcome) {
            return ExitCode.LOST;
        }

        @Override
        public ExitCode contended(Contended outcome) {
            return ExitCode.TRY_LATER;
        }

        @Override
        public ExitCode malformed(Malformed outcome) {
            return ExitCode.REFUSED;
        }

        @Override
        public ExitCode unknown(Unknown outcome) {
            return ExitCode.UNKNOWN;
        }
    }

    /** What every operation by token may meet. */
    private static class OfMiss implements Miss.Cases<ExitCode> {
        @Override
        public ExitCode alreadyCompleted(AlreadyCompleted outcome) {
            return ExitCode.ALREADY_COMPLETED;
        }

        @Override
        public ExitCode fenced(Fenced outcome) {
            return ExitCode.LOST;
        }

        @Override
        public ExitCode reset(Reset outcome) {
            return ExitCode.LOST;
        }

        @Override
        public ExitCode notFound(NotFound outcome) {
            return ExitCode.NOT_FOUND;
        }

        @Override
        public ExitCode malformed(Malformed outcome) {
            return ExitCode.REFUSED;
        }
    }

    private static final class OfComplete extends OfMiss implements CompleteOutcome.Cases<ExitCode> {
        @Override
        public ExitCode completed(Completed outcome) {
            return ExitCode.DONE;
        }

        @Override
        public ExitCode alreadyCompleted(AlreadyCompleted outcome) {
            return ExitCode.DONE;
        }

        @Override
        public ExitCode unknown(Unknown outcome) {
            return ExitCode.UNKNOWN;
        }
    }

    private static final class OfRenew extends OfMiss implements RenewOutcome.Cases<ExitCode> {
        @Override
        public ExitCode renewed(Renewed outcome) {
            return ExitCode.DONE;
        }

        @Override
        public ExitCode expired(Expired outcome) {
            return ExitCode.LOST;
        }

        @Override
        public ExitCode unknown(Unknown outcome) {
            return ExitCode.UNKNOWN;
        }
    }

    private static final class OfRelease extends OfMiss implements ReleaseOutcome.Cases<ExitCode> {
        @Override
        public ExitCode released(Released outcome) {
            return ExitCode.DONE;
        }

        @Override
        public ExitCode keptForRecovery(KeptForRecovery outcome) {
            return ExitCode.REFUSED;
        }

        @Override
        public ExitCode unknown(Unknown outcome) {
            return ExitCode.UNKNOWN;
        }
    }

    private static final class OfPayload extends OfMiss implements PayloadOutcome.Cases<ExitCode> {
        @Override
        public ExitCode payloadStored(PayloadStored outcome) {
            return ExitCode.DONE;
        }

        @Override
        public ExitCode payloadCleared(PayloadCleared outcome) {
            return ExitCode.DONE;
        }

        @Override
        public ExitCode unknown(Unknown outcome) {
            return ExitCode.UNKNOWN;
        }
    }

    private static final class OfWait implements WaitOutcome.Cases<ExitCode> {
        @Override
        public ExitCode reached(Reached outcome) {
            return ExitCode.DONE;
        }

        @Override
        public ExitCode ranOut(RanOut outcome) {
            return ExitCode.TRY_LATER;
        }

        @Override
        public ExitCode alreadyCompleted(AlreadyCompleted outcome) {
            return ExitCode.ALREADY_COMPLETED;
        }

        @Override
        public ExitCode malformed(Malformed outcome) {
            return ExitCode.REFUSED;
        }
    }

    private static final class OfReset implements ResetOutcome.Cases<ExitCode> {
        @Override
        public ExitCode reset(Reset outcome) {
            return outcome.deletion() == Reset.Deletion.FAILED ? ExitCode.PARTIAL : ExitCode.DONE;
        }

        @Override
        public ExitCode changed(Changed outcome) {
            return ExitCode.LOST;
        }

        @Override
        public ExitCode gone(Gone outcome) {
            return ExitCode.NOT_FOUND;
        }

        @Override
        public ExitCode keptForRecovery(KeptForRecovery outcome) {
            return ExitCode.REFUSED;
        }

        @Override
        public ExitCode malformed(Malformed outcome) {
            return ExitCode.REFUSED;
        }

        @Override
        public ExitCode unknown(Unknown outcome) {
            return ExitCode.UNKNOWN;
        }
    }
}
