package io.claimctl.sweep;

import io.claimctl.claim.Claim;
import io.claimctl.claim.Readings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Claims to write into an audit file, and what was written. */
final class AuditSamples {
    static final Instant NOW = Instant.parse("2026-01-02T03:04:05.670Z");
    static final String TOKEN = "pod-7:0123456789abcdef01234567";

    private AuditSamples() {}

    static BsonDocument document(String id) {
        return new BsonDocument("_id", new BsonString(id))
                .append("status", new BsonString("processing"))
                .append("worker_id", new BsonString(TOKEN))
                .append("expires_at", new BsonDateTime(NOW.toEpochMilli() - 1))
                .append("updated_at", new BsonDateTime(NOW.toEpochMilli() - 3_600_000));
    }

    static Claim claim(String id) {
        return claim(document(id));
    }

    static Claim claim(BsonDocument document) {
        return (Claim) Readings.row(document);
    }

    /** One whose line is longer than this. */
    static Claim large(String id, int bytes) {
        return claim(document(id).append("payload", new BsonBinary(new byte[bytes])));
    }

    /** Every line of it, which must be an object each. */
    static List<JsonNode> lines(Path file) {
        return Arrays.stream(text(file).split("\n"))
                .filter(line -> !line.isEmpty())
                .map(line -> JsonMapper.shared().readTree(line))
                .toList();
    }

    /** "before a", "after a reset", and so on. */
    static List<String> recorded(Path file) {
        List<String> recorded = new ArrayList<>();
        for (JsonNode line : lines(file)) {
            recorded.add((line.get("record").asString() + " " + line.get("id").asString() + " "
                            + line.path("result").asString(""))
                    .trim());
        }
        return recorded;
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@link AuditMain} by way of a line of shell, in which {@code "$@"} stands for it and its arguments. */
    static ProcessBuilder process(String shell, String script, Object... arguments) {
        List<String> words = new ArrayList<>(List.of(shell, "-c", script, shell));
        words.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                AuditMain.class.getName()));
        Arrays.stream(arguments).map(Object::toString).forEach(words::add);
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C.UTF-8");
        return builder;
    }
}
