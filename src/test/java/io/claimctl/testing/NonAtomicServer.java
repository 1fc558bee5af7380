package io.claimctl.testing;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server as there are some: its find-and-modify looks first and writes then, whatever has happened between the two. Two that
 * come at a time both look before either writes.
 */
public final class NonAtomicServer implements AutoCloseable {
    private final MongoServer server = new MongoServer(new Backend());
    private final String uri = server.bindAndGetConnectionString();

    /** The connection string, without a database. */
    public String uri() {
        return uri;
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    private static final class Backend extends MemoryBackend {
        private final CyclicBarrier bothHaveLooked = new CyclicBarrier(2);

        @Override
        public Document handleMessage(MongoMessage message) {
            Document command = message.getDocument();
            if (!command.containsKey("findAndModify")) {
                return super.handleMessage(message);
            }
            Document byId = new Document("_id", ((Document) command.get("query")).get("_id"));
            boolean absent = !finds(message, byId);
            boolean matches = finds(message, (Document) command.get("query"));
            meet();
            if (matches || (absent && Boolean.TRUE.equals(command.get("upsert")))) {
                command.put("query", byId);
            }
            return super.handleMessage(message);
        }

        private boolean finds(MongoMessage message, Document filter) {
            Document find = new Document("find", message.getDocument().get("findAndModify"));
            find.put("filter", filter);
            find.put("$db", message.getDatabaseName());
            Document reply = super.handleMessage(new MongoMessage(message.getChannel(), message.getHeader(), find));
            return !((List<?>) ((Document) reply.get("cursor")).get("firstBatch")).isEmpty();
        }

        private void meet() {
            try {
                bothHaveLooked.await(100, TimeUnit.MILLISECONDS);
            } catch (TimeoutException | BrokenBarrierException e) {
                synchronized (this) {
                    if (bothHaveLooked.isBroken()) {
                        bothHaveLooked.reset(); // nobody else came
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
