package io.claimctl.worker;

import io.claimctl.claim.Lease;
import io.claimctl.claim.RenewOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Why a lease that was kept cannot be relied on any more. */
public sealed interface LeaseLoss {

    /** The lease as it was last known. */
    Lease lease();

    /** Calls the method that is named after this reason. */
    <R> R match(Cases<R> cases);

    /** One method for each reason, so that a forgotten one does not compile. */
    interface Cases<R> {
        R refused(Refused loss);

        R unconfirmed(Unconfirmed loss);

        R stoodStill(StoodStill loss);
    }

    /**
     * The store said so: the claim has another holder, was reset, is gone, or its lease is over.
     *
     * @param outcome what came of the last renewal
     */
    record Refused(Lease lease, RenewOutcome outcome) implements LeaseLoss {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.refused(this);
        }
    }

    /**
     * No renewal was confirmed in time.
     *
     * @param failure why the last try failed; null if none had ended by then
     */
    record Unconfirmed(Lease lease, @Nullable RuntimeException failure) implements LeaseLoss {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.unconfirmed(this);
        }
    }

    /**
     * This process, or its host, stood still for too long, or the host's clock was set forward by as much.
     *
     * @param late how long after the moment at which this had to be told it is told; the lease may have ended meanwhile
     */
    record StoodStill(Lease lease, Duration late) implements LeaseLoss {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.stoodStill(this);
        }
    }
}
