package io.claimctl.cli.connection;

import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the commands that the driver sends. Thread-safe. */
final class CommandCount implements CommandListener {
    private final AtomicLong sent = new AtomicLong();

    long sent() {
        return sent.get();
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        sent.incrementAndGet();
    }
}
