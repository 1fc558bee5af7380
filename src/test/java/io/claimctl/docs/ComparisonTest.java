package io.claimctl.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that the comparison with the reference names are there. */
class ComparisonTest {
    private static final MarkdownPage PAGE = MarkdownPage.of(Path.of("docs/comparison.md"));
    private static final String CLASS = "[A-Z][A-Za-z]+(?:Test|IT)";

    /** Class to source. */
    private static Map<String, String> tests() throws IOException {
        Map<String, String> tests = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                tests.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
            }
        }
        return tests;
    }

    private static List<String> named() {
        return PAGE.inline().stream()
                .map(code -> code.lines().get(0))
                .filter(code -> code.matches(CLASS + "(?:\\.[a-z]\\w+)?"))
                .toList();
    }

    @Test
    void every_test_that_it_names_is_there() throws IOException {
        Map<String, String> tests = tests();
        assertThat(named()).hasSizeGreaterThan(30).allSatisfy(name -> {
            String[] parts = name.split("\\.");
            assertThat(tests).containsKey(parts[0]);
            if (parts.length > 1) {
                assertThat(tests.get(parts[0])).as(name).containsPattern("void " + parts[1] + "\\(");
            }
        });
    }

    @Test
    void every_row_names_one() {
        List<String> rows = PAGE.lines().stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| the reference"))
                .toList();
        assertThat(rows).hasSizeGreaterThan(25).allSatisfy(row -> {
            String[] cells = row.split("(?<!\\\\)\\|");
            assertThat(cells).as(row).hasSize(5);
            assertThat(cells[4]).containsPattern("`" + CLASS);
        });
    }

    @Test
    void every_operation_of_the_reference_has_a_row() {
        String text = String.join("\n", PAGE.lines());
        assertThat(Arrays.asList(
                        "Acquire",
                        "MarkProcessed",
                        "Reset",
                        "ListStale",
                        "ResetStale",
                        "StorePayload",
                        "LoadStalePayloads",
                        "ClearPayload",
                        "ListWorkers",
                        "CountWorkers",
                        "GetWorker",
                        "WorkerPoolMiddleware",
                        "RecoveryRunner"))
                .allSatisfy(name -> assertThat(text).contains("`" + name));
    }
}
