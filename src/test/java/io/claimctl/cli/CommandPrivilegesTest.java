package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.cli.EveryCommand.Line;
import io.claimctl.doctor.Action;
import io.claimctl.doctor.CommandPrivileges;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.CommandSpec;

/** The table of privileges has every command that needs a store, and says of each what roles are tested with. */
class CommandPrivilegesTest {
    private static final List<String> READS = List.of("find", "listIndexes", "listCollections");

    private static boolean isFor(CommandPrivileges privileges, String verb) {
        return privileges.words().equals(verb) || privileges.words().startsWith(verb + " --");
    }

    /** The line of the table that has the most of the options that are given. */
    private static CommandPrivileges of(Line line) {
        List<String> given = List.of(line.words());
        return Arrays.stream(CommandPrivileges.values())
                .filter(p -> isFor(p, line.verb()))
                .filter(p -> given.containsAll(List.of(p.words().split(" "))))
                .max(Comparator.comparingInt((CommandPrivileges p) -> p.words().length()))
                .orElseThrow();
    }

    static Stream<Line> lines() {
        return EveryCommand.lines();
    }

    @Test
    void every_command_with_a_store_is_in_the_table() {
        Set<String> wanted = EveryCommand.lines().map(Line::verb).collect(Collectors.toCollection(TreeSet::new));
        for (String verb : wanted) {
            assertThat(CommandPrivileges.values())
                    .as(verb)
                    .anyMatch(p -> p.words().equals(verb));
        }
        assertThat(CommandPrivileges.values()).allMatch(p -> wanted.stream().anyMatch(verb -> isFor(p, verb)));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void what_the_table_says_is_what_the_command_is_tested_with(Line line) {
        List<String> actions = of(line).actions().stream().map(Action::word).toList();
        assertThat(actions).contains(line.action());
        boolean dry = List.of(line.words()).contains("--dry-run"); // which needs less
        if (line.onlyReads() && !dry) {
            assertThat(READS).containsAll(actions);
        }
        if (!line.action().equals("remove")) {
            assertThat(actions).doesNotContain("remove");
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_option_that_needs_more_is_one_of_its_command(CommandPrivileges privileges) {
        String[] parts = privileges.words().split(" --");
        CommandPrivileges plain = Arrays.stream(CommandPrivileges.values())
                .filter(p -> p.words().equals(parts[0]))
                .findFirst()
                .orElseThrow();
        assertThat(privileges.actions().containsAll(plain.actions()) || parts[0].equals("doctor"))
                .isTrue();
        if (parts.length > 1) {
            assertThat(privileges.actions()).isNotEqualTo(plain.actions());
            CommandSpec spec = HelpTest.everyVerb()
                    .map(line -> line.getCommandSpec())
                    .filter(one -> one.qualifiedName().equals("claimctl " + parts[0]))
                    .findFirst()
                    .orElseThrow();
            String option = "--" + parts[1];
            assertThat(spec.optionsMap().containsKey(option)
                            || spec.negatedOptionsMap().containsKey(option))
                    .as(privileges.words())
                    .isTrue();
        }
    }
}
