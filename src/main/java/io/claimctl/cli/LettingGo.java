package io.claimctl.cli;

import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.CompleteOutcome;
import io.claimctl.claim.Completed;
import io.claimctl.claim.Fenced;
import io.claimctl.claim.KeptForRecovery;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.Miss;
import io.claimctl.claim.NotFound;
import io.claimctl.claim.Payloads;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.claim.Released;
import io.claimctl.claim.Reset;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.Unknown;
import io.claimctl.view.Report;
import io.claimctl.view.SafeText;
import io.claimctl.view.Times;
import java.time.Duration;

/** What becomes of the claim after the command has ended by itself, and which exit code comes of both. */
final class LettingGo {
    private final RunPlan plan;
    private final ClaimStore store;
    private final RunVoice voice;

    LettingGo(RunPlan plan, ClaimStore store, RunVoice voice) {
        this.plan = plan;
        this.store = store;
        this.voice = voice;
    }

    /**
     * Lets it go, unless it was lost.
     *
     * @param code of the command; it stays the run's code, unless that is 0 and the claim was lost or not let go
     * @param lost whether the command went on after its lease was lost
     */
    int after(int code, Lease lease, boolean lost) {
        if (lost) {
            return lost(code);
        }
        if (code != 0 && plan.keepsFailed()) {
            String until =
                    lease.expiresAt().map(at -> " until " + Times.utc(at)).orElse("");
            voice.prose()
                    .say(voice.claim() + " is kept" + until + " under the token "
                            + SafeText.of(lease.token().value()) + ", since the command failed");
            return code;
        }
        ExitCode exit = letGo(code, lease);
        return code == 0 ? exit.code() : code;
    }

    private ExitCode letGo(int code, Lease lease) {
        Duration memory = code == 0 ? plan.memory() : null;
        try {
            return memory == null ? release(code, lease) : complete(lease, memory);
        } catch (StoreException e) {
            return voice.stays(code, lease, memory != null, e);
        }
    }

    /** The command went on without its lease, and the claim is not touched. */
    private int lost(int code) {
        voice.prose().error("the command has ended with " + code + ", but " + voice.claim() + " was lost before");
        return code == 0 ? ExitCode.LEASE_LOST.code() : code;
    }

    private ExitCode complete(Lease lease, Duration memory) {
        CompleteOutcome outcome = store.completeOrRecord(lease, memory);
        return outcome.match(new AfterCompleting(lease, voice.completed(outcome, store)));
    }

    private ExitCode release(int code, Lease lease) {
        ReleaseOutcome outcome = store.release(lease, Payloads.SKIP);
        return outcome.match(new AfterReleasing(code, lease, voice.released(outcome, store)));
    }

    /** What both have in common: the claim is another's, or nobody's. */
    private abstract class AfterMiss implements Miss.Cases<ExitCode> {
        final int code;
        final Lease lease;
        final Report report;

        AfterMiss(int code, Lease lease, Report report) {
            this.code = code;
            this.lease = lease;
            this.report = report;
        }

        final ExitCode not(ExitCode exit) {
            voice.notLetGo(code, report);
            return exit;
        }

        /** By this token: the command has done it itself. */
        @Override
        public ExitCode alreadyCompleted(AlreadyCompleted outcome) {
            voice.prose().detail(voice.claim() + " was completed by the command itself");
            return ExitCode.DONE;
        }

        @Override
        public ExitCode fenced(Fenced outcome) {
            return not(ExitCode.LEASE_LOST);
        }

        @Override
        public ExitCode malformed(Malformed outcome) {
            return not(ExitCode.REFUSED);
        }
    }

    private final class AfterCompleting extends AfterMiss implements CompleteOutcome.Cases<ExitCode> {
        AfterCompleting(Lease lease, Report report) {
            super(0, lease, report);
        }

        @Override
        public ExitCode completed(Completed outcome) {
            voice.prose().explain(report); // says it if it was late, or only recorded
            return ExitCode.DONE;
        }

        @Override
        public ExitCode unknown(Unknown outcome) {
            voice.unknown(code, lease, report);
            return ExitCode.UNKNOWN;
        }

        /** The command may have released it itself. */
        @Override
        public ExitCode reset(Reset outcome) {
            if (!outcome.byHolder()) {
                return not(ExitCode.LEASE_LOST);
            }
            voice.prose()
                    .say(voice.claim() + " was released by the command itself, so that its success is not remembered");
            return ExitCode.DONE;
        }

        /** Recording it failed for another reason than that: somebody was faster. */
        @Override
        public ExitCode notFound(NotFound outcome) {
            return not(ExitCode.LEASE_LOST);
        }
    }

    private final class AfterReleasing extends AfterMiss implements ReleaseOutcome.Cases<ExitCode> {
        AfterReleasing(int code, Lease lease, Report report) {
            super(code, lease, report);
        }

        @Override
        public ExitCode released(Released outcome) {
            return ExitCode.DONE;
        }

        @Override
        public ExitCode unknown(Unknown outcome) {
            voice.unknown(code, lease, report);
            return ExitCode.UNKNOWN;
        }

        @Override
        public ExitCode keptForRecovery(KeptForRecovery outcome) {
            voice.prose().say(String.valueOf(report.sentence()));
            return ExitCode.DONE;
        }

        /** Not by itself: that would be found to be released. */
        @Override
        public ExitCode reset(Reset outcome) {
            return not(ExitCode.LEASE_LOST);
        }

        @Override
        public ExitCode notFound(NotFound outcome) {
            voice.prose().say(report.sentence() + "; nothing was left to release");
            return ExitCode.DONE;
        }
    }
}
