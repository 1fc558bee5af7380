package io.claimctl.worker;

import io.claimctl.claim.AlreadyCompleted;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.CompleteOutcome;
import io.claimctl.claim.Completed;
import io.claimctl.claim.KeptForRecovery;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Miss;
import io.claimctl.claim.PayloadOutcome;
import io.claimctl.claim.PayloadStored;
import io.claimctl.claim.Payloads;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.claim.Released;
import io.claimctl.worker.WorkListener.Step;
import io.claimctl.worker.WorkOutcome.ClaimEnd;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** What is sent for one message whose claim is held, after its acquisition. It tells of all that comes of it and throws none. */
final class ClaimSteps {
    /** The store has just shown that it is slow, and whoever delivers the message waits. */
    private static final Duration GIVING_UP = Duration.ofSeconds(2);

    private final ClaimStore claims;
    private final WorkChoices choices;
    private final WorkEvents events;
    private final Message message;

    ClaimSteps(ClaimStore claims, WorkChoices choices, WorkEvents events, Message message) {
        this.claims = claims;
        this.choices = choices;
        this.events = events;
        this.message = message;
    }

    /**
     * Stores the message, if that is wanted.
     *
     * @return why the claim is not ours any more, if the store says so
     */
    Optional<Miss> store(Lease lease) {
        if (choices.largest().isEmpty() || message.size() == 0) {
            return Optional.empty();
        }
        int most = choices.largest().getAsInt();
        if (message.size() > most) {
            events.tell(listener -> listener.tooLarge(message, most));
            return Optional.empty();
        }
        return tried(
                        Step.STORE,
                        () -> claims.putPayload(
                                lease,
                                message.payload(),
                                message.metadata(),
                                message.eventName().orElse(null)))
                .flatMap(this::stored);
    }

    private Optional<Miss> stored(PayloadOutcome outcome) {
        if (outcome instanceof PayloadStored stored) {
            events.tell(listener -> listener.stored(message, stored));
            return Optional.empty();
        }
        events.tell(listener -> listener.notStored(message, outcome));
        return outcome instanceof Miss miss ? Optional.of(miss) : Optional.empty();
    }

    /** Completes the claim, which drops the message with the same command. */
    ClaimEnd complete(Lease lease) {
        Optional<CompleteOutcome> outcome =
                tried(Step.COMPLETE, () -> uninterrupted(() -> claims.complete(lease, choices.memory())));
        return outcome.map(this::completed).orElse(ClaimEnd.NOT_COMPLETED);
    }

    private ClaimEnd completed(CompleteOutcome outcome) {
        if (outcome instanceof Completed || outcome instanceof AlreadyCompleted) {
            events.tell(listener -> listener.completed(message, outcome));
            return ClaimEnd.COMPLETED;
        }
        events.tell(listener -> listener.notCompleted(message, outcome));
        return ClaimEnd.NOT_COMPLETED;
    }

    /** Lets the claim go; the store keeps it for recovery if it finds a message there, whatever storing it was answered. */
    void release(Lease lease) {
        release(claims, lease);
    }

    /** The same for a claim that perhaps was not acquired at all, which the message's next delivery would be skipped for. */
    void giveUp(Lease lease) {
        boolean patient = claims.timeout().compareTo(GIVING_UP) > 0;
        release(patient ? claims.withTimeout(GIVING_UP) : claims, lease);
    }

    private void release(ClaimStore store, Lease lease) {
        tried(Step.RELEASE, () -> uninterrupted(() -> store.release(lease, Payloads.SKIP)))
                .ifPresent(outcome -> events.tell(listener -> tellReleased(listener, outcome)));
    }

    private void tellReleased(WorkListener listener, ReleaseOutcome outcome) {
        if (outcome instanceof Released released) {
            listener.released(message, released);
        } else if (outcome instanceof KeptForRecovery kept) {
            listener.kept(message, kept);
        } else {
            listener.notReleased(message, outcome);
        }
    }

    private <O> Optional<O> tried(Step step, Supplier<O> command) {
        try {
            return Optional.of(command.get());
        } catch (RuntimeException | Error e) { // whatever it is: the work, or what came of it, matters more
            events.tell(listener -> listener.failed(message, step, e));
            return Optional.empty();
        }
    }

    /** Nothing gets through to the store on an interrupted thread, which a loss or a pool that shuts down leaves behind. */
    private static <O> O uninterrupted(Supplier<O> command) {
        boolean interrupted = Thread.interrupted();
        try {
            return command.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
