package io.claimctl.testing;

import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.bson.BsonDocument;

/**
 * Lets something happen between two commands of one client: the driver calls this listener on the sending thread, before
 * the command leaves and after its reply has come, and waits for it. So an interleaving is chosen, not hoped for.
 */
public final class Steering implements CommandListener {
    private final Map<String, Deque<Runnable>> before = new ConcurrentHashMap<>();
    private final Map<String, Deque<Runnable>> after = new ConcurrentHashMap<>();
    private final List<BsonDocument> sent = new ArrayList<>();

    /** Runs this before the next command of this name leaves. */
    public void beforeNext(String command, Runnable action) {
        before.computeIfAbsent(command, c -> new ConcurrentLinkedDeque<>()).add(action);
    }

    /** Runs this after the reply to the next command of this name. */
    public void afterNext(String command, Runnable action) {
        after.computeIfAbsent(command, c -> new ConcurrentLinkedDeque<>()).add(action);
    }

    /** The commands sent so far, oldest first. */
    public synchronized List<BsonDocument> sent() {
        return List.copyOf(sent);
    }

    /** The names of the commands sent so far. */
    public List<String> sentNames() {
        return sent().stream().map(BsonDocument::getFirstKey).toList();
    }

    /** Forgets what was sent. */
    public synchronized void forgetSent() {
        sent.clear();
    }

    /** Fails if something that was to happen did not, since its command was never sent. */
    public void assertAllHappened() {
        before.forEach(Steering::assertUsed);
        after.forEach(Steering::assertUsed);
    }

    private static void assertUsed(String command, Deque<Runnable> left) {
        if (!left.isEmpty()) {
            throw new AssertionError("no " + command + " was sent for " + left.size() + " steered step(s)");
        }
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        synchronized (this) {
            sent.add(event.getCommand().clone());
        }
        run(before.get(event.getCommandName()));
    }

    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
        run(after.get(event.getCommandName()));
    }

    private static void run(Deque<Runnable> actions) {
        Runnable action = actions == null ? null : actions.poll();
        if (action != null) {
            action.run();
        }
    }
}
