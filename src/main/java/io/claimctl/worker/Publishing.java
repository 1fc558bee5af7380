package io.claimctl.worker;

import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.CompleteOutcome;
import io.claimctl.claim.Completed;
import io.claimctl.claim.Lease;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.Unknown;
import io.claimctl.worker.RecoveredClaim.Result;
import java.util.Optional;

/** Publishes the messages of claims that were taken over, each while its claim is kept, and completes what was published. */
final class Publishing {
    private static final byte[] NULL = {};

    private final ClaimStore store;
    private final LeaseKeeper keeper;
    private final RecoveryRequest request;
    private final Publisher publisher;
    private final RecoveryListener listener;

    Publishing(
            ClaimStore store,
            LeaseKeeper keeper,
            RecoveryRequest request,
            Publisher publisher,
            RecoveryListener listener) {
        this.store = store;
        this.keeper = keeper;
        this.request = request;
        this.publisher = publisher;
        this.listener = listener;
    }

    RecoveredClaim publish(Claim claim, Lease lease) {
        WorkLease work = new WorkLease();
        Optional<Exception> failure;
        try (KeptLease kept = keeper.keep(
                lease, request.olderThan(), request.hold().minus(request.olderThan()), request.notice(), work::lose)) {
            work.keptBy(kept);
            listener.beforePublish(claim);
            if (work.lost()) { // this host stood still since the claim was taken over
                return new RecoveredClaim(claim, Result.LOST, "not published; its claim may be another's by now");
            }
            failure = published(claim, work);
        } catch (StoreException e) {
            return new RecoveredClaim(claim, Result.FAILED, "the server's clock could not be read: " + e.getMessage());
        }
        if (failure.isEmpty()) {
            return completed(claim, lease);
        }
        String why = String.valueOf(failure.get().getMessage());
        return new RecoveredClaim(claim, work.lost() ? Result.LOST : Result.FAILED, why);
    }

    /** Why not; empty if it was. */
    private Optional<Exception> published(Claim claim, WorkLease work) {
        Message message = Message.of(claim.id())
                .withPayload(ClaimStore.payload(claim).orElse(NULL))
                .withMetadata(claim.metadata())
                .withEventName(claim.eventName());
        try {
            publisher.publish(message, work);
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(e);
        } catch (Exception e) { // the publisher's own, whatever it is: the message stays, and the pass goes on
            return Optional.of(e);
        } finally {
            work.end();
        }
    }

    /** Also after the lease is lost: if nobody has taken the claim, that keeps the message from being published again. */
    private RecoveredClaim completed(Claim claim, Lease lease) {
        boolean interrupted = Thread.interrupted(); // the driver would refuse to send anything
        try {
            return completed(claim, store.complete(lease, ClaimStore.DEFAULT_MEMORY));
        } catch (StoreException e) {
            return new RecoveredClaim(
                    claim,
                    Result.UNCLEAR,
                    "published; its claim could not be completed under " + lease.token() + ": " + e.getMessage());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RecoveredClaim completed(Claim claim, CompleteOutcome outcome) {
        if (outcome instanceof Completed || outcome instanceof AlreadyCompleted) {
            return new RecoveredClaim(claim, Result.PUBLISHED, null);
        }
        if (outcome instanceof Unknown unknown) {
            return new RecoveredClaim(
                    claim,
                    Result.UNCLEAR,
                    "published; nobody knows whether its claim is completed under " + unknown.token() + ": "
                            + unknown.cause().getMessage());
        }
        return new RecoveredClaim(claim, Result.LOST, "published; its claim was not this recovery's any more");
    }
}
