package io.claimctl.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ManualVariablesTest {
    /** What the source reads: our own by their names anywhere, others where they are asked for. */
    private static final List<Pattern> READ = List.of(
            Pattern.compile("\\b(CLAIMCTL_[A-Z_]*)\\b"),
            Pattern.compile("(?:getenv|variable|environment\\(?\\)?\\.get|getOrDefault)\\(\"([A-Z][A-Z_]+)\"[,)]"),
            Pattern.compile("\"(NO_COLOR|CI|TERM|COLUMNS|LINES|TZ|XDG_[A-Z_]+|HOME|TMPDIR|PATH|LANG|LC_[A-Z]+)\""),
            Pattern.compile("\\$\\{?(JAVA_HOME|LC_ALL|PATH|HOME|XDG_[A-Z_]+)\\b"));

    /** What is written in help texts for the sake of example, and JVM's business. */
    private static final Set<String> NOT_READ = Set.of("CLAIMCTL_META_KEY");

    private static Set<String> read() throws IOException {
        try (Stream<Path> java = Files.walk(Path.of("src/main/java"))) {
            Stream<Path> ours =
                    Stream.concat(java.filter(Files::isRegularFile), Stream.of(Path.of("src/main/dist/bin/claimctl")));
            Stream<String> names = ours.flatMap(file -> names(text(file), READ));
            Stream<String> inCompletions = names(text(Path.of("completions/claimctl.bash")), READ.subList(0, 1));
            return Stream.concat(names, inCompletions)
                    .filter(name -> !NOT_READ.contains(name))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> names(String source, List<Pattern> patterns) {
        return patterns.stream()
                .flatMap(pattern -> pattern.matcher(source).results())
                .map(found -> found.group(1));
    }

    private static Set<String> explained() {
        return ManualVariables.ALL.stream()
                .map(group -> group.variables().keySet())
                .flatMap(Collection::stream)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void every_variable_that_is_read_is_explained_or_known_to_be_internal() throws IOException {
        Set<String> left = read();
        left.removeAll(explained());
        left.removeAll(ManualVariables.INTERNAL);
        assertThat(left).isEmpty();
    }

    @Test
    void nothing_is_explained_that_is_not_read() throws IOException {
        Set<String> left = explained();
        left.removeAll(read());
        assertThat(left).isSubsetOf("TZ"); // the JVM reads it
        assertThat(read()).containsAll(ManualVariables.INTERNAL);
    }

    @Test
    void every_file_that_the_manual_names_is_there() {
        for (String names : ManualVariables.FILES.keySet()) {
            for (String name : names.split(", ")) {
                if (!name.contains("*") && !name.startsWith("$")) { // not those of the user
                    assertThat(List.of(Path.of("src/main/dist", name), Path.of(name)))
                            .as(name)
                            .anyMatch(Files::exists);
                }
            }
        }
        Matcher archives = Pattern.compile("lib/claimctl-\\$archive\\.(jsa|aot)")
                .matcher(text(Path.of("src/main/dist/bin/claimctl")));
        assertThat(archives.results()).hasSize(2);
    }
}
