package io.claimctl.cli.connection;

import com.mongodb.MongoException;
import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import io.claimctl.view.Times;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/**
 * Says of each command that the driver sends its name, how long it took and how many documents it was about; handshakes
 * left out. What is in the documents is not said. Thread-safe if the target is.
 */
final class CommandLog implements CommandListener {
    private final Consumer<String> target;
    private final boolean shapes;
    private final AtomicLong sent = new AtomicLong();
    private final Map<Integer, String> running = new ConcurrentHashMap<>();

    /** @param shapes whether to say also how each command is built */
    CommandLog(Consumer<String> target, boolean shapes) {
        this.target = target;
        this.shapes = shapes;
    }

    long sent() {
        return sent.get();
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        sent.incrementAndGet();
        BsonDocument command = event.getCommand(); // empty where the driver hides it, as it does credentials
        running.put(event.getRequestId(), event.getCommandName() + " on " + place(event, command));
        if (shapes) {
            target.accept(event.getCommandName() + " is built as " + CommandShape.of(command));
        }
    }

    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
        target.accept(started(event.getRequestId(), event.getCommandName()) + " took "
                + time(event.getElapsedTime(TimeUnit.MILLISECONDS)) + count(event.getResponse()));
    }

    @Override
    public void commandFailed(CommandFailedEvent event) {
        target.accept(started(event.getRequestId(), event.getCommandName()) + " failed after "
                + time(event.getElapsedTime(TimeUnit.MILLISECONDS)) + ": " + why(event.getThrowable()));
    }

    private String started(int request, String name) {
        String started = running.remove(request);
        return started == null ? name : started;
    }

    private static String time(long millis) {
        return millis == 0 ? "less than 1ms" : Times.exact(Duration.ofMillis(millis));
    }

    private static String place(CommandStartedEvent event, BsonDocument command) {
        String field = event.getCommandName().equals("getMore") ? "collection" : event.getCommandName();
        return command.isString(field)
                ? event.getDatabaseName() + "." + command.getString(field).getValue()
                : event.getDatabaseName();
    }

    private static String count(BsonDocument reply) {
        if (reply.isDocument("cursor")) {
            BsonDocument cursor = reply.getDocument("cursor");
            String batch = cursor.isArray("nextBatch") ? "nextBatch" : "firstBatch";
            return cursor.isArray(batch) ? documents(cursor.getArray(batch).size()) : "";
        }
        if (reply.isDocument("lastErrorObject")) {
            return number(reply.getDocument("lastErrorObject"), "n");
        }
        return reply.isNumber("nModified") ? number(reply, "nModified") : number(reply, "n");
    }

    private static String number(BsonDocument reply, String field) {
        return reply.isNumber(field) ? documents(reply.getNumber(field).longValue()) : "";
    }

    private static String documents(long count) {
        return ": " + count + (count == 1 ? " document" : " documents");
    }

    /** Not the server's sentence, which may repeat what is in the documents. */
    private static String why(Throwable error) {
        return error instanceof MongoException mongo && mongo.getCode() > 0
                ? "code " + mongo.getCode()
                : error.getClass().getSimpleName();
    }
}
