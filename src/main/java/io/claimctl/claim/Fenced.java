package io.claimctl.claim;

/**
 * Another acquisition has the claim, or had it last; the token given has no say over it.
 *
 * @param claim the claim as it stands, with the other's token in {@code workerId}
 */
public record Fenced(Claim claim) implements Miss {

    @Override
    public <R> R match(Miss.Cases<R> cases) {
        return cases.fenced(this);
    }
}
