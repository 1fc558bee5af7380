package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.CompleteOutcome;
import io.claimctl.claim.PayloadOutcome;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.claim.RenewOutcome;
import io.claimctl.claim.ResetOutcome;
import io.claimctl.claim.WaitOutcome;
import io.claimctl.cli.PrintedOutput.Printed;
import io.claimctl.docs.OutputSchema;
import io.claimctl.view.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code docs/output.schema.json} and what the program really prints are the same, in both directions. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OutputSchemaTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/view");
    /** Whose output the golden files show; those of collections say so in their headings. */
    private static final Map<String, String> GOLDEN_OF = Map.ofEntries(
            Map.entry("claims", "claims_list"),
            Map.entry("empty", "claims_list"),
            Map.entry("counts", "claims_count"),
            Map.entry("stats", "claims_stats"),
            Map.entry("stale", "stale_list"),
            Map.entry("sweep", "stale_reset"),
            Map.entry("recovery", "recover"),
            Map.entry("several", "release"),
            Map.entry("inspect", "inspect"),
            Map.entry("acquire", "acquire"),
            Map.entry("renew", "renew"),
            Map.entry("complete", "complete"),
            Map.entry("release", "release"),
            Map.entry("reset", "reset"),
            Map.entry("payload-put", "payload_put"),
            Map.entry("payload-clear", "payload_clear"),
            Map.entry("wait", "wait"),
            Map.entry("watch", "claims_watch"),
            Map.entry("doctor", "doctor"));
    /** Words of the commands, not of the library. */
    private static final Set<String> OF_THE_COMMANDS = Set.of("error", "not_tried", "not_confirmed", "nothing_stored");

    private final OutputSchema schema = new OutputSchema();
    private List<Printed> printed = List.of();
    private List<Sample> samples = List.of();

    /** One JSON text, and which definition it is to be valid by. */
    record Sample(String from, String definition, JsonNode json) {
        @Override
        public String toString() {
            return definition + ": " + from;
        }
    }

    @BeforeAll
    void collect() throws IOException {
        printed = PrintedOutput.all();
        List<Sample> all = new ArrayList<>();
        printed.forEach(p -> add(p.toString(), definition(p.words()), p.format(), p.out(), all));
        try (Stream<Path> files = Files.list(GOLDEN)) {
            for (Path file : files.filter(f -> f.toString().matches(".*\\.(nd)?json\\.golden"))
                    .sorted()
                    .toList()) {
                addGolden(file, all);
            }
        }
        add("sweep.none", "stale_reset", "json", Files.readString(GOLDEN.resolve("sweep.none.golden")), all);
        samples = List.copyOf(all);
    }

    private static void add(String from, String definition, String format, String out, List<Sample> to) {
        List<String> texts = format.equals("json") ? List.of(out) : out.lines().toList();
        for (String text : texts) {
            if (!text.isBlank()) {
                JsonNode json = JsonMapper.shared().readTree(text);
                to.add(new Sample(from, format.equals("json") ? definition : definition + "_line", json));
            }
        }
    }

    private static void addGolden(Path file, List<Sample> to) throws IOException {
        String[] name = file.getFileName().toString().split("\\.");
        StringBuilder text = new StringBuilder();
        String heading = "";
        for (String line : (Files.readString(file) + "== end").lines().toList()) {
            if (line.startsWith("== ")) {
                String definition = name[0].equals("collection")
                        ? heading.startsWith("collection") ? "collection_create" : "collection_indexes"
                        : GOLDEN_OF.getOrDefault(name[0], name[0] + " (add it to GOLDEN_OF)");
                add(file.getFileName() + " " + heading, definition, name[1], text.toString(), to);
                text.setLength(0);
                heading = line.substring(3);
            } else if (!line.startsWith("stderr: ")) {
                text.append(line).append('\n');
            }
        }
    }

    /** The definition of the command that these words run. */
    private static String definition(List<String> words) {
        return Verb.ALL.stream()
                .map(Verb::name)
                .filter(name -> (String.join(" ", words) + " ").startsWith(name + " "))
                .max(Comparator.comparingInt(String::length))
                .map(OutputSchemaTest::definition)
                .orElseThrow();
    }

    private static String definition(String command) {
        return command.replace(' ', '_').replace('-', '_');
    }

    Stream<Sample> samples() {
        return samples.stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void what_is_printed_is_valid(Sample sample) {
        assertThat(schema.errors(sample.definition, sample.json))
                .as("%s", sample.json)
                .isEmpty();
        assertThat(schema.errors(sample.json)).as("by the whole schema").isEmpty();
    }

    @Test
    void a_member_that_no_definition_names_is_refused_wherever_it_stands() {
        for (Sample sample : samples) {
            for (int i = 0; i < objects(sample.json).size(); i++) {
                JsonNode changed = sample.json.deepCopy();
                objects(changed).get(i).put("surprise", 1);
                assertThat(schema.errors(sample.definition, changed))
                        .as("%s: %s", sample, changed)
                        .isNotEmpty();
            }
        }
    }

    private static List<ObjectNode> objects(JsonNode json) {
        List<ObjectNode> all = new ArrayList<>();
        if (json instanceof ObjectNode object) {
            all.add(object);
        }
        json.valueStream().forEach(child -> all.addAll(objects(child)));
        return all;
    }

    @ParameterizedTest
    @MethodSource("io.claimctl.cli.HelpTest#everyVerb")
    void every_command_with_json_has_its_definitions_and_was_run(CommandLine line) {
        if (line.getCommandSpec().findOption("--output") == null) {
            return;
        }
        String name = line.getCommandSpec().qualifiedName().replaceFirst("^claimctl ", "");
        List<String> formats = new ArrayList<>();
        line.getCommandSpec().findOption("--output").completionCandidates().forEach(formats::add);
        for (String definition : definitions(name, formats)) {
            assertThat(schema.defines(definition)).as(definition).isTrue();
            assertThat(schema.root()
                            .get("anyOf")
                            .valueStream()
                            .map(one -> one.get("$ref").asString()))
                    .contains("#/$defs/" + definition);
            assertThat(samples.stream().filter(s -> !s.from.contains("golden")).map(Sample::definition))
                    .contains(definition);
        }
    }

    /** Events come one by one, and make no document. */
    private static List<String> definitions(String command, List<String> formats) {
        String line = definition(command) + "_line";
        return formats.contains("json") ? List.of(definition(command), line) : List.of(line);
    }

    @Test
    void the_alternatives_of_the_whole_schema_are_those_of_the_commands() {
        List<String> wanted = Verb.ALL.stream()
                .map(verb -> "#/$defs/" + definition(verb.name()))
                .flatMap(name -> Stream.of(name, name + "_line"))
                .filter(name -> schema.defines(name.substring(8)))
                .toList();
        assertThat(schema.root()
                        .get("anyOf")
                        .valueStream()
                        .map(one -> one.get("$ref").asString()))
                .containsExactlyInAnyOrderElementsOf(wanted);
    }

    @Test
    void every_property_every_word_and_every_alternative_of_the_schema_is_printed_by_something() {
        samples.forEach(sample -> schema.use(sample.definition, sample.json));
        assertThat(schema.unused()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void every_outcome_of_the_library_has_its_word(Operation operation) {
        Set<String> words = schema.outcomes(operation.name().toLowerCase(Locale.ROOT) + "_line");
        words.removeAll(OF_THE_COMMANDS);
        assertThat(words).isEqualTo(outcomes(operation));
    }

    private static Set<String> outcomes(Operation operation) {
        Class<?> outcome = switch (operation) {
            case ACQUIRE -> AcquireOutcome.class;
            case RENEW -> RenewOutcome.class;
            case COMPLETE -> CompleteOutcome.class;
            case RELEASE -> ReleaseOutcome.class;
            case RESET -> ResetOutcome.class;
            case WAIT -> WaitOutcome.class;
            case PAYLOAD_PUT, PAYLOAD_CLEAR -> PayloadOutcome.class;
        };
        Set<String> words = new TreeSet<>();
        words(outcome, words);
        if (outcome == PayloadOutcome.class) {
            words.remove(operation == Operation.PAYLOAD_PUT ? "payload_cleared" : "payload_stored");
        }
        if (words.remove("reached")) {
            for (io.claimctl.claim.Awaited awaited : io.claimctl.claim.Awaited.values()) {
                words.add(awaited.name().toLowerCase(Locale.ROOT));
            }
        }
        return words;
    }

    private static void words(Class<?> outcome, Set<String> words) {
        for (Class<?> permitted : outcome.getPermittedSubclasses()) {
            if (permitted.isInterface()) {
                words(permitted, words);
            } else {
                words.add(permitted
                        .getSimpleName()
                        .replaceAll("(?<=.)([A-Z])", "_$1")
                        .toLowerCase(Locale.ROOT));
            }
        }
    }

    @Test
    void the_schema_is_one_of_its_draft() {
        assertThat(schema.metaErrors()).isEmpty();
        assertThat(schema.root().get("$schema").asString()).isEqualTo("https://json-schema.org/draft/2020-12/schema");
    }

    @Test
    void what_is_required_is_named_and_nothing_else_is_allowed() {
        schema.eachPart((at, part) -> {
            if (part.has("properties") && !at.equals("#/$defs/claim_fields")) {
                assertThat(part.path("additionalProperties").asString("")
                                + part.path("unevaluatedProperties").asString(""))
                        .as(at)
                        .isEqualTo("false");
                assertThat(part.has("required")).as(at).isTrue();
            }
            part.path("required")
                    .valueStream()
                    .forEach(name -> assertThat(part.get("properties").has(name.asString()))
                            .as("%s requires %s", at, name)
                            .isTrue());
        });
    }
}
