package io.claimctl.worker;

import org.jspecify.annotations.Nullable;

/**
 * What is done with a message while its claim is held.
 *
 * @param <T> what comes of it
 * @param <X> what it throws
 */
@FunctionalInterface
public interface Work<T extends @Nullable Object, X extends Exception> {

    /**
     * Does it. Returning is success; whatever it throws, an error too, is failure.
     *
     * @param lease to stop when it is lost: another may do the same work then; its fence is for what this work changes
     *     elsewhere
     * @throws X if it failed; the message may come again
     */
    T run(WorkLease lease) throws X;
}
