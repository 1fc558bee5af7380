package io.claimctl.cli;

import static io.claimctl.cli.FilledCollection.DATABASE;
import static io.claimctl.cli.FilledCollection.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.claimctl.claim.Acquired;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Lease;
import io.claimctl.claim.LeaseFilter;
import io.claimctl.claim.PayloadCleared;
import io.claimctl.claim.PayloadStored;
import io.claimctl.claim.Payloads;
import io.claimctl.claim.ResetOptions;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweepRequest;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.cli.EveryCommand.Line;
import io.claimctl.testing.Capability;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What users may do who may only read, or do only what the protocol needs. */
@ParameterizedClass
@MethodSource("io.claimctl.testing.Servers#withUsers")
@Tag("servers")
class RolesTest {
    private static final List<String> PROTOCOL = List.of("find", "insert", "update");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final TestServer server;
    private final FilledCollection c;
    private final MongoClient client;
    private final MongoDatabase database;
    private final String made = UUID.randomUUID().toString().substring(0, 8);
    private final String reader;
    private final String least;

    RolesTest(TestServer server) {
        Capability.USERS.require(server);
        this.server = server;
        c = new FilledCollection(server);
        client = MongoClients.create(server.uri());
        database = client.getDatabase(DATABASE);
        reader = user("reader", new Document("role", "read").append("db", DATABASE));
        least = user("least", role("least", PROTOCOL));
    }

    @AfterEach
    void close() {
        for (String user : List.of("reader", "least")) {
            database.runCommand(new Document("dropUser", user + made));
        }
        database.runCommand(new Document("dropRole", "least" + made));
        client.close();
        c.close();
    }

    private Document role(String name, List<String> actions) {
        Document collection = new Document("db", DATABASE)
                .append("collection", c.claims.getNamespace().getCollectionName());
        database.runCommand(new Document("createRole", name + made)
                .append("privileges", List.of(new Document("resource", collection).append("actions", actions)))
                .append("roles", List.of()));
        return new Document("role", name + made).append("db", DATABASE);
    }

    /** The connection string of a new user. */
    private String user(String name, Document role) {
        database.runCommand(new Document("createUser", name + made)
                .append("pwd", "secret-" + made)
                .append("roles", List.of(role)));
        return server.as(name + made, "secret-" + made, DATABASE);
    }

    static Stream<Line> reads() {
        return EveryCommand.lines().filter(Line::onlyReads);
    }

    static Stream<Line> mutations() {
        return EveryCommand.lines().filter(line -> !line.onlyReads());
    }

    static Stream<Line> protocol() {
        return EveryCommand.lines().filter(line -> PROTOCOL.contains(line.action()));
    }

    static Stream<Line> beyondTheProtocol() {
        return EveryCommand.lines().filter(line -> !PROTOCOL.contains(line.action()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reads")
    void one_who_may_only_read_reads_with_every_command_that_reads(Line line) {
        c.runOn(reader, line.words()).run().ends(line.ends()).neverPrints("secret-" + made);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutations")
    void one_who_may_only_read_is_denied_every_change_and_told_which_privilege_is_missing(Line line) {
        assertDenied(reader, line, line.action());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("protocol")
    void one_who_may_find_insert_and_update_in_this_collection_does_all_of_the_protocol(Line line) {
        c.runOn(least, line.words()).run().ends(line.ends());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("beyondTheProtocol")
    void one_who_may_only_do_the_protocol_is_told_which_privilege_is_missing_for_more(Line line) {
        assertDenied(least, line, line.action(), "listCollections"); // some look at the collection first
    }

    private void assertDenied(String user, Line line, String... missing) {
        List<Document> before = everything();
        RecordedRun run = c.runOn(user, line.words()).run().ends(line.denied()).neverPrints("secret-" + made);
        String told = line.denied() == ExitCode.DENIED ? run.err() : run.out();
        assertThat(told).as("%s", run).contains(DATABASE);
        assertThat(missing).as("%s", run).anyMatch(told::contains);
        assertThat(everything()).isEqualTo(before);
    }

    private List<Document> everything() {
        return c.claims.listIndexes().into(c.all());
    }

    @Test
    void the_library_too_asks_for_nothing_more_than_find_insert_and_update() {
        try (MongoClient own = MongoClients.create(least)) {
            ClaimStore store = ClaimStore.on(own, new MongoNamespace(c.name()));
            Lease lease = store.acquire("new", MINUTE).acquired().orElseThrow().lease();
            assertThat(store.renew(lease, MINUTE).renewed()).isPresent();
            assertThat(store.putPayload(lease, new byte[] {1}, Map.of(), null)).isInstanceOf(PayloadStored.class);
            assertThat(store.clearPayload(lease)).isInstanceOf(PayloadCleared.class);
            assertThat(store.release(lease, Payloads.SKIP).released()).isPresent();
            Lease second = store.acquire("new", MINUTE).acquired().orElseThrow().lease();
            assertThat(store.complete(second, MINUTE).completed()).isPresent();
            c.claims.deleteOne(new Document("_id", "new"));
            assertThat(store.completeOrRecord(second, MINUTE).completed()).isPresent();
            assertThat(store.takeOver(store.find("message").orElseThrow().readable(), MINUTE, LeaseFilter.EXPIRED))
                    .isInstanceOf(Acquired.class);
            assertThat(store.reset(store.find("done").orElseThrow().readable(), ResetOptions.defaults())
                            .reset())
                    .isPresent();
            assertThat(store.sweep(SweepRequest.olderThan(MINUTE), new SweepListener() {})
                            .count(Result.RESET))
                    .isEqualTo(1);
        }
    }

    @Test
    void one_who_waits_and_may_not_listen_for_changes_looks_instead() throws Exception {
        Thread completing =
                new Thread(() -> c.run("complete", "live", "--token", TOKEN).run());
        completing.start();
        c.runOn(least, "wait", "live", "--for", "completed").run().ends(ExitCode.DONE);
        completing.join();
    }

    @Test
    void a_wrong_password_is_denied_and_not_printed() {
        c.runOn(server.as("reader" + made, "wrong-password", DATABASE), "claims", "list")
                .run()
                .ends(ExitCode.DENIED)
                .says("refused the credentials of user reader" + made, "authSource " + DATABASE)
                .neverPrints("wrong-password");
    }
}
