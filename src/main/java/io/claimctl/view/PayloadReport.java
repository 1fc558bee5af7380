package io.claimctl.view;

import io.claimctl.claim.PayloadCleared;
import io.claimctl.claim.PayloadOutcome;
import io.claimctl.claim.PayloadStored;
import io.claimctl.claim.Unknown;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reports of messages that were stored or cleared. */
final class PayloadReport extends TokenReport implements PayloadOutcome.Cases<Report> {
    private final Function<Unknown, List<NextStep>> settling;

    private PayloadReport(
            Situation situation, Operation operation, String done, Function<Unknown, List<NextStep>> settling) {
        super(situation, operation, done);
        this.settling = settling;
    }

    /** @param file where the message was read from; null if it cannot be read there a second time */
    static PayloadReport ofPut(Situation situation, Settling settling, @Nullable String file) {
        return new PayloadReport(
                situation, Operation.PAYLOAD_PUT, "given a payload", outcome -> settling.put(outcome, file));
    }

    static PayloadReport ofClear(Situation situation, Settling settling) {
        return new PayloadReport(
                situation,
                Operation.PAYLOAD_CLEAR,
                "cleared of its payload",
                outcome -> settling.again("payload clear", outcome));
    }

    /** An empty message is no message to the workers, and nobody shall take it for stored. */
    @Override
    public Report payloadStored(PayloadStored outcome) {
        boolean empty = outcome.size() == 0;
        return Report.done(
                new Facts()
                        .text(OutcomeField.OUTCOME, empty ? "nothing_stored" : "payload_stored")
                        .text(OutcomeField.ID, outcome.id())
                        .number(OutcomeField.PAYLOAD_BYTES, empty ? null : (Long) (long) outcome.size()),
                Operation.PAYLOAD_PUT,
                empty
                        ? "the message is empty, so nothing was stored; claim " + Words.name(outcome.id())
                                + " was not looked at, and what it holds is as it was"
                        : null);
    }

    @Override
    public Report payloadCleared(PayloadCleared outcome) {
        return Report.done(
                new Facts().text(OutcomeField.OUTCOME, "payload_cleared").text(OutcomeField.ID, outcome.id()),
                Operation.PAYLOAD_CLEAR,
                null);
    }

    @Override
    public Report unknown(Unknown outcome) {
        return unknown(outcome, settling.apply(outcome));
    }
}
