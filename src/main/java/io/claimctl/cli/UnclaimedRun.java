package io.claimctl.cli;

import io.claimctl.cli.connection.Connection;
import io.claimctl.cli.process.Child;
import io.claimctl.cli.process.NotRunnable;
import io.claimctl.view.RunStatus;
import io.claimctl.view.RunStatus.State;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A command that runs without a claim: nothing is sent to the store. */
final class UnclaimedRun {
    private final RunPlan plan;
    private final Context context;
    private final RunSignals signals;
    private final StatusFile status;

    UnclaimedRun(RunPlan plan, Context context, RunSignals signals, StatusFile status) {
        this.plan = plan;
        this.context = context;
        this.signals = signals;
        this.status = status;
    }

    int run() {
        context.lastConnection().ifPresent(Connection::close); // not even a heartbeat
        status.write(RunStatus.of(State.UNCLAIMED, plan.id())); // before the command may look at it
        try {
            signals.starting();
            Child child = RunChild.start(plan, null, context);
            signals.goTo(child);
            status.write(
                    new RunStatus(State.UNCLAIMED, plan.id(), null, OptionalLong.of(child.pid()), OptionalInt.empty()));
            return child.ended().join();
        } catch (NotRunnable e) {
            throw RunCommand.refused(e);
        }
    }
}
