package io.claimctl.cli;

import io.claimctl.claim.Sleeper;
import io.claimctl.cli.process.Child;
import io.claimctl.view.Times;
import io.claimctl.worker.KeptLease;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Ends a command whose lease is lost, with all that it has started: TERM, and KILL after the grace or two safety margins
 * before the lease ends, whichever comes first. It says nothing itself, since a reader of standard error that hangs must
 * not keep a command alive. Thread-safe.
 */
final class LossStop {
    /** Between two looks at what is left of a command. */
    static final Duration LOOK = Duration.ofMillis(20);
    /** After it, what is left is not to be killed. */
    static final Duration LONGEST_KILLING = Duration.ofSeconds(10);

    static final String NOT_ENDED =
            "something of the command could not be ended, not even by KILL, such as a program of another user;"
                    + " others may have the claim while it runs";

    private enum Phase {
        RUNNING,
        LOST,
        WITHOUT_LEASE,
        OVER
    }

    private final RunPlan plan;
    private final Child child;
    private final KeptLease kept;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.RUNNING);

    LossStop(RunPlan plan, Child child, KeptLease kept) {
        this.plan = plan;
        this.child = child;
        this.kept = kept;
    }

    /** The lease is lost: false if the command has ended by itself before, so that nothing follows from that. */
    boolean lost() {
        return phase.compareAndSet(Phase.RUNNING, plan.endsWhenLost() ? Phase.LOST : Phase.WITHOUT_LEASE);
    }

    /** The command has ended: false if it was ended because of the loss. */
    boolean endedByItself() {
        return phase.compareAndSet(Phase.RUNNING, Phase.OVER) || phase.get() == Phase.WITHOUT_LEASE;
    }

    /** Whether it went on after its lease was lost. */
    boolean wentOn() {
        return phase.get() == Phase.WITHOUT_LEASE;
    }

    /** Ends the command, and says how, and how long before the end of its lease; or that it could not. */
    String end() {
        boolean obeyed = !plan.grace().isZero() && obeys();
        boolean gone = child.killTree(LONGEST_KILLING) || !child.treeAlive();
        Duration left = kept.time().untilEnd();
        if (!gone) {
            return NOT_ENDED;
        }
        String by = "the command was ended by " + (obeyed ? "TERM" : "KILL");
        String time = Times.exact(Duration.ofMillis(left.abs().toMillis()));
        return left.isNegative()
                ? by + " late: it may have run for " + time + " after its lease had ended"
                : by + ", " + time + " before its lease could end";
    }

    /** By what the lease has left: nothing renews it any more. */
    private boolean obeys() {
        child.signalTree("TERM");
        Duration atTerm = kept.time().left();
        while (child.treeAlive()) {
            Duration left = kept.time().left();
            if (atTerm.minus(left).compareTo(plan.grace()) >= 0 || left.compareTo(plan.forKilling()) <= 0) {
                return false;
            }
            Sleeper.THREAD.sleep(LOOK);
        }
        return true;
    }
}
