package io.claimctl.cli;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.Acquired;
import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Contended;
import io.claimctl.claim.Expired;
import io.claimctl.claim.Held;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.Unknown;
import io.claimctl.cli.process.Signals.Caught;
import io.claimctl.view.Report;
import java.util.Optional;

/** One run of a command under a claim: from asking for the claim to the exit code. */
final class Run implements AcquireOutcome.Cases<Integer> {
    private final RunPlan plan;
    private final ClaimStore store;
    private final Context context;
    private final RunVoice voice;
    private final RunSignals signals;
    private final StatusFile status;

    Run(RunPlan plan, ClaimStore store, Context context, RunVoice voice, StatusFile status) {
        this.plan = plan;
        this.store = store;
        this.context = context;
        this.voice = voice;
        this.status = status;
        this.signals = new RunSignals(context.host().signals(), voice.prose());
    }

    int run() {
        AcquireOutcome outcome;
        try {
            outcome = plan.patience() == null
                    ? store.acquire(plan.id(), plan.ttl())
                    : store.acquire(plan.id(), plan.ttl(), store.waiting(plan.patience(), signals));
        } catch (StoreException e) {
            return notAcquired(e);
        }
        Optional<Caught> signal = signals.stoppedBy();
        return signal.isPresent() ? stopped(outcome, signal.get()) : outcome.match(this);
    }

    private int notAcquired(StoreException e) {
        Optional<Caught> signal = signals.stoppedBy();
        if (signal.isPresent()) {
            return stopped(signal.get(), ": " + Failures.store(e, context).sentence());
        }
        if (!plan.runsUnclaimed()) {
            Failures.Said said = Failures.store(e, context);
            voice.prose().error(voice.claim() + " was not acquired, and the command was not run: " + said.sentence());
            return said.exit().code();
        }
        return unclaimed("there is no claim: " + Failures.store(e, context).sentence());
    }

    private int stopped(AcquireOutcome outcome, Caught signal) {
        if (outcome instanceof Unknown) {
            voice.prose().explain(voice.acquired(outcome, store));
        }
        String held = outcome.acquired()
                .map(acquired -> "; it " + GivenBack.of(acquired.lease(), store))
                .orElse("");
        return stopped(signal, held);
    }

    private int stopped(Caught signal, String more) {
        voice.prose().error("stopped by the signal " + signal.name() + ", without " + voice.claim() + more);
        return ExitCode.signal(signal.number());
    }

    @Override
    public Integer acquired(Acquired outcome) {
        voice.prose().explain(voice.acquired(outcome, store)); // says it if it was taken over
        return new HeldRun(plan, store, context, voice, signals, status).run(outcome.lease());
    }

    @Override
    public Integer held(Held outcome) {
        return busy(outcome);
    }

    @Override
    public Integer contended(Contended outcome) {
        return busy(outcome);
    }

    private int busy(AcquireOutcome outcome) {
        voice.notRun(voice.acquired(outcome, store));
        return plan.busy();
    }

    @Override
    public Integer alreadyCompleted(AlreadyCompleted outcome) {
        Report report = voice.acquired(outcome, store);
        if (plan.skipsCompleted()) {
            voice.notRun(report);
            return ExitCode.DONE.code();
        }
        voice.prose().error(report.sentence() + "; the command was not run");
        return ExitCode.ALREADY_COMPLETED.code();
    }

    @Override
    public Integer expired(Expired outcome) {
        Lease lease = outcome.lease();
        voice.prose().explain(voice.acquired(outcome, store));
        voice.prose().say(voice.claim() + " " + GivenBack.of(lease, store));
        return ExitCode.LOST.code();
    }

    @Override
    public Integer malformed(Malformed outcome) {
        voice.prose().explain(voice.acquired(outcome, store));
        return ExitCode.REFUSED.code();
    }

    @Override
    public Integer unknown(Unknown outcome) {
        voice.prose().explain(voice.acquired(outcome, store));
        return plan.runsUnclaimed() ? unclaimed("whether there is a claim is not known") : ExitCode.UNKNOWN.code();
    }

    /** As the workers do where their store is down. */
    private int unclaimed(String why) {
        voice.prose()
                .error("the command runs without a claim, since --store-down run says so; others may run it at the same"
                        + " time (" + why + ")");
        return new UnclaimedRun(plan, context, signals, status).run();
    }
}
