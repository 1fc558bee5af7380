package io.claimctl.worker;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.Acquired;
import io.claimctl.claim.CompleteOutcome;
import io.claimctl.claim.KeptForRecovery;
import io.claimctl.claim.PayloadOutcome;
import io.claimctl.claim.PayloadStored;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.claim.Released;

/**
 * Hears what becomes of the claims of some work, for logs and metrics. Called on the thread that runs the work, except
 * {@link #lost}. What it throws goes to that thread's handler of uncaught exceptions and changes nothing.
 */
public interface WorkListener {

    /** What was tried. */
    enum Step {
        /** To store the message with its claim. */
        STORE,
        /** To complete the claim. */
        COMPLETE,
        /** To let the claim go. */
        RELEASE
    }

    /** The claim is held; the work is about to run. */
    default void acquired(Message message, Acquired outcome) {}

    /** The work does not run: another does it, or it is done. */
    default void skipped(Message message, AcquireOutcome why) {}

    /**
     * The claim could not be acquired, and the work is about to run without.
     *
     * @param why the store's exception, or a {@link NotStartedException} with the outcome
     */
    default void failedOpen(Message message, RuntimeException why) {}

    /** The message is stored with its claim. */
    default void stored(Message message, PayloadStored outcome) {}

    /**
     * The store was asked to keep the message, and did not, or nobody knows.
     *
     * @param outcome if it is not {@code Unknown}, the claim is this work's no more: it is lost, and the work does not start
     */
    default void notStored(Message message, PayloadOutcome outcome) {}

    /** The message is larger than what is to be stored; the work is about to run. */
    default void tooLarge(Message message, int most) {}

    /**
     * The work has succeeded, and its claim is completed.
     *
     * @param outcome {@code Completed}; {@code AlreadyCompleted} if the work has done so itself
     */
    default void completed(Message message, CompleteOutcome outcome) {}

    /** The work has succeeded, and its claim is not completed, or nobody knows. */
    default void notCompleted(Message message, CompleteOutcome outcome) {}

    /** The work has failed, or could not start, and its claim is free at once. */
    default void released(Message message, Released outcome) {}

    /** The work has failed, or could not start, and its claim is kept with the message, for recovery. */
    default void kept(Message message, KeptForRecovery outcome) {}

    /**
     * The work has failed, or could not start, and its claim was not let go, or nobody knows. If it is still held, its
     * lease runs out.
     */
    default void notReleased(Message message, ReleaseOutcome outcome) {}

    /** A step ended with an exception or an error, which nobody else hears of. */
    default void failed(Message message, Step step, Throwable why) {}

    /**
     * The claim is lost, or about to be. Called once, and after {@link WorkLease#whenLost}'s callback, if that is called.
     * On a thread of its own, or on that which runs the work. From a thread of its own it may come beside other events,
     * before {@link #acquired}, and after {@code run} has returned.
     */
    default void lost(Message message, LeaseLoss loss) {}
}
