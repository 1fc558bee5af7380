package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

class HelpTest {

    static Stream<CommandLine> everyCommand() {
        return walk(CommandTree.whole());
    }

    static Stream<CommandLine> everyVerb() {
        return everyCommand().filter(line -> line.getSubcommands().isEmpty());
    }

    private static Stream<CommandLine> walk(CommandLine line) {
        return Stream.concat(
                Stream.of(line), line.getSubcommands().values().stream().flatMap(HelpTest::walk));
    }

    private static List<String> words(CommandLine line) {
        List<String> words =
                new ArrayList<>(List.of(line.getCommandSpec().qualifiedName().split(" ")));
        words.remove(0);
        return words;
    }

    private static RecordedRun.Setup run(CommandLine line, String... more) {
        return RecordedRun.claimctl(
                Stream.concat(words(line).stream(), Arrays.stream(more)).toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void every_command_shows_its_help_on_standard_output_within100_columns(CommandLine line) {
        for (int width : new int[] {40, 80, 100, 250}) {
            RecordedRun run =
                    run(line, "--help").width(width).run().ends(ExitCode.DONE).saysNothing();
            run.shows("Usage: " + line.getCommandSpec().qualifiedName());
            assertThat(run.out().lines()).allSatisfy(row -> assertThat(row).hasSizeLessThanOrEqualTo(100));
        }
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void help_keeps_within_the_terminal_but_for_lines_to_be_copied(CommandLine line) {
        for (int width = 60; width <= 100; width++) {
            int columns = width;
            assertThat(run(line, "--help").width(width).run().out().lines())
                    .filteredOn(row -> !row.startsWith("  claimctl ") && !row.startsWith("Usage: "))
                    .allSatisfy(row -> assertThat(row).hasSizeLessThanOrEqualTo(columns));
        }
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void help_lists_each_option_once_under_a_heading(CommandLine line) {
        List<OptionSpec> listed = GroupedHelp.groups(line.getCommandSpec()).values().stream()
                .flatMap(List::stream)
                .toList();
        assertThat(listed)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(line.getCommandSpec().options());
        String help = run(line, "--help").run().out();
        GroupedHelp.groups(line.getCommandSpec()).forEach((heading, options) -> {
            assertThat(help).containsOnlyOnce("\n" + heading + ":\n");
            String part = help.substring(help.indexOf("\n" + heading + ":\n")).split("\n\n")[0];
            assertThat(options)
                    .isNotEmpty()
                    .hasSizeLessThan(13)
                    .allSatisfy(option ->
                            assertThat(part).contains(option.longestName().replace("--fenced", "fenced")));
        });
    }

    @Test
    void the_headings_of_a_sweep_stand_in_the_order_of_its_questions() {
        assertThat(headings("stale", "reset"))
                .containsExactly(
                        "Which claims",
                        "Guards",
                        "Pace",
                        "Records",
                        "What becomes of them",
                        "Connection",
                        "Output",
                        "Options");
        assertThat(headings("claims", "list"))
                .containsExactly("Which claims", "Order and pages", "Connection", "Output", "Options");
        assertThat(headings("inspect")).containsExactly("Options", "Connection", "Output");
    }

    private static Set<String> headings(String... words) {
        CommandLine line = CommandTree.whole();
        for (String word : words) {
            line = line.getSubcommands().get(word);
        }
        return GroupedHelp.groups(line.getCommandSpec()).keySet();
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void the_help_of_one_command_is_the_same_whether_the_others_are_built_or_not(CommandLine line) {
        assertThat(run(line, "--help").run().out()).isEqualTo(line.getUsageMessage());
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void every_command_has_a_description_and_examples_of_itself(CommandLine line) {
        assertThat(line.getCommandSpec().usageMessage().description()).isNotEmpty();
        assertThat(line.getUsageMessage()).contains("Examples:\n");
        assertThat(line.getCommandSpec().usageMessage().footer())
                .anySatisfy(example -> assertThat(example)
                        .startsWith("  ")
                        .contains(line.getCommandSpec().qualifiedName()));
    }

    /** A line that is wrapped breaks when it is pasted; one that is too long is broken by hand, with a backslash. */
    @ParameterizedTest
    @MethodSource("everyCommand")
    void no_example_is_wrapped_at80_columns(CommandLine line) {
        List<String> shown = run(line, "--help").width(80).run().out().lines().toList();
        assertThat(shown)
                .containsAll(Arrays.stream(line.getCommandSpec().usageMessage().footer())
                        .filter(row -> row.startsWith("  "))
                        .map(row -> row.replace("%%", "%").replace("$$", "$"))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void every_option_and_parameter_has_a_description(CommandLine line) {
        for (OptionSpec option : line.getCommandSpec().options()) {
            assertThat(option.description())
                    .as("%s of %s", option, line.getCommandName())
                    .isNotEmpty();
        }
        for (PositionalParamSpec parameter : line.getCommandSpec().positionalParameters()) {
            assertThat(parameter.description())
                    .as("%s of %s", parameter, line.getCommandName())
                    .isNotEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("everyVerb")
    void an_unknown_option_suggests_the_right_one(CommandLine line) {
        for (OptionSpec option : line.getCommandSpec().options()) {
            String right = option.longestName();
            if (right.length() > 5) {
                run(line, right.substring(0, right.length() - 2) + right.charAt(right.length() - 1))
                        .run()
                        .isWronglyWritten("did you mean", right);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("everyVerb")
    void no_option_is_taken_twice(CommandLine line) {
        for (OptionSpec option : line.getCommandSpec().options()) {
            if (!option.isMultiValue() && !option.usageHelp()) {
                List<String> twice = option.arity().max() == 0
                        ? List.of(option.longestName(), option.longestName())
                        : Collections.nCopies(2, option.longestName() + "=" + sample(option));
                run(line, Stream.concat(twice.stream(), needed(line, option)).toArray(String[]::new))
                        .run()
                        .isWronglyWritten(option.longestName(), "once");
            }
        }
    }

    /** What the command cannot do without, beside this option. */
    private static Stream<String> needed(CommandLine line, OptionSpec beside) {
        Stream<String> options = line.getCommandSpec().options().stream()
                .filter(option -> option.required() && option != beside)
                .map(option -> option.longestName() + "=" + sample(option));
        Stream<String> words = line.getCommandSpec().positionalParameters().stream()
                .filter(parameter -> parameter.arity().min() > 0)
                .map(parameter -> parameter.paramLabel());
        return Stream.concat(options, words);
    }

    private static String sample(OptionSpec option) {
        if (option.completionCandidates() != null) {
            return option.completionCandidates().iterator().next();
        }
        return option.type() == Duration.class ? "5s" : option.type() == Instant.class ? "2025-01-31T00:00:00Z" : "1";
    }

    @ParameterizedTest
    @MethodSource("everyVerb")
    void every_format_that_is_listed_is_accepted(CommandLine line) {
        OptionSpec output = line.getCommandSpec().findOption("--output");
        if (output != null) {
            for (String format : output.completionCandidates()) {
                assertThat(run(line, "-o", format, "--no-such-option").run().err())
                        .doesNotContain("--output");
            }
            run(line, "-o", "xml").run().isWronglyWritten("'xml' is no format of this command: use one of ");
        }
    }

    @Test
    void the_program_lists_every_command_under_a_heading() {
        RecordedRun run = RecordedRun.claimctl("--help").run();
        for (Verb verb : Verb.ALL) {
            run.shows(verb.heading().text() + ":\n", "  " + verb.name() + " ", verb.summary());
        }
    }

    @Test
    void the_program_without_a_command_shows_the_help_on_standard_error_and_fails() {
        RecordedRun run = RecordedRun.claimctl().run().ends(ExitCode.USAGE).showsNothing();
        assertThat(run.err()).isEqualTo(RecordedRun.claimctl("--help").run().out());
    }

    @Test
    void the_examples_of_the_program_name_commands_that_exist() {
        List<String> examples = Arrays.stream(
                        CommandTree.whole().getCommandSpec().usageMessage().footer())
                .filter(line -> line.startsWith("  claimctl "))
                .toList();
        assertThat(examples)
                .isNotEmpty()
                .allSatisfy(example -> assertThat(Verb.ALL)
                        .anyMatch(verb -> (example + " ").startsWith("  claimctl " + verb.name() + " ")));
    }

    @Test
    void a_footer_of_exit_codes_says_what_the_table_says() {
        RecordedRun.claimctl("inspect", "--help").run().shows("5   " + ExitCode.NOT_FOUND.meaning());
    }

    @Test
    void help_is_coloured_on_a_terminal_only_and_only_where_colours_are_welcome() {
        RecordedRun.claimctl("--help").terminals("ioe").run().shows("\u001b[");
        RecordedRun.claimctl("--help").run().neverPrints("\u001b");
        RecordedRun.claimctl("--help").terminals("ie").run().neverPrints("\u001b");
        for (String variable : List.of("NO_COLOR", "CI")) {
            RecordedRun.claimctl("--help")
                    .terminals("ioe")
                    .with(variable, "1")
                    .run()
                    .neverPrints("\u001b");
        }
        RecordedRun.claimctl("--help")
                .terminals("ioe")
                .with("TERM", "dumb")
                .run()
                .neverPrints("\u001b");
        RecordedRun.claimctl().terminals("ioe").run().neverPrints("\u001b");
    }
}
