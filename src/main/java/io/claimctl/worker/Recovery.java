package io.claimctl.worker;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Sleeper;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.Tokens;
import java.time.Duration;

/**
 * Publishes the messages of workers that are gone again, and frees their other claims.
 *
 * <pre>{@code
 * Recovery recovery = Recovery.on(claims);
 * RecoveryRequest request = RecoveryRequest.olderThan(Duration.ofMinutes(2)).withLimit(100L);
 * scheduler.scheduleWithFixedDelay(
 *         () -> recovery.pass(request, (message, lease) -> broker.send(message.payload()), listener), 0, 30, SECONDS);
 * }</pre>
 *
 * <h2>How</h2>
 *
 * <ol>
 *   <li>Each stale claim with a payload, oldest first, is taken over if it is exactly as it was read, under a token
 *       {@code recover:…}: of two recoveries that see it, one gets it. A live lease is left alone unless asked for; one that
 *       a release kept, or an earlier recovery left, has nobody behind it and is taken whatever its lease.
 *   <li>Its message is published. Meanwhile the claim is renewed after every third of {@code olderThan}, so that it is not
 *       stale; if that fails for too long, the publisher is told that the lease is lost, before the claim is another's to take.
 *   <li>Published: the claim is completed under its token, and the payload dropped with the same command.
 *   <li>Not published: the claim stays as it is, payload and all, until {@code hold} ends. It is renewed no more, so it is
 *       stale again after {@code olderThan}, and a later pass takes it over. After a failure the next message waits for a
 *       second, and twice as long after each further one, up to half a minute. After too many in a row no more is tried;
 *       the others are taken over and held the same way, so that TTL does not delete them meanwhile.
 *   <li>The stale claims without a payload are {@linkplain ClaimStore#sweep swept}. A sweep leaves payloads alone, so no
 *       message is dropped that was not published.
 * </ol>
 *
 * <p>At least once: a recovery that ends between publishing and completing, or whose completion nobody observed, leaves a
 * message that will be published again. While nothing of that kind happens, once. All recoveries of a collection must use
 * one {@code olderThan}.
 *
 * <p>Thread-safe and immutable; each pass runs on its caller's thread.
 */
public final class Recovery {
    private final ClaimStore store;
    private final Sleeper sleeper;

    private Recovery(ClaimStore store, Sleeper sleeper) {
        this.store = store;
        this.sleeper = sleeper;
    }

    /** A recovery of these claims; the store's timeout is that of each of its operations. */
    public static Recovery on(ClaimStore store) {
        return new Recovery(store.withTokens(Tokens.recovery()), Sleeper.THREAD);
    }

    /** The same, which asks here before each message whether to go on, and waits here after a failure. */
    public Recovery withSleeper(Sleeper other) {
        return new Recovery(store, other);
    }

    /**
     * The shortest {@code olderThan} with which a claim can be kept while its message is published.
     *
     * @param timeout the store's
     * @param notice how long before the claim may be another's its publisher is told to stop
     */
    public static Duration shortestOlderThan(Duration timeout, Duration notice) {
        return LeaseKeeper.shortestTtl(timeout, notice);
    }

    /**
     * One pass.
     *
     * @param publisher is called for one message after the other; not in a dry run
     * @throws IllegalArgumentException if {@code olderThan} is too short for the store's timeout and the notice
     * @throws StoreException if the store failed before anything was changed; later failures are in the report
     */
    public RecoveryReport pass(RecoveryRequest request, Publisher publisher, RecoveryListener listener) {
        Duration shortest = shortestOlderThan(store.timeout(), request.notice());
        if (request.olderThan().compareTo(shortest) < 0) {
            throw new IllegalArgumentException("olderThan " + request.olderThan() + " is too short for a timeout of "
                    + store.timeout() + " and a notice of " + request.notice() + "; the shortest is " + shortest);
        }
        return new RecoveryPass(store, sleeper, request, publisher, listener).run();
    }
}
