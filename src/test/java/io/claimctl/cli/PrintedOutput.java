package io.claimctl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.RealReplies;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.ScriptedServer.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.types.Binary;

/**
 * What the commands print in every situation that can be brought about: each command line runs on a server that holds
 * the same claims and stands at the same time.
 */
final class PrintedOutput {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.500Z");
    private static final String TOKEN = token(1);
    private static final BsonDocument OK = BsonDocument.parse("{ok: 1.0}");
    private static final BsonDocument DENIED = RealReplies.reply("privileges", "reader: acquire");

    private final List<Situation> situations = new ArrayList<>();

    /** A command line, what is so before it runs, and what is typed on its terminal if it has one. */
    private record Situation(List<String> words, Consumer<World> before, String typed) {}

    /** What a command line printed in one format. */
    record Printed(List<String> words, String format, int exit, String out) {
        @Override
        public String toString() {
            return String.join(" ", words) + " -o " + format;
        }
    }

    static List<Printed> all() {
        PrintedOutput output = new PrintedOutput();
        output.looking();
        output.watching();
        output.taking();
        output.keeping();
        output.finishing();
        output.storing();
        output.resetting();
        output.sweeping();
        output.settingUp();
        output.examining();
        output.connecting();
        List<Printed> all = new ArrayList<>();
        try (World world = new World()) {
            for (Situation situation : output.situations) {
                for (String format : List.of("json", "ndjson")) {
                    world.renew();
                    all.add(print(situation, format, world));
                }
            }
        }
        return all;
    }

    private void when(String words) {
        when(words, world -> {});
    }

    private void when(String words, Consumer<World> before) {
        situations.add(new Situation(List.of(words.split(" ")), before, ""));
    }

    private void looking() {
        when("claims list");
        when("claims list --limit 2");
        when("claims list --status nope");
        when("claims count");
        when("claims count --status nope");
        when("claims watch --for 1ms");
        when("claims watch live none --for 1ms");
        when("claims stats");
        when("claims stats --status nope");
        when("claims stats --sample 3 --top 1");
        when(
                "claims stats",
                world -> world.server.answerNext(
                        "aggregate",
                        BsonDocument.parse("{ok: 1.0, cursor: {id: {$numberLong: '0'}, ns: 'x.y', firstBatch: [{groups:"
                                + " [{_id: {age: 'OLDER', lease: null}, count: 2, payloads: 1, bytes: 70000, largest: 9}],"
                                + " statuses: [{name: 'released', count: 2}]}]}}"),
                        false));
        when("inspect live broken message done lapsed free reset");
        when("inspect none");
        when("wait none --for free --timeout 1ms");
        when("wait done --for completed --timeout 1ms");
        when("wait live --for free --timeout 1ms");
        when("wait done --for free --timeout 1ms");
        when("wait broken --for free --timeout 1ms");
        when("wait lapsed live --for free --timeout 1ms");
        when("wait lapsed live done --for free --timeout 1s", world -> world.server.answerNext("find", DENIED, false));
    }

    private void watching() {
        when("check");
        when("check --older-than 9h");
        when("check --warn 1 --crit 2 --oldest 1h");
        when("check --warn 100 --crit 200");
        when("check --warn many");
        when("check", world -> world.server.answerNext("aggregate", DENIED, false));
        when("metrics");
        when("metrics --older-than 9h");
        when(
                "metrics",
                world -> world.server.answerNext(
                        "aggregate",
                        BsonDocument.parse("{ok: 1.0, cursor: {id: {$numberLong: '0'}, ns: 'x.y', firstBatch: [{_id:"
                                + " 'processing', count: 2, expired: 1, stale: 0, payloads: 1, bytes: 70000}]}}"),
                        false));
    }

    private void taking() {
        when("acquire new --ttl 1m --instance pod-9");
        when("acquire lapsed --ttl 1m");
        when("acquire live --ttl 1m");
        when("acquire done --ttl 1m");
        when("acquire broken --ttl 1m");
        when("acquire new live broken --ttl 1m");
        when("acquire new --ttl 1m --timeout 300ms", world -> world.cut("findAndModify"));
        when("acquire new more last --ttl 1m", world -> world.server.answerNext("findAndModify", DENIED, false));
    }

    private void keeping() {
        String[] commands = {"renew %s --ttl 1h --token %s", "complete %s --token %s", "release %s --token %s"};
        for (String command : commands) {
            when(String.format(command, "live", TOKEN));
            when(String.format(command, "live", token(9)));
            when(String.format(command, "done", token(4)));
            when(String.format(command, "none", TOKEN));
            when(String.format(command, "broken", token(6)));
            when(String.format(command, "message", token(5)));
            when(String.format(command, "lapsed", token(2)));
            when(String.format(command, "reset", token(7)));
            when(String.format(command + " --timeout 300ms", "live", TOKEN), world -> world.cut("findAndModify"));
            when(
                    String.format(command + " --token %s --token %s", "live done none", TOKEN, token(4), TOKEN),
                    world -> world.server.answerNext("findAndModify", DENIED, false));
        }
        when("complete none --record-missing --token " + TOKEN);
        when("release message --payloads include --token " + token(5));
    }

    private void examining() {
        when("doctor");
        when("doctor", world -> world.server.answerNext("aggregate", DENIED, false));
        when(
                "doctor --prove --yes --timeout 2s",
                world -> world.server.answerNext(
                        "buildInfo",
                        BsonDocument.parse("{ok: 1.0, version: '3.6.0', versionArray: [3, 6, 0, 0]}"),
                        false));
    }

    private void finishing() {
        when("renew live --ttl 1ms --token " + TOKEN);
        when("complete lapsed live --token " + token(2) + " --token " + token(9));
    }

    private void storing() {
        String[] commands = {"payload put %s LICENSE --token %s", "payload clear %s --token %s"};
        for (String command : commands) {
            when(String.format(command, "live", TOKEN));
            when(String.format(command, "live", token(9)));
            when(String.format(command, "done", token(4)));
            when(String.format(command, "none", TOKEN));
            when(String.format(command, "broken", token(9)));
            when(String.format(command, "reset", token(7)));
            when(String.format(command + " --timeout 300ms", "live", TOKEN), world -> world.cut("findAndModify"));
        }
        when("payload put live - --token " + TOKEN);
        when(
                String.format("payload clear live done none --token %s --token %s --token %s", TOKEN, token(4), TOKEN),
                world -> world.server.answerNext("findAndModify", DENIED, false));
    }

    private void resetting() {
        when("reset live --token " + TOKEN + " --reason lost");
        when("reset live --token " + token(9));
        when("reset none --token " + TOKEN);
        when("reset message --token " + token(5));
        when("reset broken --token " + token(6));
        when("reset live --yes --delete --token " + TOKEN);
        when("reset live --yes --delete --token " + TOKEN, world -> world.answerSecond("delete", "{ok: 1.0, n: 0}"));
        when(
                "reset live --yes --delete --token " + TOKEN,
                world -> world.answerSecond("delete", "{ok: 0.0, code: 13, errmsg: 'not authorized'}"));
        when("reset live --timeout 300ms --token " + TOKEN, world -> world.cut("findAndModify"));
        when("reset live done --token " + TOKEN + " --token " + token(4));
        when(
                "reset live done --token " + TOKEN + " --token " + token(4),
                world -> world.server.answerNext("findAndModify", DENIED, false));
        situations.add(new Situation(List.of("reset", "live"), world -> {}, "n\n"));
    }

    private void sweeping() {
        when("stale list");
        when("stale list --older-than 9h");
        when("stale reset --reason cron");
        when("stale reset --limit 1 --lease any --older-than 1m --yes");
        when("stale reset --dry-run");
        when("stale reset --yes --delete --payloads include");
        when(
                "stale reset",
                world -> world.server.answerNext(
                        "update",
                        BsonDocument.parse("{ok: 1.0, n: 1, nModified: 1, writeConcernError: {code: 91, errmsg: 'x'}}"),
                        false));
        when("recover --dry-run");
        when("recover --limit 1 --to-dir target/saved-messages");
        when("stale reset --payloads include --yes", world -> world.server.answerNext("findAndModify", DENIED, false));
    }

    private void connecting() {
        when("profile list");
        when("profile show whole");
        when("profile show file");
        when("profile test whole");
        when("profile test file");
    }

    private void settingUp() {
        when("collection create", World::drop);
        when("collection create");
        when("collection create", world -> {
            world.drop();
            world.server.cutNext("createIndexes", Fault.CUT_BEFORE);
        });
        when("collection create --capped 64KiB --max 100", world -> {
            world.server.answerNext("create", OK, false);
            world.server.answerNext("listCollections", RealReplies.listed("none"), false);
            world.server.answerNext("listCollections", RealReplies.listed("capped"), false);
        });
        when("collection indexes", World::drop);
        when("collection indexes", world -> {
            world.claims.createIndex(new Document("updated_at", 1).append("_id", 1));
            world.claims.createIndex(new Document("expires_at", -1), named("expires_at_1"));
            world.claims.createIndex(new Document("zone", 1));
        });
        when("collection indexes --apply");
        when("collection indexes --apply", world -> world.server.cutNext("createIndexes", Fault.CUT_BEFORE));
        when(
                "collection indexes",
                world -> world.server.answerNext("listCollections", RealReplies.listed("capped"), false));
    }

    private static com.mongodb.client.model.IndexOptions named(String name) {
        return new com.mongodb.client.model.IndexOptions().name(name);
    }

    private static Printed print(Situation situation, String format, World world) {
        situation.before().accept(world);
        List<String> words = new ArrayList<>(situation.words());
        words.addAll(List.of("-o", format));
        RecordedRun.Setup run = RecordedRun.claimctl(words.toArray(String[]::new))
                .on(world.server.uri() + "/shop")
                .with("XDG_CONFIG_HOME", world.configured().toString())
                .input(situation.typed());
        RecordedRun done = (situation.typed().isEmpty() ? run : run.terminals("ie")).run();
        return new Printed(situation.words(), format, done.exit(), done.out());
    }

    private static String token(int n) {
        return String.format("pod-%d:%024x", n, n);
    }

    /** A server with claims of every kind. */
    private static final class World implements AutoCloseable {
        private final ScriptedServer server = new ScriptedServer(Clock.fixed(NOW, ZoneOffset.UTC));
        private final MongoClient client = MongoClients.create(server.uri());
        private final MongoCollection<Document> claims =
                client.getDatabase("shop").getCollection("_message_state");

        /** The folder of a configuration that names this server, and one that is not there. */
        Path configured() {
            try {
                Path file = Files.createDirectories(Path.of("target/printed-output/claimctl"))
                        .resolve("config.yaml");
                Files.writeString(file.resolveSibling("uri"), "mongodb://127.0.0.1:1");
                Files.writeString(
                        file,
                        "current: whole\nprofiles:\n  whole: {uri: '" + server.uri()
                                + "', db: shop, collection: _message_state, older_than: 10m, output: wide, timeout: 9s, protected:"
                                + " true}\n  file: {uri_file: uri, db: shop, timeout: 50ms}\n");
                return file.toAbsolutePath().getParent().getParent();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** As if nothing had happened. */
        void renew() {
            server.clear();
            claims.drop();
            claims.insertMany(List.of(
                    claim("live", "processing", 1, Duration.ofMinutes(5), Duration.ofMinutes(1))
                            .append("fence", 1767323045500000L)
                            .append("fence_worker", TOKEN)
                            .append("metadata", new Document("region", "eu")),
                    claim("lapsed", "processing", 2, Duration.ofMinutes(-5), Duration.ofMinutes(35)),
                    claim("held", "processing", 3, Duration.ofMinutes(50), Duration.ofMinutes(10)),
                    claim("done", "completed", 4, Duration.ofHours(23), Duration.ofHours(1)),
                    claim("message", "processing", 5, Duration.ofMinutes(-1), Duration.ofMinutes(31))
                            .append("payload", new Binary("hello".getBytes(UTF_8)))
                            .append("kept_at", Date.from(NOW.minusSeconds(60)))
                            .append("event_name", "order.created"),
                    claim("broken", "processing", 6, Duration.ofMinutes(-1), Duration.ofMinutes(31))
                            .append("expires_at", "soon"),
                    claim("reset", "released", 7, Duration.ofMillis(-1), Duration.ZERO)
                            .append("reset_by", "reset-1")
                            .append("reset_at", Date.from(NOW))
                            .append("reset_reason", "pod-7 lost"),
                    claim("odd", "processing", 8, Duration.ofMinutes(5), Duration.ofMinutes(1))
                            .append("status", 7),
                    new Document("_id", "free")));
        }

        private static Document claim(String id, String status, int worker, Duration left, Duration age) {
            return new Document("_id", id)
                    .append("status", status)
                    .append("worker_id", token(worker))
                    .append("expires_at", Date.from(NOW.plus(left)))
                    .append("created_at", Date.from(NOW.minus(age)))
                    .append("updated_at", Date.from(NOW.minus(age)));
        }

        void drop() {
            claims.drop();
        }

        void cut(String command) {
            for (int i = 0; i < 500; i++) {
                server.cutNext(command, Fault.CUT_BEFORE);
            }
        }

        /** Applies the first command of this name, and answers the second. */
        void answerSecond(String command, String reply) {
            server.answerNext(command, BsonDocument.parse("{ok: 1.0, n: 0}"), true);
            server.answerNext(command, BsonDocument.parse(reply), false);
        }

        @Override
        public void close() {
            client.close();
            server.close();
        }
    }
}
