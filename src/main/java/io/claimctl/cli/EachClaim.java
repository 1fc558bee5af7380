package io.claimctl.cli;

import io.claimctl.claim.StoreException;
import io.claimctl.view.Operation;
import io.claimctl.view.OutcomeSink;
import io.claimctl.view.Report;
import io.claimctl.view.SafeText;
import io.claimctl.view.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Runs an operation on each of the claims named, shows what came of each, and ends with the code of all. */
final class EachClaim {
    /** What fails for one claim like this fails for the next, too, and may take a whole --timeout each time. */
    private static final Set<ExitCode> HOPELESS = Set.of(ExitCode.UNREACHABLE, ExitCode.TRY_LATER, ExitCode.DENIED);

    private final Context context;
    private final View view;
    private final Prose prose;
    private final Operation operation;
    private final List<String> ids;

    EachClaim(Context context, View view, Prose prose, Operation operation, List<String> ids) {
        this.context = context;
        this.view = view;
        this.prose = prose;
        this.operation = operation;
        this.ids = ids;
    }

    /** What came of the operation on one claim. */
    record Ended(Report report, ExitCode exit) {}

    /** The operation on one claim. */
    @FunctionalInterface
    interface Step {
        /** Runs it on the id at this place. */
        Ended run(int index);

        /** Takes back what nobody was told of; false if it was not taken back, so that it is to be said elsewhere. */
        default boolean takenBack() {
            return false;
        }
    }

    int run(Step step) {
        if (ids.size() == 1) {
            Ended ended = step.run(0);
            show(ended, report -> view.report(report, ended.exit().code()), step, 0);
            return ended.exit().code();
        }
        OutcomeSink sink = view.outcomes(operation);
        List<ExitCode> exits = new ArrayList<>();
        boolean hopeless = false;
        for (int i = 0; i < ids.size(); i++) {
            Ended ended = hopeless ? notTried(i, exits) : tried(step, i, sink);
            hopeless |= ended.report().outcome().equals("error") && HOPELESS.contains(ended.exit());
            show(ended, sink::report, step, i);
            exits.add(ended.exit());
        }
        sink.end();
        return ofAll(exits).code();
    }

    private Ended tried(Step step, int index, OutcomeSink sink) {
        try {
            return step.run(index);
        } catch (Refusal e) {
            sink.end(); // what was done before is whole all the same
            throw e;
        } catch (StoreException e) {
            Failures.Said said = Failures.store(e, context);
            String id = ids.get(index);
            return new Ended(
                    Report.none(operation, "error", id, "claim " + SafeText.of(id) + ": " + said.sentence()),
                    said.exit());
        }
    }

    private Ended notTried(int index, List<ExitCode> exits) {
        String id = ids.get(index);
        return new Ended(
                Report.none(operation, "not_tried", id, "claim " + SafeText.of(id) + " was not tried"),
                exits.get(exits.size() - 1));
    }

    /** The outcome is a fact by now: where it cannot be written, it is said on standard error. */
    private void show(Ended ended, Consumer<Report> write, Step step, int index) {
        try {
            write.accept(ended.report());
        } catch (OutputFailure e) {
            if (!step.takenBack()) {
                prose.error("the outcome for claim " + SafeText.of(ids.get(index)) + " is "
                        + ended.report().outcome() + ", though it could not be written to standard output");
            }
            throw e;
        }
        prose.explain(ended.report());
    }

    private static ExitCode ofAll(List<ExitCode> exits) {
        return exits.stream().distinct().count() == 1 ? exits.get(0) : ExitCode.PARTIAL;
    }
}
