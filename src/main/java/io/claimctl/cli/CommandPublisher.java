package io.claimctl.cli;

import io.claimctl.claim.Lease;
import io.claimctl.claim.Sleeper;
import io.claimctl.cli.process.Child;
import io.claimctl.cli.process.NotRunnable;
import io.claimctl.view.Times;
import io.claimctl.worker.LeaseLoss;
import io.claimctl.worker.Message;
import io.claimctl.worker.WorkLease;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Publishes each message by a command, which reads the payload from its standard input; 0 is its word that the message is
 * published. The command, and what it has started, is ended where it takes too long, the lease is lost, or a signal stops
 * the recovery. Called on a thread that lives as long as the process.
 */
final class CommandPublisher implements Destination {
    /** What systems that run commands allow at least, with room for the caller's own variables. */
    private static final int ALWAYS_FITS = 64 * 1024;

    private static final int SIGNALS = 64;

    private final List<String> words;
    private final Duration longest;
    private final Duration grace;
    private final Context context;
    private final StopSignals signals;

    /**
     * A command that is known to be runnable.
     *
     * @param words the command and its arguments
     * @param longest how long it may take for a message
     * @param grace between TERM and KILL
     */
    CommandPublisher(List<String> words, Duration longest, Duration grace, Context context, StopSignals signals) {
        this.words = words;
        this.longest = longest;
        this.grace = grace;
        this.context = context;
        this.signals = signals;
    }

    /** Why the command has to end, and how long it has for that. */
    private record Told(String why, Duration grace) {}

    @Override
    public void publish(Message message, WorkLease lease) throws NotPublished {
        CompletableFuture<Told> told = new CompletableFuture<>();
        lease.whenLost(loss -> told.complete(lost(loss)));
        signals.whenStopped(signal -> told.complete(new Told("stopped by the signal " + signal.name(), grace)));
        Child child = start(message, lease, told);
        try {
            Told tooLong = new Told("it did not end within --publish-timeout " + Times.exact(longest), grace);
            await(child, told.completeOnTimeout(tooLong, longest.toNanos(), TimeUnit.NANOSECONDS));
        } catch (RuntimeException | Error e) { // a command does not go on with nobody there to end it
            child.killTree(LossStop.LONGEST_KILLING);
            throw e;
        } finally {
            told.cancel(false); // and with it the timer
        }
    }

    /** A host that stood still has used up some of the grace. */
    private Told lost(LeaseLoss loss) {
        return loss.match(new LeaseLoss.Cases<>() {
            @Override
            public Told refused(LeaseLoss.Refused refused) {
                return new Told("its claim is not this recovery's any more", grace);
            }

            @Override
            public Told unconfirmed(LeaseLoss.Unconfirmed unconfirmed) {
                return new Told("its lease could not be renewed in time", grace);
            }

            @Override
            public Told stoodStill(LeaseLoss.StoodStill still) {
                return new Told(
                        "claimctl or its host stood still for too long to keep its lease", grace.minus(still.late()));
            }
        });
    }

    private Child start(Message message, WorkLease work, CompletableFuture<Told> told) throws NotPublished {
        Lease lease = work.lease().orElseThrow();
        ChildEnvironment environment = MessageEnvironment.of(message, lease, context.environment());
        try (PayloadFile payload = PayloadFile.of(message.payload(), context.environment())) {
            refuseTooLate(work, told);
            return Child.start(
                    words,
                    environment.removed(),
                    environment.added(),
                    context.host().stdio().reading(payload.file()),
                    lease.token().value());
        } catch (IOException e) {
            throw new NotPublished("its payload cannot be written to a temporary file in "
                    + PayloadFile.folder(context.environment()) + ": " + ReplacedFile.reason(e)
                    + "; another folder can be named by TMPDIR");
        } catch (NotRunnable e) {
            throw new NotPublished(e.getMessage() + wayOut(environment.added()));
        }
    }

    /** A command that is started may publish before it is ended. */
    private static void refuseTooLate(WorkLease lease, CompletableFuture<Told> told) throws NotPublished {
        if (told.isDone()) {
            throw new NotPublished(told.join().why() + "; the command was not started");
        }
        if (lease.lost()) {
            throw new NotPublished("its lease was lost; the command was not started");
        }
    }

    private static String wayOut(Map<String, String> told) {
        int characters = told.values().stream().mapToInt(String::length).sum();
        return characters < ALWAYS_FITS
                ? ""
                : "; its metadata may be too much for an environment: --to-dir DIR saves such a message";
    }

    private static void await(Child child, CompletableFuture<Told> told) throws NotPublished {
        CompletableFuture.anyOf(child.ended(), told).join();
        boolean ended = child.ended().isDone();
        if (ended && child.ended().join() == 0) {
            return;
        }
        if (told.isDone()) {
            throw new NotPublished(
                    told.join().why() + "; " + end(child, told.join().grace()));
        }
        throw new NotPublished(words(child.ended().join()));
    }

    private static String words(int code) {
        int signal = code - ExitCode.SIGNALLED.code();
        return signal > 0 && signal <= SIGNALS ? "killed by signal " + signal : "exit code " + code;
    }

    private static String end(Child child, Duration grace) {
        boolean obeyed = !grace.isZero() && !grace.isNegative() && obeys(child, grace);
        boolean gone = child.killTree(LossStop.LONGEST_KILLING) || !child.treeAlive();
        if (!gone) {
            return "something of the command could not be ended, not even by KILL, such as a program of another user";
        }
        return "the command was ended by " + (obeyed ? "TERM" : "KILL");
    }

    private static boolean obeys(Child child, Duration grace) {
        CompletableFuture<Boolean> over =
                new CompletableFuture<Boolean>().completeOnTimeout(true, grace.toNanos(), TimeUnit.NANOSECONDS);
        child.signalTree("TERM");
        while (child.treeAlive()) {
            if (over.isDone()) {
                return false;
            }
            Sleeper.THREAD.sleep(LossStop.LOOK);
        }
        return true;
    }
}
