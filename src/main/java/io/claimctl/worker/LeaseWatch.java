package io.claimctl.worker;

import io.claimctl.claim.Lease;
import io.claimctl.claim.LeaseTime;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was last confirmed of one lease, and what follows from it by the clock alone. It sends nothing, waits for nothing
 * and tells nobody. Thread-safe. What is lost stays lost.
 */
final class LeaseWatch {
    private static final Duration STOOD_STILL = Duration.ofSeconds(1);

    /** What has become of it. */
    enum State {
        KEPT,
        COMPLETED,
        LOST,
        CLOSED
    }

    private final Duration notice;
    private final RenewalPace pace;
    private State state = State.KEPT;
    private Lease lease;
    private LeaseTime time;
    private Duration leftWhenLooked;
    private @Nullable RuntimeException failure;
    private @Nullable LeaseLoss loss;

    LeaseWatch(Lease lease, LeaseTime time, Duration notice, RenewalPace pace) {
        this.lease = lease;
        this.time = time;
        this.notice = notice;
        this.pace = pace;
        this.leftWhenLooked = time.left().minus(notice);
        pace.begin(time.left());
    }

    synchronized Lease lease() {
        return lease;
    }

    synchronized LeaseTime time() {
        return time;
    }

    synchronized Optional<LeaseLoss> loss() {
        return Optional.ofNullable(loss);
    }

    synchronized boolean is(State other) {
        return state == other;
    }

    /** How long until the loss must be told. */
    synchronized Duration untilNotice() {
        return time.left().minus(notice);
    }

    /** How long until the next renewal is due. */
    synchronized Duration untilDue() {
        // Once is enough to find out what the clocks are worth; what fails then has its own pace.
        return untried() && time.hostWasSuspended() ? Duration.ZERO : pace.untilDue(time.left());
    }

    synchronized boolean due() {
        return state == State.KEPT && over(untilDue());
    }

    /** Whether no renewal has failed since the last one that was confirmed. */
    synchronized boolean untried() {
        return state == State.KEPT && failure == null;
    }

    /** Finds a loss whose time has come; empty if there is none, or if it was found before. */
    synchronized Optional<LeaseLoss> look() {
        Duration left = untilNotice();
        boolean stoodStill = leftWhenLooked.minus(left).compareTo(STOOD_STILL) > 0;
        leftWhenLooked = left;
        if (!over(left)) {
            return Optional.empty();
        }
        return lose(
                stoodStill
                        ? new LeaseLoss.StoodStill(lease, left.negated())
                        : new LeaseLoss.Unconfirmed(lease, failure));
    }

    /** Takes down a loss; empty if it is not kept any more. */
    synchronized Optional<LeaseLoss> lose(LeaseLoss found) {
        if (state != State.KEPT) {
            return Optional.empty();
        }
        state = State.LOST;
        loss = found;
        return Optional.of(found);
    }

    /** Takes down a renewal; false if it came too late. */
    synchronized boolean goesOn(Lease renewed, LeaseTime confirmed) {
        if (state != State.KEPT || over(untilNotice())) {
            return false; // whoever asked meanwhile was told that it is lost
        }
        lease = renewed;
        time = confirmed;
        failure = null;
        leftWhenLooked = untilNotice();
        pace.confirmed(confirmed.left());
        return true;
    }

    /** Takes down a renewal of which nobody knows. */
    synchronized void failed(RuntimeException why) {
        failure = why;
        pace.failed(time.left());
    }

    /** It is kept no more, and not lost. */
    synchronized void end(State how) {
        if (state == State.KEPT) {
            state = how;
        }
    }

    private static boolean over(Duration left) {
        return left.isNegative() || left.isZero();
    }
}
