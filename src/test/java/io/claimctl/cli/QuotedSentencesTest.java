package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.demo.DemoServer;
import io.claimctl.docs.MarkdownPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What documents quote of the program's sentences, it says: in a run here, or else as a text of its source. */
class QuotedSentencesTest {
    private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");
    private static final String FIFTH = "pod-5:000000001715609f7c746c69";

    /** What brings a sentence about on the claims of the demo; on no store at all where it is about that. */
    private static final Map<String, String> RUNS = Map.ofEntries(
            Map.entry("claimctl: there is no claim …", "inspect nobody"),
            Map.entry("claimctl: claim … was not acquired: it is held by …", "acquire order-1001 --ttl 5m"),
            Map.entry(
                    "claimctl: claim … was not completed, since it is not this token's (any more): …",
                    "complete order-1002 --token 0123456789abcdef01234567"),
            Map.entry(
                    "claimctl: claim … was not renewed, since its lease ended …",
                    "renew order-1003 --token pod-3:00000000daa66d2c7ddf743f --ttl 5m"),
            Map.entry(
                    "claimctl: claim … was not acquired: it was completed under the token …",
                    "acquire order-1006 --ttl 5m"),
            Map.entry(
                    "claimctl: nothing says which state of the claim to reset, and there is no terminal to show it on: …",
                    "reset order-1001"),
            Map.entry(
                    "claimctl: … was not released, since it holds a payload, a message that would be deleted with it; …",
                    "release order-1005 --token " + FIFTH),
            Map.entry(
                    "claimctl: --lease any takes claims from live holders: say how old with --older-than",
                    "stale reset --lease any"),
            Map.entry("claimctl: claim … is malformed and was not acquired: …", "acquire order-1009 --ttl 5m"),
            Map.entry("claimctl: left alone: …", "stale reset"),
            Map.entry(
                    "claimctl: there is no file … to read the connection string from",
                    "claims list --uri-file nowhere"),
            Map.entry(
                    "claimctl: no database is named: give --db, set CLAIMCTL_DB, or add it to the connection string as in"
                            + " mongodb://host/DB",
                    "claims list --uri mongodb://127.0.0.1:1"),
            Map.entry("claimctl: cannot reach …: …", "claims list --uri mongodb://127.0.0.1:1/x --timeout 1s"));

    private static String texts = "";

    /** All that is written in the sources, with texts over several lines made one. */
    @BeforeAll
    static void read() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main"))) {
            texts = files.filter(Files::isRegularFile)
                    .map(SharedFiles::text)
                    .map(text -> JOINED.matcher(text).replaceAll(""))
                    .collect(Collectors.joining("\n"));
        }
    }

    private static Stream<String> quotes() {
        return MarkdownPage.all().stream().flatMap(page -> page.quotes().stream());
    }

    static Stream<String> broughtAbout() {
        return RUNS.keySet().stream().sorted();
    }

    /** The others, and the reasons for which servers are not reached, from their table. */
    static Stream<String> inTheSource() {
        return Stream.concat(
                quotes().filter(quote -> !RUNS.containsKey(quote)),
                MarkdownPage.of(Path.of("docs/troubleshooting.md")).lines().stream()
                        .dropWhile(line -> !line.startsWith("## It does not connect"))
                        .filter(line -> line.startsWith("| `"))
                        .map(line -> line.split("`")[1]));
    }

    @ParameterizedTest
    @MethodSource("broughtAbout")
    void a_quoted_sentence_is_said(String quote) {
        String pattern =
                "(?m)^" + Stream.of(quote.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*")) + "$";
        try (DemoServer server = DemoServer.start()) {
            RecordedRun run = RecordedRun.claimctl(RUNS.get(quote).split(" "))
                    .on(server.uri())
                    .run();
            assertThat(run.err()).as("%s", run).containsPattern(pattern);
        }
    }

    @ParameterizedTest
    @MethodSource("inTheSource")
    void a_quoted_sentence_that_is_not_easily_brought_about_stands_in_the_source(String quote) {
        assertThat(quote.replaceFirst("^claimctl: ", "").split("…"))
                .filteredOn(piece -> piece.strip().length() > 1)
                .isNotEmpty()
                .allSatisfy(piece -> assertThat(texts.contains(piece.strip()))
                        .as("'%s' of '%s'", piece.strip(), quote)
                        .isTrue());
    }

    @Test
    void each_run_is_for_a_sentence_that_is_quoted() {
        assertThat(quotes()).hasSizeGreaterThan(15).containsAll(RUNS.keySet());
        assertThat(inTheSource()).hasSizeGreaterThan(10);
    }
}
