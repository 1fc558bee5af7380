package io.claimctl.cli;

import io.claimctl.claim.Lease;
import io.claimctl.cli.process.Child;
import io.claimctl.cli.process.NotRunnable;
import io.claimctl.view.Times;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Starts the command of a run, in the caller's environment without what is ours. */
final class RunChild {
    private RunChild() {}

    /**
     * Starts it; to be called on a thread that lives as long as the process.
     *
     * @param lease that it works under; null for none
     */
    static Child start(RunPlan plan, @Nullable Lease lease, Context context) throws NotRunnable {
        ChildEnvironment environment = new ChildEnvironment(context.environment());
        environment.put("CLAIMCTL_ID", plan.id());
        if (lease != null) {
            environment.put("CLAIMCTL_TOKEN", lease.token().value());
            lease.fence().ifPresent(fence -> environment.put("CLAIMCTL_FENCE", Long.toString(fence)));
            lease.expiresAt()
                    .map((Instant at) -> Times.utc(at))
                    .ifPresent(at -> environment.put("CLAIMCTL_EXPIRES_AT", at));
        }
        String mark = lease == null ? "" : lease.token().value();
        return Child.start(
                plan.command(),
                environment.removed(),
                environment.added(),
                context.host().stdio(),
                mark);
    }
}
