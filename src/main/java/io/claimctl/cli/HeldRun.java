package io.claimctl.cli;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Reset;
import io.claimctl.claim.Sleeper;
import io.claimctl.claim.StoreException;
import io.claimctl.cli.process.Child;
import io.claimctl.cli.process.NotRunnable;
import io.claimctl.view.RunStatus;
import io.claimctl.view.RunStatus.State;
import io.claimctl.worker.KeptLease;
import io.claimctl.worker.LeaseKeeper;
import io.claimctl.worker.LeaseListener;
import io.claimctl.worker.LeaseLoss;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Runs the command while the claim is held: starts it, keeps the lease, ends it if the lease is lost, lets the claim go.
 * What is said and written happens on the thread that waits for the command; what ends the command never waits for that.
 */
final class HeldRun implements LeaseListener {
    private final RunPlan plan;
    private final ClaimStore store;
    private final Context context;
    private final RunVoice voice;
    private final RunSignals signals;
    private final StatusFile status;
    private final BlockingQueue<Runnable> toSay = new LinkedBlockingQueue<>();
    private final CompletableFuture<LeaseLoss> loss = new CompletableFuture<>();
    private OptionalLong pid = OptionalLong.empty();

    HeldRun(RunPlan plan, ClaimStore store, Context context, RunVoice voice, RunSignals signals, StatusFile status) {
        this.plan = plan;
        this.store = store;
        this.context = context;
        this.voice = voice;
        this.signals = signals;
        this.status = status;
    }

    int run(Lease lease) {
        try (LeaseKeeper keeper = LeaseKeeper.on(store)) {
            KeptLease kept = keep(lease, keeper);
            write(State.RUNNING, lease); // before the command may look at it
            if (kept.lost()) {
                return lostBefore(kept);
            }
            signals.starting();
            return supervised(RunChild.start(plan, lease, context), kept);
        } catch (NotRunnable e) {
            giveBack(lease, "the command could not be started");
            throw RunCommand.refused(e);
        }
    }

    private KeptLease keep(Lease lease, LeaseKeeper keeper) {
        try {
            return keeper.keep(lease, plan.ttl(), plan.notice(), this);
        } catch (StoreException e) {
            giveBack(lease, "the server's clock, by which its lease is judged, could not be read");
            throw e;
        }
    }

    /** A command does not go on with nobody there to end it. */
    private int supervised(Child child, KeptLease kept) {
        try {
            return whileItRuns(child, kept);
        } catch (RuntimeException | Error e) {
            boolean ended = child.killTree(LossStop.LONGEST_KILLING);
            kept.close();
            afterAnError(ended, kept);
            throw e;
        }
    }

    /** A claim that was lost is not touched, nor is one let go while its command may still run. */
    private void afterAnError(boolean ended, KeptLease kept) {
        if (ended && !kept.lost()) {
            giveBack(kept.lease(), "the command was ended by an error of claimctl itself");
        } else if (!ended) {
            voice.prose().error(LossStop.NOT_ENDED + RunVoice.until(kept.lease()));
        }
    }

    /** After a suspend, or a disk that hung. */
    private int lostBefore(KeptLease kept) {
        kept.loss()
                .ifPresent(lost -> voice.prose()
                        .error(voice.reason(lost, kept.time().now()) + "; the command was not started"
                                + RunVoice.until(kept.lease())));
        return ExitCode.LEASE_LOST.code();
    }

    private void giveBack(Lease lease, String why) {
        voice.prose().error(voice.claim() + " " + GivenBack.of(lease, store) + ", since " + why);
    }

    @Override
    public void lost(LeaseLoss lost) {
        if (!releasedByCommand(lost)) {
            loss.complete(lost);
        }
    }

    /** As where the command completes its claim: what it gave up itself is no loss. */
    private static boolean releasedByCommand(LeaseLoss lost) {
        return lost instanceof LeaseLoss.Refused refused
                && refused.outcome() instanceof Reset reset
                && reset.byHolder();
    }

    @Override
    public void renewed(Lease lease) {
        toSay.add(() -> write(State.RUNNING, lease));
    }

    private int whileItRuns(Child child, KeptLease kept) {
        LossStop stop = new LossStop(plan, child, kept);
        CompletableFuture<Void> stopped = loss.thenAccept(lost -> {
            if (stop.lost()) {
                toSay.add(() -> sayLost(lost, kept));
                end(stop, lost);
            }
        });
        stopped.exceptionally(e -> {
            toSay.add(() -> {
                throw new IllegalStateException("the command could not be ended: " + e.getMessage(), e);
            });
            return null;
        });
        signals.goTo(child);
        pid = OptionalLong.of(child.pid());
        write(State.RUNNING, kept.lease());
        int code = ended(child);
        endTheRest(child);
        signals.goNowhere();
        if (!stop.endedByItself()) {
            stopped.join();
            sayTheRest();
            voice.taker(loss.join(), store);
            return ExitCode.LEASE_LOST.code();
        }
        kept.close();
        return new LettingGo(plan, store, voice).after(code, kept.lease(), stop.wentOn());
    }

    private int ended(Child child) {
        CompletableFuture<Void> woken = child.ended().thenRun(() -> toSay.add(() -> {}));
        try {
            while (!child.ended().isDone()) {
                toSay.take().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        woken.join();
        sayTheRest();
        return child.ended().join();
    }

    private void sayTheRest() {
        for (Runnable left = toSay.poll(); left != null; left = toSay.poll()) {
            left.run();
        }
    }

    /** How it went is said at once: a command that could not be ended may go on for long. */
    private void end(LossStop stop, LeaseLoss lost) {
        if (plan.endsWhenLost()) {
            String how = stop.end() + RunVoice.foundOut(lost, plan.ttl());
            toSay.add(() -> voice.prose().error(how));
        }
    }

    private void sayLost(LeaseLoss lost, KeptLease kept) {
        write(State.LOST, lost.lease());
        String then =
                plan.endsWhenLost() ? "the command is being ended" : "the command goes on, since --on-lost says so";
        voice.prose().error(voice.reason(lost, kept.time().now()) + "; " + then);
    }

    /** A command that was told to end may leave behind what it has started; the claim is kept until that has ended, too. */
    private void endTheRest(Child child) {
        if (!signals.ending()) {
            return;
        }
        Duration waited = Duration.ZERO;
        while (child.treeAlive() && waited.compareTo(plan.grace()) < 0) {
            Sleeper.THREAD.sleep(LossStop.LOOK);
            waited = waited.plus(LossStop.LOOK);
        }
        if (!child.killTree(LossStop.LONGEST_KILLING)) {
            voice.prose().error(LossStop.NOT_ENDED);
        }
    }

    private void write(State state, Lease lease) {
        status.write(new RunStatus(state, plan.id(), lease, pid, OptionalInt.empty()));
    }
}
