package io.claimctl.cli;

import io.claimctl.claim.Lease;
import io.claimctl.cli.process.Child;
import io.claimctl.cli.process.NotRunnable;
import io.claimctl.view.Times;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Starts the command of a run, in the caller's environment without what is ours. */
final class RunChild {
    private static final String LOCALE = "LC_ALL";
    private static final String CALLERS_LOCALE = "CLAIMCTL_CALLER_LC_ALL";
    private static final String SET_BY_THE_LAUNCHER = "CLAIMCTL_STDIO";
    /** The connection string, which may hold a password, and what the launcher passes to the JVM. */
    private static final Set<String> OURS = Set.of(
            "CLAIMCTL_URI", SET_BY_THE_LAUNCHER, "CLAIMCTL_WIDTH", "CLAIMCTL_CLOSED", CALLERS_LOCALE, "CLAIMCTL_TRAIN");

    private RunChild() {}

    /**
     * Starts it; to be called on a thread that lives as long as the process.
     *
     * @param lease that it works under; null for none
     */
    static Child start(RunPlan plan, @Nullable Lease lease, Context context) throws NotRunnable {
        Map<String, String> environment = context.environment();
        Set<String> removed = new HashSet<>(OURS);
        Map<String, String> added = new HashMap<>();
        removed.addAll(Set.of("CLAIMCTL_TOKEN", "CLAIMCTL_FENCE", "CLAIMCTL_EXPIRES_AT"));
        added.put("CLAIMCTL_ID", plan.id());
        if (lease != null) {
            added.put("CLAIMCTL_TOKEN", lease.token().value());
            lease.fence().ifPresent(fence -> added.put("CLAIMCTL_FENCE", Long.toString(fence)));
            lease.expiresAt().map((Instant at) -> Times.utc(at)).ifPresent(at -> added.put("CLAIMCTL_EXPIRES_AT", at));
        }
        if (environment.containsKey(SET_BY_THE_LAUNCHER)) {
            removed.add(LOCALE); // it set its own
        }
        String callers = environment.get(CALLERS_LOCALE);
        if (callers != null) {
            added.put(LOCALE, callers);
        }
        String mark = lease == null ? "" : lease.token().value();
        return Child.start(plan.command(), removed, added, context.host().stdio(), mark);
    }
}
