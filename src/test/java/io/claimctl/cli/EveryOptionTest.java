package io.claimctl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.testing.Rfc4180;
import io.claimctl.testing.ScriptedServer;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Walks every command, every option that it lists, and every format: each is taken, what it writes is of that format, and the
 * option changes something that can be seen from outside.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryOptionTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.500Z");
    private static final JsonMapper JSON = new JsonMapper();
    private static final YAMLMapper YAML = new YAMLMapper();

    private final ScriptedServer server = new ScriptedServer(Clock.fixed(NOW, ZoneOffset.UTC));
    private final ScriptedServer emptyServer = new ScriptedServer(Clock.fixed(NOW, ZoneOffset.UTC));
    private final MongoClient client = MongoClients.create(server.uri());
    private final MongoClient emptyClient = MongoClients.create(emptyServer.uri());
    private final MongoCollection<Document> claims = client.getDatabase("shop").getCollection("_message_state");

    private final Map<List<Object>, Seen> without = new HashMap<>();
    private boolean filled;

    @TempDir
    static Path folder;

    @BeforeAll
    void write() throws IOException {
        Files.writeString(folder.resolve("uri"), emptyServer.uri() + "/shop");
        Files.writeString(folder.resolve("message"), "a message");
    }

    @AfterAll
    void stop() {
        client.close();
        emptyClient.close();
        server.close();
        emptyServer.close();
    }

    static Stream<Arguments> options() {
        return HelpTest.everyVerb()
                .map(CommandLine::getCommandSpec)
                .flatMap(spec -> spec.options().stream()
                        .filter(option -> !option.usageHelp())
                        .filter(option -> OptionSamples.ends(verb(spec.qualifiedName()), option.longestName()))
                        .map(option -> Arguments.of(verb(spec.qualifiedName()), option.longestName())));
    }

    private static String verb(String qualifiedName) {
        return qualifiedName.substring(qualifiedName.indexOf(' ') + 1);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("options")
    void every_option_of_every_command_works_in_every_format(String verb, String option) {
        OptionSample sample = OptionSamples.of(verb, option);
        for (String format : formats(verb, option)) {
            Seen without = without(verb, format, sample);
            Seen with = seen(verb, sample.line(verb, option), format, sample, true);
            assertThat(with.run().exit()).as("%s", with.run()).isEqualTo(sample.exit());
            assertThat(with.run().err().lines())
                    .as("%s", with.run())
                    .allMatch(line -> line.startsWith("claimctl: ") || sample.traces());
            assertIs(format, with.run());
            if (sample.shownBy() == null && OptionSamples.shows(verb, option, format)) {
                assertThat(with.withoutRun())
                        .as("%s %s can be seen to change something in %s", verb, option, format)
                        .isNotEqualTo(without.withoutRun());
            }
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("options")
    void what_cannot_be_seen_here_is_tried_by_the_test_that_is_named(String verb, String option) throws IOException {
        Class<?> test = OptionSamples.of(verb, option).shownBy();
        if (test != null) {
            Path source = Path.of("src/test/java", test.getName().replace('.', '/') + ".java");
            assertThat(OptionSamples.spellings(option))
                    .as("%s shows %s of %s", test, option, verb)
                    .anyMatch(Files.readString(source)::contains);
        }
    }

    /** It is the same for many options. */
    private Seen without(String verb, String format, OptionSample sample) {
        List<Object> key = List.of(verb, format, sample.setting(), sample.terminals(), sample.typed());
        return without.computeIfAbsent(
                key, k -> seen(verb, OptionSamples.line(verb, sample.setting()), format, sample, false));
    }

    @Test
    void no_sample_is_of_an_option_that_there_is_not() {
        Set<String> known = options()
                .map(arguments -> arguments.get()[0] + " " + arguments.get()[1])
                .collect(java.util.stream.Collectors.toSet());
        assertThat(OptionSamples.named()).allMatch(name -> known.stream().anyMatch(one -> one.endsWith(name)));
    }

    /** All that the command lists, or none where it lists none; where the option is the format, all of them are one test. */
    private static List<String> formats(String verb, String option) {
        Optional<OptionSpec> output = HelpTest.everyVerb()
                .map(CommandLine::getCommandSpec)
                .filter(spec -> verb(spec.qualifiedName()).equals(verb))
                .map(spec -> spec.findOption("--output"))
                .filter(found -> found != null)
                .findFirst();
        return output.map(found -> StreamSupport.stream(
                                found.completionCandidates().spliterator(), false)
                        .filter(format -> OptionSamples.fits(option, format))
                        .toList())
                .orElse(List.of(""));
    }

    /** What can be seen of a run from outside; chance is taken out of it. */
    private record Seen(RecordedRun run, List<String> received, List<String> stored, List<String> files) {
        List<Object> withoutRun() {
            return List.of(run.exit(), masked(run.out()), masked(run.err()), received, stored, files);
        }

        private static String masked(String text) {
            return OptionSamples.withoutChance(text);
        }
    }

    private Seen seen(String verb, List<String> words, String format, OptionSample sample, boolean with) {
        boolean onlyLooks = OptionSamples.onlyLooks(verb);
        if (!filled || !onlyLooks) {
            fill();
        }
        filled = onlyLooks; // what only looks finds it so again
        Path made = folder.resolve("made");
        delete(made);
        configure(made);
        List<String> line = new ArrayList<>();
        for (String word : words) {
            line.add(word.replace("FOLDER", folder.toString())
                    .replace("SERVER", server.uri() + "/shop")
                    .replace("ELSEWHERE", emptyServer.uri() + "/shop"));
        }
        boolean formatted = !format.isEmpty() && !line.contains("-o") && !line.contains("--output");
        if (formatted && !(with && words.contains("-0"))) {
            int end = line.contains("--") ? line.indexOf("--") : line.size();
            line.addAll(end, List.of("-o", format));
        }
        server.forgetReceived();
        RecordedRun.Setup setup = RecordedRun.claimctl(line.toArray(String[]::new))
                .on(server.uri() + "/shop")
                .with("XDG_CONFIG_HOME", made.toString())
                .terminals(sample.terminals())
                .input(sample.typed());
        RecordedRun run = setup.run();
        List<String> received = server.received();
        List<String> stored = claims.find().sort(new Document("_id", 1)).into(new ArrayList<>()).stream()
                .map(document -> OptionSamples.withoutChance(document.toJson()))
                .toList();
        return new Seen(run, received, stored, files(made));
    }

    private void configure(Path made) {
        try {
            Files.createDirectories(made.resolve("claimctl"));
            Files.writeString(
                    made.resolve("claimctl/config.yaml"),
                    "profiles:\n  here: {uri: '" + server.uri() + "/shop'}\n  elsewhere: {uri: '" + emptyServer.uri()
                            + "/shop'}\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> files(Path made) {
        try (Stream<Path> all = Files.exists(made) ? Files.walk(made) : Stream.<Path>empty()) {
            return all.filter(Files::isRegularFile)
                    .sorted()
                    .map(file -> OptionSamples.withoutChance(file.getFileName() + ": " + read(file)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path made) {
        try (Stream<Path> all = Files.exists(made) ? Files.walk(made) : Stream.<Path>empty()) {
            for (Path file : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
            Files.createDirectories(made);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void fill() {
        emptyClient.getDatabase("shop").drop();
        client.getDatabase("other").drop();
        client.getDatabase("shop").drop();
        claims.insertMany(List.of(
                claim("live", "processing", 1, Duration.ofMinutes(5), Duration.ofMinutes(1))
                        .append("metadata", new Document("region", "eu")),
                claim("lapsed", "processing", 2, Duration.ofMinutes(-5), Duration.ofMinutes(35)),
                claim("stale", "processing", 3, Duration.ofMinutes(50), Duration.ofMinutes(10)),
                claim("done", "completed", 4, Duration.ofHours(23), Duration.ofHours(1)),
                claim("message", "processing", 5, Duration.ofMinutes(-1), Duration.ofMinutes(31))
                        .append("payload", new Binary("hello".getBytes(UTF_8)))
                        .append("event_name", "order.created"),
                claim("broken", "processing", 6, Duration.ofMinutes(-1), Duration.ofMinutes(1))
                        .append("expires_at", "soon")));
    }

    private static Document claim(String id, String status, int pod, Duration left, Duration age) {
        return new Document("_id", id)
                .append("status", status)
                .append("worker_id", OptionSamples.token(pod))
                .append("expires_at", Date.from(NOW.plus(left)))
                .append("created_at", Date.from(NOW.minus(age)))
                .append("updated_at", Date.from(NOW.minus(age)));
    }

    private static void assertIs(String format, RecordedRun run) {
        String out = run.out();
        if (out.isEmpty()) {
            return;
        }
        switch (format) {
            case "json" -> JSON.readTree(out);
            case "yaml" -> YAML.readTree(out);
            case "ndjson" -> out.lines().forEach(JSON::readTree);
            case "csv" -> {
                List<List<String>> records = Rfc4180.parse(out);
                assertThat(records)
                        .as("%s", run)
                        .allMatch(record -> record.size() == records.get(0).size());
            }
            default ->
                assertThat(out.replaceAll("\u001b\\[[0-9;]*[mKHJ]", ""))
                        .as("%s", run)
                        .doesNotContain("\u001b");
        }
    }
}
