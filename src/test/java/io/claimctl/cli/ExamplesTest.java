package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.claimctl.demo.DemoServer;
import io.claimctl.view.CheckState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Each example of each help text does on the claims of {@code claimctl demo} what it is to show. */
class ExamplesTest {
    private static final Pattern VARIABLE = Pattern.compile("(CLAIMCTL_[A-Z]+)=(\\S+) claimctl ");
    private static final Pattern INTO = Pattern.compile("^[^;|]* > (\\w+)");

    /** What an example shows that does not end with 0, and why. */
    private static final Map<String, Integer> ENDS = Map.of(
            "claimctl doctor", ExitCode.FINDINGS.code(), // the demo has no indexes, and a malformed document
            "claimctl doctor --older-than 10m -o wide", ExitCode.FINDINGS.code(),
            "claimctl doctor --prove --yes", ExitCode.FINDINGS.code(),
            "claimctl doctor -q -o ndjson | jq -r 'select(.level==\"error\").evidence'", ExitCode.FINDINGS.code(),
            "claimctl reset order-1001", ExitCode.REFUSED.code(), // no terminal to ask on
            "claimctl reset order-1001 --seen c1.dGhpcyBpcyBhIHNlZW4gMQ --reason 'host lost'", ExitCode.LOST.code(),
            "claimctl profile remove old", ExitCode.REFUSED.code(), // no terminal to ask on
            "claimctl check --older-than 10m", CheckState.WARNING.code(),
            "claimctl check --older-than 10m --warn 10 --crit 100 --oldest 1h", CheckState.CRITICAL.code(),
            "claimctl check --uri-file /etc/claimctl/uri -o json", CheckState.WARNING.code());

    private static final String WATCHES = "it watches until it is interrupted";

    /** Those that cannot be run here. */
    private static final Map<String, String> NOT_RUN = Map.of(
            "claimctl demo --serve", "it serves until it is interrupted",
            "claimctl claims watch", WATCHES,
            "claimctl claims watch order-1001 order-1002", WATCHES,
            "claimctl claims watch --status processing --instance pod-7", WATCHES,
            "claimctl collection create -c claims --capped 64MiB --max 100000",
                    "the server of the demo has no capped collections");

    /** What leaves the screen to others. */
    private static final List<String> SILENT = List.of("claimctl run ", " -O ", " --to-file ");

    /** What stands for programs that users have. */
    private static final List<String> PROGRAMS = List.of("./job.sh", "./publish.sh", "make", "send-mail");

    /** The files and folders that examples name. */
    private static final List<String> FILES = List.of(
            "F",
            "order.bin",
            "order-1005.bin",
            "/etc/claimctl/uri",
            "/var/lib/messages",
            "/var/lib/node_exporter/textfile_collector/claims.prom");

    @TempDir
    private Path folder;

    /** One line of a help text, those that it goes on with included. */
    record Example(String text) {
        List<WrittenLine> lines() {
            return WrittenLine.in(text).toList();
        }

        @Override
        public String toString() {
            return text;
        }
    }

    static Stream<Example> examples() {
        return HelpTest.everyCommand().flatMap(ExamplesTest::of).distinct();
    }

    private static Stream<Example> of(CommandLine line) {
        String text =
                String.join("\n", line.getCommandSpec().usageMessage().footer()).replaceAll("\\\\\\s*\n\\s+", "");
        return Arrays.stream(String.format(text).split("\n"))
                .filter(one -> one.startsWith("  "))
                .map(one -> new Example(one.strip()));
    }

    @BeforeEach
    void what_examples_name_is_there() throws IOException {
        for (String name : FILES) {
            Files.createDirectories(file(name).getParent());
        }
        Files.writeString(file("order.bin"), "{}");
    }

    private Path file(String name) {
        return folder.resolve(name.replaceFirst("^/", "root/"));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void an_example_works_on_the_claims_of_the_demo(Example example) throws IOException {
        assumeTrue(!NOT_RUN.containsKey(example.text()), () -> NOT_RUN.get(example.text()));
        assertThat(example.lines()).isNotEmpty();
        try (DemoServer server = DemoServer.start()) {
            Files.writeString(file("/etc/claimctl/uri"), server.uri());
            List<RecordedRun> runs = new ArrayList<>();
            for (WrittenLine line : example.lines()) {
                RecordedRun run = setup(line, example, server).run();
                runs.add(run);
                Matcher into = INTO.matcher(line.text());
                if (into.find()) {
                    Files.writeString(file(into.group(1)), run.out());
                }
            }
            int expected = ENDS.getOrDefault(example.text(), 0);
            assertThat(runs).allSatisfy(run -> run.ends(expected));
            if (SILENT.stream().noneMatch(example.text()::contains)) {
                runs.forEach(
                        run -> assertThat(run.out() + run.err()).as("%s", run).isNotEmpty());
            }
        }
    }

    /** The profiles that examples name. */
    private Path configured(DemoServer server) {
        try {
            Path file =
                    Files.createDirectories(folder.resolve("config/claimctl")).resolve("config.yaml");
            String profile = ": {uri: '" + server.uri() + "'}\n";
            Files.writeString(
                    file, "current: prod\nprofiles:\n  prod" + profile + "  old" + profile + "  older" + profile);
            return folder.resolve("config");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RecordedRun.Setup setup(WrittenLine line, Example example, DemoServer server) {
        String[] words = line.words().stream().map(this::here).toArray(String[]::new);
        RecordedRun.Setup setup = RecordedRun.claimctl(words).on(server.uri()).input("{}");
        setup.with("PATH", System.getenv("PATH")).with("TMPDIR", folder.toString());
        if (!example.text().contains("profile add")) {
            setup.with("XDG_CONFIG_HOME", configured(server).toString());
        } else {
            setup.with("XDG_CONFIG_HOME", folder.toString());
        }
        Matcher variable = VARIABLE.matcher(example.text());
        return variable.find() ? setup.with(variable.group(1), variable.group(2)) : setup;
    }

    private String here(String word) {
        return word.equals("$?")
                ? "3"
                : PROGRAMS.contains(word)
                        ? "true"
                        : FILES.contains(word) ? file(word).toString() : word;
    }

    @Test
    void what_is_said_of_an_example_here_is_said_of_one_that_there_is() {
        Set<String> texts = new TreeSet<>();
        Set<String> words = new TreeSet<>();
        examples().forEach(example -> {
            texts.add(example.text());
            words.addAll(List.of(example.text().split("[ ;]+")));
        });
        Map<String, Object> said = new HashMap<>(ENDS);
        said.putAll(NOT_RUN);
        assertThat(texts).containsAll(said.keySet());
        assertThat(words).containsAll(PROGRAMS).containsAll(FILES);
    }
}
