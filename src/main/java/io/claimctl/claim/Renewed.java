package io.claimctl.claim;

/**
 * The lease runs on, at least as long as was asked for. A positive answer of the server, or a read that found the token and
 * the later end, proves it.
 *
 * @param lease the lease as it stands now
 */
public record Renewed(Lease lease) implements RenewOutcome {

    @Override
    public <R> R match(RenewOutcome.Cases<R> cases) {
        return cases.renewed(this);
    }
}
