package io.claimctl.claim;

/** What came of storing or clearing the payload of a claim. */
public sealed interface PayloadOutcome permits PayloadStored, PayloadCleared, Miss, Unknown {

    /** Calls the method that is named after this outcome. */
    <R> R match(Cases<R> cases);

    /** One method for each outcome, so that a forgotten one does not compile. */
    interface Cases<R> extends Miss.Cases<R> {
        R payloadStored(PayloadStored outcome);

        R payloadCleared(PayloadCleared outcome);

        R unknown(Unknown outcome);
    }
}
