package io.claimctl.testing;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import io.claimctl.testing.Servers.TestServer;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Assumptions;

/**
 * What not every server can. A server is asked by trying, once: its name and its version decide nothing. Where it cannot, a
 * test is skipped, and the server's own words stand in the report.
 */
public enum Capability {
    CAPPED_COLLECTIONS("capped collections", Trial::capped),
    GROWTH_IN_CAPPED_COLLECTIONS("changes of a document's size in a capped collection", Trial::growth),
    TTL_WITHIN_SECONDS("deletion by TTL within seconds", Trial::ttl),
    USERS("users who may do only what their roles say", Trial::users),
    FAIL_COMMAND("way to let commands fail", Trial::failCommand),
    STEP_DOWN("primary that steps down", Trial::stepDown),
    CHANGE_STREAMS("change streams that show a find-and-modify", Trial::changes),
    DATES_BEFORE_CHRIST("dates before the year 1", Trial::ancientDate);

    private static final Map<String, Optional<String>> ANSWERS = new ConcurrentHashMap<>();

    private final String what;
    private final Probe probe;

    Capability(String what, Probe probe) {
        this.what = what;
        this.probe = probe;
    }

    /** Skips the test where the server has it not. */
    public void require(TestServer server) {
        Optional<String> missing = missing(server);
        Assumptions.assumeTrue(missing.isEmpty(), () -> sentence(server, missing));
    }

    /** Whether the server has it; where not, the reason stands in the test's output. */
    public boolean isOn(TestServer server) {
        Optional<String> missing = missing(server);
        if (missing.isPresent()) {
            System.out.println(sentence(server, missing));
        }
        return missing.isEmpty();
    }

    private String sentence(TestServer server, Optional<String> missing) {
        return "the server '" + server + "' has no " + what + ": " + missing.orElseThrow();
    }

    private Optional<String> missing(TestServer server) {
        return ANSWERS.computeIfAbsent(name() + " " + server.uri(), k -> {
            try (Trial trial = new Trial(server)) {
                return probe.missing(trial);
            } catch (MongoException e) {
                return Optional.of(
                        e instanceof MongoCommandException command ? command.getErrorMessage() : e.getMessage());
            }
        });
    }

    /** Says what the server has not, or throws what it answered. */
    @FunctionalInterface
    private interface Probe {
        Optional<String> missing(Trial trial);
    }

    private static final class Trial implements AutoCloseable {
        private static final int NOT_AUTHORIZED = 13;

        private final TestServer server;
        private final MongoClient client;
        private final MongoDatabase database;
        private final MongoCollection<Document> collection;

        Trial(TestServer server) {
            this.server = server;
            client = MongoClients.create(server.uri());
            database = client.getDatabase("claimctl_test");
            collection = database.getCollection("probe" + UUID.randomUUID());
        }

        @Override
        public void close() {
            collection.drop();
            client.close();
        }

        private Optional<String> capped() {
            String name = collection.getNamespace().getCollectionName();
            database.createCollection(
                    name, new CreateCollectionOptions().capped(true).sizeInBytes(4_096));
            Document made = database.listCollections()
                    .filter(new Document("name", name))
                    .first();
            boolean capped = made != null && made.get("options", new Document()).getBoolean("capped", false);
            return capped ? Optional.empty() : Optional.of("it makes an ordinary one instead");
        }

        private Optional<String> growth() {
            Optional<String> capped = capped();
            collection.insertOne(new Document("_id", 1).append("status", "processing"));
            collection.updateOne(new Document("_id", 1), new Document("$set", new Document("status", "released")));
            return capped;
        }

        private Optional<String> ttl() {
            collection.createIndex(new Document("at", 1), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
            collection.insertOne(new Document("at", new Date(System.currentTimeMillis() - 60_000)));
            for (int i = 0; i < 40; i++) {
                if (collection.countDocuments() == 0) {
                    return Optional.empty();
                }
                pause(100);
            }
            return Optional.of("what had expired was still there after 4 s");
        }

        private Optional<String> users() {
            String user = "probe" + UUID.randomUUID();
            database.runCommand(new Document("createUser", user)
                    .append("pwd", user)
                    .append("roles", List.of(new Document("role", "read").append("db", database.getName()))));
            try (MongoClient reader = MongoClients.create(server.as(user, user, database.getName()))) {
                reader.getDatabase(database.getName())
                        .getCollection(collection.getNamespace().getCollectionName())
                        .insertOne(new Document());
                return Optional.of("a reader may write");
            } catch (MongoException e) {
                return e.getCode() == NOT_AUTHORIZED ? Optional.empty() : Optional.of(e.getMessage());
            } finally {
                database.runCommand(new Document("dropUser", user));
            }
        }

        private Optional<String> failCommand() {
            client.getDatabase("admin")
                    .runCommand(new Document("configureFailPoint", "failCommand").append("mode", "off"));
            return Optional.empty();
        }

        /** Only where it was started for tests: nobody expects a test to take the primary from a set in use. */
        private Optional<String> stepDown() {
            failCommand();
            try {
                client.getDatabase("admin").runCommand(new Document("replSetStepDown", -1).append("force", true));
                return Optional.of("it accepts a period of -1");
            } catch (MongoCommandException e) {
                return e.getErrorCode() == 2 ? Optional.empty() : Optional.of(e.getErrorMessage());
            }
        }

        private Optional<String> changes() {
            collection.insertOne(new Document("_id", 1));
            try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> changes =
                    collection.watch().maxAwaitTime(2, TimeUnit.SECONDS).cursor()) {
                collection.findOneAndUpdate(new Document("_id", 1), new Document("$set", new Document("a", 1)));
                return changes.tryNext() == null ? Optional.of("they show nothing") : Optional.empty();
            }
        }

        private Optional<String> ancientDate() {
            collection.insertOne(new Document("at", new Date(-99_999_999_999_999L)));
            return Optional.empty();
        }

        private static void pause(long millis) {
            try {
                TimeUnit.MILLISECONDS.sleep(millis);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
