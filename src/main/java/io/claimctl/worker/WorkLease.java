package io.claimctl.worker;

import io.claimctl.claim.Lease;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The lease that some work runs under, as the work sees it. Thread-safe. */
public final class WorkLease {
    private volatile @Nullable KeptLease kept; // whoever asks does not wait for what is being told
    private @Nullable Consumer<LeaseLoss> listener;
    private @Nullable LeaseLoss loss;
    private boolean over;

    WorkLease() {}

    /**
     * The lease with its end as it was last confirmed; its token and fence guard what the work changes elsewhere. Empty if
     * no claim guards this work.
     */
    public Optional<Lease> lease() {
        return kept().map(KeptLease::lease);
    }

    /** Whether the lease is lost, or about to be: the work must stop. It asks nobody; always false without a claim. */
    public boolean lost() {
        return kept().filter(KeptLease::lost).isPresent();
    }

    /**
     * Has this called once if the lease is lost, or about to be, while the work runs; at once if it is. A second call
     * replaces the first. It is called on another thread, and never after the work has ended, whose end waits for it; so it
     * may interrupt the work's thread, and must not wait for the work.
     */
    public synchronized void whenLost(Consumer<LeaseLoss> told) {
        listener = told;
        tell();
    }

    private Optional<KeptLease> kept() {
        return Optional.ofNullable(kept);
    }

    void keptBy(KeptLease lease) {
        kept = lease;
    }

    synchronized void lose(LeaseLoss found) {
        loss = found;
        tell();
    }

    private void tell() {
        Consumer<LeaseLoss> told = listener;
        LeaseLoss found = loss;
        if (told != null && found != null && !over) {
            listener = null;
            told.accept(found);
        }
    }

    /** The work has ended. */
    synchronized void end() {
        over = true;
    }
}
