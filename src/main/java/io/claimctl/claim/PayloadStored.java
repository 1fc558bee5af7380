package io.claimctl.claim;

/**
 * The message is stored with the claim, for recovery.
 *
 * @param id the claim id
 * @param size in bytes; 0 if there was nothing to store, and nothing was sent
 */
public record PayloadStored(String id, int size) implements PayloadOutcome {

    @Override
    public <R> R match(PayloadOutcome.Cases<R> cases) {
        return cases.payloadStored(this);
    }
}
