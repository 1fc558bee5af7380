package io.claimctl.claim;

/**
 * There is no claim of this id (any more): never acquired, deleted by TTL, or deleted by a Go worker.
 *
 * @param id the claim id
 */
public record NotFound(String id) implements Miss {

    @Override
    public <R> R match(Miss.Cases<R> cases) {
        return cases.notFound(this);
    }
}
