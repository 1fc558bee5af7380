package io.claimctl.claim;

/**
 * The claim was free at each look and somebody else was faster each time; nothing was acquired.
 *
 * @param id the claim id
 * @param tries how many acquisitions were tried
 */
public record Contended(String id, int tries) implements AcquireOutcome {

    @Override
    public <R> R match(AcquireOutcome.Cases<R> cases) {
        return cases.contended(this);
    }
}
