package io.claimctl.cli;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.CompleteOutcome;
import io.claimctl.claim.Fenced;
import io.claimctl.claim.Lease;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.claim.StoreException;
import io.claimctl.view.CommandLines;
import io.claimctl.view.Report;
import io.claimctl.view.SafeText;
import io.claimctl.view.Times;
import io.claimctl.view.View;
import io.claimctl.worker.LeaseLoss;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a run says, all of it on standard error. */
final class RunVoice {
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final RunPlan plan;
    private final Context context;
    private final Prose prose;
    private final View view;
    private final CommandLines lines;

    /** @param repeated options of the connection, for command lines to copy */
    RunVoice(RunPlan plan, Context context, Prose prose, View view, List<String> repeated) {
        this.plan = plan;
        this.context = context;
        this.prose = prose;
        this.view = view;
        this.lines = new CommandLines(repeated);
    }

    Prose prose() {
        return prose;
    }

    /** "claim nightly". */
    String claim() {
        return "claim " + SafeText.of(plan.id());
    }

    /** What came of acquiring. */
    Report acquired(AcquireOutcome outcome, ClaimStore store) {
        return view.acquired(
                outcome, List.of("--ttl", Times.exact(plan.ttl())), store.time().earliest());
    }

    /** An outcome that is no error: somebody else does the work, or has done it. */
    void notRun(Report report) {
        prose.say(report.sentence() + "; the command was not run");
    }

    /** What came of completing, after the command ended with 0. */
    Report completed(CompleteOutcome outcome, ClaimStore store) {
        return view.completed(outcome, completion(), store.time().earliest());
    }

    /** What came of releasing. */
    Report released(ReleaseOutcome outcome, ClaimStore store) {
        return view.released(outcome, List.of(), store.time().earliest());
    }

    /** The claim was not let go as it should have been. */
    void notLetGo(int code, Report report) {
        prose.error("the command has ended with " + code + ", but " + report.sentence());
        report.next().forEach(prose::error);
    }

    /** The claim was not let go, since the store failed; what does it later. */
    ExitCode stays(int code, Lease lease, boolean completing, StoreException failure) {
        Failures.Said said = Failures.store(failure, context);
        String verb = completing ? "complete" : "release";
        prose.error("the command has ended with " + code + ", but " + claim() + " was not " + verb + "d: "
                + said.sentence()
                + until(lease));
        List<String> options = new ArrayList<>(List.of("--token", lease.token().value()));
        options.addAll(completing ? completion() : List.of());
        lines.line(verb, plan.id(), options.toArray(new String[0]))
                .ifPresent(line -> prose.error("this does it: " + line));
        return said.exit() == ExitCode.TRY_LATER ? ExitCode.UNREACHABLE : said.exit(); // 75 is for busy
    }

    /** As {@link #notLetGo}, where nobody knows whether it was. */
    void unknown(int code, Lease lease, Report report) {
        notLetGo(code, report);
        lease.expiresAt()
                .ifPresent(at -> prose.error(
                        claim() + " stays held until " + Times.utc(at) + ", unless that is applied after all"));
    }

    /** Where the store itself said that the claim is another's, it may have been so for a while. */
    static String foundOut(LeaseLoss lost, Duration ttl) {
        return lost instanceof LeaseLoss.Refused
                ? "; but the claim was not its own any more by then, for up to " + Times.exact(ttl.dividedBy(3))
                        + ", as the renewal found"
                : "";
    }

    /** "; it stays held until …". */
    static String until(Lease lease) {
        return lease.expiresAt()
                .map(at -> "; it stays held until " + Times.utc(at))
                .orElse("");
    }

    private List<String> completion() {
        Duration memory = plan.memory() == null ? ClaimStore.DEFAULT_MEMORY : plan.memory();
        return List.of("--memory", Times.exact(memory), "--record-missing");
    }

    /** Why a lease is lost. */
    String reason(LeaseLoss loss, Instant now) {
        return loss.match(new LeaseLoss.Cases<>() {
            @Override
            public String refused(LeaseLoss.Refused refused) {
                return String.valueOf(
                        view.renewed(refused.outcome(), List.of(), now).sentence());
            }

            @Override
            public String unconfirmed(LeaseLoss.Unconfirmed unconfirmed) {
                return "the lease of " + claim() + " could not be renewed in time" + why(unconfirmed.failure());
            }

            @Override
            public String stoodStill(LeaseLoss.StoodStill still) {
                return "claimctl or its host stood still for too long to keep " + claim() + ": it should have acted "
                        + Times.exact(Duration.ofMillis(still.late().toMillis())) + " ago";
            }
        });
    }

    /** Who has the claim by now, where the loss itself did not say it; one read, which need not be answered. */
    void taker(LeaseLoss loss, ClaimStore store) {
        if (loss instanceof LeaseLoss.Refused) {
            return;
        }
        try {
            store.withTimeout(LOOK)
                    .find(plan.id())
                    .map(ClaimRow::readable)
                    .filter(claim -> !loss.lease().token().value().equals(claim.workerId()))
                    .ifPresent(claim -> prose.error(String.valueOf(view.renewed(
                                    new Fenced(claim), List.of(), store.time().earliest())
                            .sentence())));
        } catch (StoreException e) {
            prose.detail("who has " + claim() + " by now is not known");
        }
    }

    private String why(@Nullable RuntimeException failure) {
        if (failure instanceof StoreException store) {
            return ": " + Failures.store(store, context).sentence();
        }
        return failure == null ? "" : ": " + context.secrets().scrub(String.valueOf(failure.getMessage()));
    }
}
