package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sweep that meets a failing store on its way goes by nothing that it did not see whole, and its records say what it did. */
class SweepFailsTest {
    private final ScriptedServer server = new ScriptedServer();
    private final MongoClient client = MongoClients.create(server.uri());
    private final MongoCollection<Document> claims = client.getDatabase("shop").getCollection("_message_state");

    @TempDir
    private Path folder;

    @BeforeEach
    void fill() {
        Date old = Date.from(Instant.now().minus(Duration.ofHours(1)));
        for (int i = 0; i < 3; i++) {
            claims.insertOne(new Document("_id", "a" + i)
                    .append("status", "processing")
                    .append("worker_id", String.format("%024x", i))
                    .append("expires_at", old)
                    .append("updated_at", old));
        }
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private RecordedRun.Setup reset(String... words) {
        List<String> all = new ArrayList<>(List.of("stale", "reset"));
        all.addAll(List.of(words));
        return RecordedRun.claimctl(all.toArray(new String[0])).on(server.uri() + "/shop");
    }

    private long released() {
        return claims.countDocuments(new Document("status", "released"));
    }

    /** A full page comes, and the next one does not. */
    private void breakTheNextLook() {
        List<BsonDocument> page = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            page.add(one().append("_id", new BsonString("b" + i))
                    .append("worker_id", new BsonString(String.format("%024x", 100 + i))));
        }
        answerNextLook(page);
        server.answerNext("find", BsonDocument.parse("{ok: 0, code: 43, errmsg: 'cursor not found'}"), false);
    }

    private BsonDocument one() {
        return client.getDatabase("shop")
                .getCollection("_message_state", BsonDocument.class)
                .find()
                .first()
                .clone();
    }

    private void answerNextLook(List<BsonDocument> page) {
        server.answerNext(
                "find",
                new BsonDocument("ok", new BsonInt32(1))
                        .append(
                                "cursor",
                                new BsonDocument("id", new BsonInt64(0))
                                        .append("ns", new BsonString("shop._message_state"))
                                        .append("firstBatch", new BsonArray(page))),
                false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--refuse-above=1", "--refuse-above-fraction=0.5", "--observe=1ms"})
    void a_look_that_breaks_off_allows_nothing(String guard) {
        breakTheNextLook();
        RecordedRun run = reset(guard).run();
        assertThat(run.exit()).as("%s", run).isEqualTo(ExitCode.TRY_LATER.code());
        assertThat(released()).isZero();
        assertThat(server.received()).doesNotContain("update");
    }

    @Test
    void only_what_the_look_has_seen_is_swept_where_it_is_watched() {
        answerNextLook(List.of(one()));
        reset("--observe", "1ms").run().ends(ExitCode.DONE);
        assertThat(released()).isEqualTo(1);
    }

    @Test
    void nobody_is_asked_about_a_part() {
        breakTheNextLook();
        reset().terminals("ioe").input("y\n").run().ends(ExitCode.TRY_LATER);
        assertThat(released()).isZero();
    }

    @Test
    void where_the_first_batch_is_refused_its_records_say_that_nothing_was_changed() throws IOException {
        server.answerNext("update", BsonDocument.parse("{ok: 0, code: 13, errmsg: 'not authorized'}"), false);
        Path audit = folder.resolve("audit");
        reset("--audit-file", audit.toString(), "--archive", "old").run().ends(ExitCode.DENIED);
        assertThat(released()).isZero();
        assertThat(Files.readAllLines(audit)).hasSize(6);
        assertThat(Files.readAllLines(audit).subList(3, 6))
                .allSatisfy(line -> assertThat(line).contains("\"after\"", "\"error\"", "not changed: "));
        assertThat(client.getDatabase("shop").getCollection("old").find().map(d -> d.getString("status")))
                .containsExactly("error", "error", "error");
    }

    @Test
    void an_archive_that_refuses_leaves_all_as_it_is_and_is_named() {
        server.answerNext("insert", BsonDocument.parse("{ok: 0, code: 13, errmsg: 'not authorized'}"), false);
        reset("--archive", "old", "-o", "json")
                .run()
                .ends(ExitCode.PARTIAL)
                .shows("\"reset\": 0")
                .says("the archive", "what was not archived was not changed");
        assertThat(released()).isZero();
    }

    @Test
    void a_signal_while_it_looks_or_watches_changes_nothing() {
        SentSignals sent = new SentSignals(false);
        Thread sender = new Thread(() -> sent.send("TERM"));
        sender.start();
        reset("--observe", "1h")
                .host(sent.host())
                .run()
                .ends(ExitCode.signal(15))
                .says("the signal TERM stopped it");
        assertThat(released()).isZero();
        SentSignals again = new SentSignals(false);
        Thread other = new Thread(() -> again.send("TERM"));
        other.start();
        reset("--jitter", "100d")
                .host(again.host())
                .run()
                .ends(ExitCode.signal(15))
                .says("nothing was changed");
        assertThat(released()).isZero();
    }
}
