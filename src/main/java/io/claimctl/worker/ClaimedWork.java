package io.claimctl.worker;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.Acquired;
import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Held;
import io.claimctl.claim.Lease;
import io.claimctl.claim.StoreException;
import io.claimctl.worker.WorkOutcome.ClaimEnd;
import io.claimctl.worker.WorkOutcome.Ran;
import io.claimctl.worker.WorkOutcome.Skipped;
import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Does the work of each message while its claim is held, so that no two workers do the same at a time, and none does again
 * what is done.
 *
 * <pre>{@code
 * import com.mongodb.MongoNamespace;
 * import com.mongodb.client.MongoClient;
 * import com.mongodb.client.MongoClients;
 * import io.claimctl.claim.ClaimStore;
 * import io.claimctl.worker.ClaimedWork;
 * import io.claimctl.worker.LeaseKeeper;
 * import io.claimctl.worker.Message;
 * import io.claimctl.worker.WorkLease;
 * import io.claimctl.worker.WorkOutcome;
 * import java.nio.charset.StandardCharsets;
 *
 * public final class Shipping {
 *     public static void main(String[] arguments) throws InterruptedException {
 *         try (MongoClient client = MongoClients.create(arguments[0])) {
 *             ClaimStore claims = ClaimStore.on(client, new MongoNamespace("shop", "_message_state"));
 *             try (LeaseKeeper keeper = LeaseKeeper.on(claims)) {
 *                 ClaimedWork work = ClaimedWork.on(claims, keeper).withPayloadsUpTo(64 * 1024);
 *                 byte[] order = "{\"parcels\": 3}".getBytes(StandardCharsets.UTF_8);
 *                 Message message = Message.of("order-1").withPayload(order).withEventName("order.created");
 *                 WorkOutcome<Integer> outcome = work.run(message, lease -> ship(message, lease));
 *                 System.out.println(outcome.ran().map(ran -> ran.result() + " shipped").orElse("done elsewhere"));
 *             }
 *         }
 *     }
 *
 *     private static int ship(Message message, WorkLease lease) throws InterruptedException {
 *         Thread worker = Thread.currentThread();
 *         lease.whenLost(loss -> worker.interrupt());          // ends what this thread waits for
 *         int shipped = 0;
 *         while (shipped < 3) {
 *             if (lease.lost()) {
 *                 throw new InterruptedException("the claim of " + message.id() + " is lost");
 *             }
 *             shipped++;                                       // send lease.lease().orElseThrow().fence() along
 *         }
 *         return shipped;
 *     }
 * }
 * }</pre>
 *
 * <h2>How</h2>
 *
 * <ol>
 *   <li>A message without an id: the work runs, and nothing is sent.
 *   <li>The claim is acquired. {@code Held}, {@code AlreadyCompleted}: the work is skipped.
 *   <li>The store failed, or the outcome is {@code Unknown}, {@code Expired}, {@code Contended} or {@code Malformed}: this
 *       throws. Skipping would acknowledge a message that nobody works on. After {@code Unknown} and {@code Expired} one
 *       release is tried before, for two seconds at most: the claim may stand there, held by nobody.
 *       {@linkplain #withFailOpen Failing open}, the work runs without a claim, and nothing more is sent for it. An
 *       interrupt of this thread is no failure of the store, and throws.
 *   <li>The lease is kept by the {@link LeaseKeeper}. The message is stored with the claim, if that is
 *       {@linkplain #withPayloadsUpTo wanted}. A failure to store it does not stop the work; a claim that is found to be lost
 *       does, and this throws.
 *   <li>The work runs, and learns of a loss by its {@link WorkLease}.
 *   <li>Its renewals end. If the claim was lost, it is not completed any more. If the store has said that it is another's,
 *       nothing more is sent, whatever has come of the work.
 *   <li>The work succeeded: its claim is completed, which drops the message with the same command. Where the store refuses
 *       or fails, the result is returned all the same, and says so.
 *   <li>The work failed: its claim is released, unless a message is found with it, for which it is kept instead; one
 *       command decides. So it is if its lease has merely come to its end: that claim may still be ours, and TTL would
 *       take the message. What the work threw is thrown, whatever comes of that.
 * </ol>
 *
 * <p>Each command names the token of this acquisition, so a successor's claim is never touched. Each step is told to the
 * {@link WorkListener}. Immutable and thread-safe; closes nothing.
 */
public final class ClaimedWork {
    /** How long a lease runs, and each renewal lets it run, unless told otherwise. */
    public static final Duration DEFAULT_TTL = Duration.ofMinutes(1);
    /** How long before the safety margin the work is told of a loss, unless told otherwise. */
    public static final Duration DEFAULT_NOTICE = Duration.ofSeconds(2);

    private final ClaimStore claims;
    private final LeaseKeeper keeper;
    private final WorkChoices choices;
    private final WorkEvents events;

    private ClaimedWork(ClaimStore claims, LeaseKeeper keeper, WorkChoices choices, WorkEvents events) {
        this.claims = claims;
        this.keeper = keeper;
        this.choices = choices;
        this.events = events;
    }

    /** Work on these claims with {@link #DEFAULT_TTL} and {@link #DEFAULT_NOTICE}; storing nothing, and not failing open. */
    public static ClaimedWork on(ClaimStore claims, LeaseKeeper keeper) {
        return on(claims, keeper, DEFAULT_TTL, DEFAULT_NOTICE);
    }

    /**
     * The same with another lease.
     *
     * @param claims those that the keeper renews
     * @param keeper keeps the leases; it may keep others
     * @param ttl how long others wait if this host is gone; the work may last longer
     * @param notice how long before the safety margin the work is told of a loss: what it needs to stop
     * @throws IllegalArgumentException if such a lease cannot be kept, see {@link LeaseKeeper#shortestTtl}
     */
    public static ClaimedWork on(ClaimStore claims, LeaseKeeper keeper, Duration ttl, Duration notice) {
        keeper.requirePossible(ttl, notice);
        WorkChoices choices = new WorkChoices(ttl, notice, ClaimStore.DEFAULT_MEMORY, OptionalInt.empty(), false);
        return new ClaimedWork(claims, keeper, choices, new WorkEvents(new WorkListener() {}));
    }

    /** The same, remembering a completion for this long: a message that comes again within it is skipped. */
    public ClaimedWork withMemory(Duration memory) {
        return with(choices.withMemory(memory));
    }

    /**
     * The same, storing each message with its claim while it is worked on, so that recovery can publish it again if it comes
     * in time. For transports that do not deliver again by themselves. The message of a failed work is kept for ten minutes
     * at least. That of a process that was killed goes with its claim: TTL deletes both within about a minute after the end of
     * the lease. So take a lease of ten minutes or more, and run recovery every minute, for claims that were not renewed for
     * well over a third of it, whatever their lease.
     *
     * @param bytes a larger message is not stored
     */
    public ClaimedWork withPayloadsUpTo(int bytes) {
        return with(choices.withLargest(bytes));
    }

    /** The same, running the work without a claim where it could not be acquired: it may then run twice at a time. */
    public ClaimedWork withFailOpen() {
        return with(choices.asFailingOpen());
    }

    /** The same, telling this listener. */
    public ClaimedWork withListener(WorkListener listener) {
        return new ClaimedWork(claims, keeper, choices, new WorkEvents(listener));
    }

    private ClaimedWork with(WorkChoices other) {
        return new ClaimedWork(claims, keeper, other, events);
    }

    /**
     * Does this message's work on this thread, if nobody else does it or has done it.
     *
     * @throws X what the work throws
     * @throws StoreException if the store failed; the work was not started
     * @throws NotStartedException if it is not known that the claim is held; the work was not started
     * @throws IllegalStateException if the keeper or the client is closed; the work was not started
     */
    public <T extends @Nullable Object, X extends Exception> WorkOutcome<T> run(Message message, Work<T, X> work)
            throws X {
        if (message.id().isEmpty()) {
            return new Ran<>(unclaimed(work), ClaimEnd.NO_ID);
        }
        ClaimedRun claimed;
        try {
            AcquireOutcome outcome = claims.acquire(message.id(), choices.ttl());
            if (outcome instanceof Held || outcome instanceof AlreadyCompleted) {
                events.tell(listener -> listener.skipped(message, outcome));
                return new Skipped<>(outcome);
            }
            claimed = claimed(message, outcome);
        } catch (StoreException | NotStartedException e) {
            return failedOpen(message, work, e);
        }
        return claimed.run(work);
    }

    private ClaimedRun claimed(Message message, AcquireOutcome outcome) {
        Acquired acquired =
                outcome.acquired().orElseThrow(() -> NotStartedException.notAcquired(message.id(), outcome));
        ClaimedRun claimed = kept(message, acquired.lease());
        events.tell(listener -> listener.acquired(message, acquired));
        return claimed;
    }

    private ClaimedRun kept(Message message, Lease lease) {
        ClaimSteps steps = steps(message);
        try {
            return new ClaimedRun(steps, events, message, keeper, lease, choices);
        } catch (RuntimeException | Error e) { // an error where no thread can be had
            steps.release(lease);
            throw e;
        }
    }

    private ClaimSteps steps(Message message) {
        return new ClaimSteps(claims, choices, events, message);
    }

    private <T extends @Nullable Object, X extends Exception> WorkOutcome<T> failedOpen(
            Message message, Work<T, X> work, RuntimeException why) throws X {
        if (!choices.failsOpen() || Thread.currentThread().isInterrupted()) {
            if (why instanceof NotStartedException notStarted) {
                notStarted.unsettled().ifPresent(steps(message)::giveUp);
            }
            throw why;
        }
        events.tell(listener -> listener.failedOpen(message, why));
        return new Ran<>(unclaimed(work), ClaimEnd.FAILED_OPEN);
    }

    private static <T extends @Nullable Object, X extends Exception> T unclaimed(Work<T, X> work) throws X {
        WorkLease none = new WorkLease();
        try {
            return work.run(none);
        } finally {
            none.end();
        }
    }
}
