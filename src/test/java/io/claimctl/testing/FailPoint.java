package io.claimctl.testing;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.testing.Servers.TestServer;
import java.util.List;
import java.util.UUID;
import org.bson.Document;

/** A server's own way to let commands fail: those of one application name, so that nobody else notices. */
public final class FailPoint implements AutoCloseable {
    private final String application = "claimctl-test-" + UUID.randomUUID();
    private final TestServer server;
    private final MongoClient client;

    public FailPoint(TestServer server) {
        this.server = server;
        client = MongoClients.create(server.uri());
    }

    /** The connection string of those whose commands fail. */
    public String uri() {
        return server.with("appName=" + application);
    }

    /** The next commands of these names, so many of them, are applied and answered with a write concern error. */
    public void writeConcernError(int times, int code, String... commands) {
        Document error = new Document("code", code).append("errmsg", "the write concern was not met");
        configure(new Document("times", times), new Document("writeConcernError", error), commands);
    }

    /** The next commands of these names, so many of them, begin this much later. */
    public void block(int times, long millis, String... commands) {
        configure(
                new Document("times", times),
                new Document("blockConnection", true).append("blockTimeMS", millis),
                commands);
    }

    /** The next command with a time limit, whoever sends it, runs into it. */
    public void timeLimit() {
        client.getDatabase("admin")
                .runCommand(new Document("configureFailPoint", "maxTimeAlwaysTimeOut")
                        .append("mode", new Document("times", 1)));
    }

    private void configure(Object mode, Document data, String... commands) {
        data.append("failCommands", List.of(commands)).append("appName", application);
        client.getDatabase("admin")
                .runCommand(new Document("configureFailPoint", "failCommand")
                        .append("mode", mode)
                        .append("data", data));
    }

    @Override
    public void close() {
        for (String name : List.of("failCommand", "maxTimeAlwaysTimeOut")) {
            client.getDatabase("admin").runCommand(new Document("configureFailPoint", name).append("mode", "off"));
        }
        client.close();
    }
}
