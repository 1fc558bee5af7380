package io.claimctl.worker;

import io.claimctl.claim.Lease;
import io.claimctl.claim.Miss;
import io.claimctl.claim.StoreException;
import io.claimctl.worker.WorkOutcome.ClaimEnd;
import io.claimctl.worker.WorkOutcome.Ran;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One message's work while its claim is held and kept. */
final class ClaimedRun {
    private final ClaimSteps steps;
    private final WorkEvents events;
    private final Message message;
    private final WorkLease lease = new WorkLease();
    private final AtomicBoolean lossTold = new AtomicBoolean();
    private final KeptLease kept;
    private @Nullable LeaseLoss refused;

    /**
     * From now on the lease is kept.
     *
     * @throws StoreException if the server's clock had to be read, and was not
     */
    ClaimedRun(
            ClaimSteps steps,
            WorkEvents events,
            Message message,
            LeaseKeeper keeper,
            Lease acquired,
            WorkChoices choices) {
        this.steps = steps;
        this.events = events;
        this.message = message;
        this.kept = keeper.keep(acquired, choices.ttl(), choices.notice(), this::lost);
        lease.keptBy(kept);
    }

    private void lost(LeaseLoss loss) {
        try {
            lease.lose(loss);
        } finally {
            tell(loss);
        }
    }

    private void tell(LeaseLoss loss) {
        if (lossTold.compareAndSet(false, true)) {
            events.tell(listener -> listener.lost(message, loss));
        }
    }

    <T extends @Nullable Object, X extends Exception> Ran<T> run(Work<T, X> work) throws X {
        T result;
        try {
            start();
            result = work.run(lease);
        } catch (Throwable e) { // errors, too: the claim must not wait for the end of its lease
            failed(e);
            throw e;
        }
        return new Ran<>(result, succeeded());
    }

    /** Work whose claim is known to be lost must not start. */
    private void start() {
        steps.store(kept.lease()).ifPresent(miss -> refused = new LeaseLoss.Refused(kept.lease(), miss));
        loss().ifPresent(loss -> {
            throw NotStartedException.lost(message.id(), loss);
        });
    }

    private ClaimEnd succeeded() {
        return over().isPresent() ? ClaimEnd.LOST : steps.complete(kept.lease());
    }

    private void failed(Throwable why) {
        try {
            if (over().filter(ClaimedRun::isAnothers).isEmpty()) { // a lease that is over leaves a claim, and a message
                steps.release(kept.lease());
            }
        } catch (Throwable e) {
            why.addSuppressed(e);
        }
    }

    private static boolean isAnothers(LeaseLoss loss) {
        return loss instanceof LeaseLoss.Refused refused && refused.outcome() instanceof Miss;
    }

    /** Ends the renewals; the loss if the claim was lost before, and must not be completed. */
    private Optional<LeaseLoss> over() {
        lease.end(); // waits for what is being told of the loss: it may interrupt this thread
        loss(); // whose time may have come while nobody looked
        kept.close();
        Optional<LeaseLoss> loss = loss();
        loss.ifPresent(this::tell);
        return loss;
    }

    private Optional<LeaseLoss> loss() {
        return Optional.ofNullable(refused).or(kept::loss);
    }
}
