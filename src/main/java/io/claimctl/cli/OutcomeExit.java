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
import io.claimctl.claim.NotFound;
import io.claimctl.claim.Reset;
import io.claimctl.claim.ResetOutcome;
import io.claimctl.claim.Unknown;

/** The exit code of each outcome. */
final class OutcomeExit {
    private OutcomeExit() {}

    static ExitCode of(AcquireOutcome outcome) {
        return outcome.match(new OfAcquire());
    }

    static ExitCode of(CompleteOutcome outcome) {
        return outcome.match(new OfComplete());
    }

    static ExitCode of(ResetOutcome outcome) {
        return outcome.match(new OfReset());
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

    private static final class OfComplete implements CompleteOutcome.Cases<ExitCode> {
        @Override
        public ExitCode completed(Completed outcome) {
            return ExitCode.DONE;
        }

        @Override
        public ExitCode alreadyCompleted(AlreadyCompleted outcome) {
            return ExitCode.DONE; // by this very token
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

        @Override
        public ExitCode unknown(Unknown outcome) {
            return ExitCode.UNKNOWN;
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
