package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bson.Document;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The stale claims of a bench as they were, and what sweeps have left of them and written about them. */
final class SweepTraces {
    private final RunBench bench;
    private final Path audit;
    private final Map<String, Document> were = new HashMap<>();
    private final Map<String, Document> taken = new HashMap<>();

    SweepTraces(RunBench bench, String audit) {
        this.bench = bench;
        this.audit = bench.file(audit);
    }

    /** More stale claims whose lease has ended, each with so many characters of metadata. */
    void add(int count, int size) {
        Instant then = Instant.now().minus(Duration.ofHours(2));
        for (int i = 0; i < count; i++) {
            String id = "c" + were.size();
            Date at = Date.from(then.plusMillis(were.size()));
            Document claim = new Document("_id", id)
                    .append("status", "processing")
                    .append("worker_id", "pod-1:" + "%024x".formatted(were.size()))
                    .append("expires_at", at)
                    .append("created_at", at)
                    .append("updated_at", at)
                    .append("metadata", new Document("text", "é".repeat(size)));
            bench.claims().insertOne(claim);
            were.put(id, claim);
        }
    }

    /** How many claims there have been. */
    int size() {
        return were.size();
    }

    /** Somebody acquires a claim of this status, if there is one that nobody has acquired yet. */
    void take(String status) {
        Date now = Date.from(Instant.now());
        Document claim = bench.claims()
                .findOneAndUpdate(
                        Filters.and(
                                Filters.eq("status", status),
                                Filters.lt("expires_at", now),
                                Filters.in("_id", were.keySet())),
                        Updates.combine(
                                Updates.set("status", "processing"),
                                Updates.set("worker_id", RunBench.STRANGER),
                                Updates.set(
                                        "expires_at", Date.from(now.toInstant().plusSeconds(600))),
                                Updates.set("updated_at", now)));
        if (claim != null) {
            String id = claim.getString("_id");
            taken.put(id, bench.stored(id));
        }
    }

    /** The claims that a sweep has released, and nobody acquired again. */
    List<Document> released() {
        return bench.claims()
                .find(Filters.and(Filters.eq("status", "released"), Filters.in("_id", were.keySet())))
                .into(new ArrayList<>());
    }

    /** How many claims are as they were. */
    long untouched() {
        return now().values().stream()
                .filter(claim -> claim.equals(were.get(claim.getString("_id"))))
                .count();
    }

    private Map<String, Document> now() {
        return bench.claims().find(Filters.in("_id", were.keySet())).into(new ArrayList<>()).stream()
                .collect(Collectors.toMap(claim -> claim.getString("_id"), claim -> claim));
    }

    /** The whole lines of the audit file. */
    List<JsonNode> lines() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : text()) {
            try {
                lines.add(JsonMapper.shared().readTree(line));
            } catch (JacksonException torn) {
                continue;
            }
        }
        return lines;
    }

    /** How many lines of the audit file are none. */
    int torn() throws IOException {
        return text().size() - lines().size();
    }

    /** A line may be torn within a letter. */
    private List<String> text() throws IOException {
        return Files.exists(audit)
                ? new String(Files.readAllBytes(audit), StandardCharsets.UTF_8)
                        .lines()
                        .toList()
                : List.of();
    }

    private static Map<String, List<JsonNode>> byId(List<JsonNode> lines, String record) {
        return lines.stream()
                .filter(line -> line.get("record").asString().equals(record))
                .collect(Collectors.groupingBy(line -> line.get("id").asString()));
    }

    /** What was changed was recorded before as it was, and what the record says came of it is true. */
    void areRecorded() throws IOException {
        Map<String, Document> now = now(); // first: what is changed by now has been recorded
        List<JsonNode> lines = lines();
        Map<String, List<JsonNode>> before = byId(lines, "before");
        Map<String, List<JsonNode>> after = byId(lines, "after");
        before.forEach((id, all) -> assertThat(all)
                .as("recorded before: %s", id)
                .allSatisfy(
                        line -> assertThat(Document.parse(line.get("document").toString()))
                                .isEqualTo(were.get(id))));
        were.forEach((id, was) -> {
            Document is = now.getOrDefault(id, new Document());
            if (taken.containsKey(id)) {
                assertThat(is).as("somebody's by now").isEqualTo(taken.get(id));
            } else if (!is.equals(was)) {
                isRecorded(id, is, before.getOrDefault(id, List.of()), after.getOrDefault(id, List.of()));
            }
        });
        after.forEach((id, all) -> assertThat(resets(all)).as("%s: %s", id, all).hasSizeLessThan(2));
        assertThat(after.keySet()).isSubsetOf(before.keySet());
    }

    private static void isRecorded(String id, Document is, List<JsonNode> before, List<JsonNode> after) {
        assertThat(before).as("recorded before the change: %s", id).isNotEmpty();
        if (!is.isEmpty()) {
            assertThat(is.getString("status")).as(id).isEqualTo("released");
            String by = is.getString("reset_by");
            assertThat(before.stream()
                            .filter(line -> line.get("reset_by").asString().equals(by)))
                    .as("%s, reset by %s: %s", id, by, before)
                    .hasSize(1);
            assertThat(resets(after)).as("%s: %s", id, after).allMatch(by::equals);
        }
    }

    private static List<String> resets(List<JsonNode> after) {
        return after.stream()
                .filter(line -> line.get("result").asString().equals("reset"))
                .map(line -> line.get("reset_by").asString())
                .toList();
    }

    /** Nothing is left to sweep, and nothing was reset but by what its mark says. */
    void areFinished() throws IOException {
        areRecorded();
        Map<String, Document> now = now();
        taken.forEach((id, claim) -> assertThat(now).containsEntry(id, claim));
        now.values().stream()
                .filter(claim -> !taken.containsKey(claim.getString("_id")))
                .forEach(claim -> assertThat(claim).containsEntry("status", "released"));
    }

    /** The archive has each claim that was released as it was. */
    void areArchived(String collection) {
        Map<String, Document> copies = new HashMap<>();
        bench.claims(collection).find().forEach(copy -> copies.put(copy.getString("_id"), copy));
        for (Document claim : released()) {
            String id = claim.getString("_id");
            Document copy = new Document(copies.getOrDefault(id + "@" + claim.getString("reset_by"), new Document()));
            copy.keySet().removeIf(key -> key.startsWith("archived_"));
            assertThat(copy.append("_id", id)).isEqualTo(were.get(id));
        }
    }
}
