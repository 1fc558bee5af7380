package io.claimctl.testing;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The embedded server on a loopback port, which can be told how to answer the next commands. */
public final class ScriptedServer implements AutoCloseable {

    /** What happens to one command, once. */
    public enum Fault {
        /** The connection is cut and the command is not applied. */
        CUT_BEFORE,
        /** The command is applied and the connection is cut before the reply. */
        CUT_AFTER
    }

    private record Script(BsonDocument reply, boolean apply, boolean cut) {}

    private final Map<String, ConcurrentLinkedDeque<Script>> scripts = new ConcurrentHashMap<>();
    private final List<String> received = Collections.synchronizedList(new ArrayList<>());
    private final MongoServer server;
    private final String uri;

    /** A server whose clock is this host's. */
    public ScriptedServer() {
        this(Clock.systemUTC());
    }

    /** A server with this clock. */
    public ScriptedServer(Clock clock) {
        server = new MongoServer(new Backend(clock));
        uri = server.bindAndGetConnectionString();
    }

    /** The connection string, without a database. */
    public String uri() {
        return uri;
    }

    /** Answers the next command of this name with this reply, after applying it or without. */
    public void answerNext(String command, BsonDocument reply, boolean apply) {
        scripts.computeIfAbsent(command, c -> new ConcurrentLinkedDeque<>()).add(new Script(reply, apply, false));
    }

    /** Cuts the connection at the next command of this name. */
    public void cutNext(String command, Fault fault) {
        scripts.computeIfAbsent(command, c -> new ConcurrentLinkedDeque<>())
                .add(new Script(new BsonDocument(), fault == Fault.CUT_AFTER, true));
    }

    /** The names of the commands that came, handshakes and heartbeats left out, oldest first. */
    public List<String> received() {
        synchronized (received) {
            return List.copyOf(received);
        }
    }

    /** Forgets what came. */
    public void forgetReceived() {
        received.clear();
    }

    /** Forgets what was not used. */
    public void clear() {
        scripts.clear();
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    private final class Backend extends MemoryBackend {
        Backend(Clock clock) {
            super(clock);
        }

        @Override
        public Document handleMessage(MongoMessage message) {
            String command = message.getDocument().keySet().iterator().next();
            if (List.of("hello", "isMaster").contains(command)
                    && !message.getDocument().containsKey("maxTimeMS")) {
                return super.handleMessage(message); // the driver's heartbeat: only we set a time limit
            }
            received.add(command);
            ConcurrentLinkedDeque<Script> queue = scripts.get(command);
            Script script = queue == null ? null : queue.poll();
            if (script == null) {
                return super.handleMessage(message);
            }
            if (script.apply()) {
                super.handleMessage(message);
            }
            if (script.cut()) {
                message.getChannel().close();
                throw new MongoServerError(1, "cut");
            }
            return (Document) plain(script.reply());
        }
    }

    /** The value in the server's own classes. */
    private static Object plain(BsonValue value) {
        return switch (value.getBsonType()) {
            case DOCUMENT -> {
                Document document = new Document();
                value.asDocument().forEach((k, v) -> document.put(k, plain(v)));
                yield document;
            }
            case ARRAY ->
                List.copyOf(value.asArray().stream()
                        .map(ScriptedServer::plainOrEmpty)
                        .toList());
            case STRING -> value.asString().getValue();
            case INT32 -> value.asInt32().getValue();
            case INT64 -> value.asInt64().getValue();
            case DOUBLE -> value.asDouble().getValue();
            case BOOLEAN -> value.asBoolean().getValue();
            case DATE_TIME -> Instant.ofEpochMilli(value.asDateTime().getValue());
            case BINARY -> new de.bwaldvogel.mongo.bson.BinData(value.asBinary().getData());
            case NULL -> null;
            case OBJECT_ID ->
                new de.bwaldvogel.mongo.bson.ObjectId(
                        value.asObjectId().getValue().toHexString());
            case TIMESTAMP ->
                new de.bwaldvogel.mongo.bson.BsonTimestamp(value.asTimestamp().getValue());
            default -> throw new IllegalArgumentException("not scripted: " + value.getBsonType());
        };
    }

    private static Object plainOrEmpty(BsonValue value) {
        Object plain = plain(value);
        return plain == null ? "" : plain;
    }
}
