package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.cli.Verb.Heading;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class CommandTreeTest {
    private final List<String> built = new ArrayList<>();
    private final Verb[] verbs = {verb("claims list"), verb("stale list"), verb("stale reset"), verb("inspect")};

    private Verb verb(String name) {
        return new Verb(Heading.LOOKING, name, "Does " + name + ".", context -> {
            built.add(name);
            return new Echo(name, context.streams());
        });
    }

    @Command(description = "In more words.", footer = "  claimctl echo")
    static final class Echo implements Callable<Integer> {
        private final String name;
        private final Streams streams;

        @Option(names = "--fail", description = "Fail.")
        private boolean fail;

        Echo(String name, Streams streams) {
            this.name = name;
            this.streams = streams;
        }

        @Override
        public Integer call() {
            streams.out().println("ran " + name);
            return fail ? 42 : 0;
        }
    }

    @Test
    void the_root_is_named_after_the_program() {
        assertThat(CommandTree.whole().getCommandName()).isEqualTo("claimctl");
    }

    @Test
    void the_whole_tree_has_every_command_of_the_registry() {
        List<String> names = HelpTest.everyVerb()
                .map(line -> line.getCommandSpec().qualifiedName())
                .toList();
        assertThat(names)
                .containsExactlyInAnyOrderElementsOf(
                        Verb.ALL.stream().map(verb -> "claimctl " + verb.name()).toList());
    }

    @Test
    void only_the_named_command_is_built() {
        RecordedRun.claimctl("inspect")
                .commands(verbs)
                .run()
                .ends(ExitCode.DONE)
                .shows("ran inspect\n");
        RecordedRun.claimctl("stale", "reset").commands(verbs).run().shows("ran stale reset\n");
        assertThat(built).containsExactly("inspect", "stale reset");
    }

    @Test
    void help_that_lists_commands_builds_none() {
        RecordedRun.claimctl("--help").commands(verbs).run().shows("  stale reset  Does stale reset.\n");
        RecordedRun.claimctl("stale", "--help")
                .commands(verbs)
                .run()
                .shows("Commands:\n", "  reset  Does stale reset.\n");
        assertThat(built).isEmpty();
    }

    @Test
    void the_exit_code_of_a_command_is_passed_as_it_is() {
        RecordedRun.claimctl("inspect", "--fail").commands(verbs).run().ends(42);
    }

    @Test
    void a_family_without_its_command_shows_its_help_on_standard_error_and_fails() {
        RecordedRun run = RecordedRun.claimctl("stale")
                .commands(verbs)
                .run()
                .ends(ExitCode.USAGE)
                .showsNothing();
        run.says("Usage: claimctl stale ", "  list   Does stale list.\n", "  reset  Does stale reset.\n");
        assertThat(run.err()).doesNotContain("claims list");
    }

    @Test
    void an_unknown_command_suggests_the_right_one() {
        RecordedRun.claimctl("inspetc", "x")
                .commands(verbs)
                .run()
                .ends(ExitCode.USAGE)
                .showsNothing()
                .says("claimctl: there is no command 'inspetc'; did you mean inspect?\n", "see claimctl --help\n");
        RecordedRun.claimctl("stale", "rest", "x")
                .commands(verbs)
                .run()
                .ends(ExitCode.USAGE)
                .says(
                        "claimctl stale has no command 'rest'; did you mean stale reset?\n",
                        "see claimctl stale --help\n");
    }

    @Test
    void the_second_word_alone_suggests_the_full_names() {
        RecordedRun.claimctl("list")
                .commands(verbs)
                .run()
                .ends(ExitCode.USAGE)
                .says("did you mean claims list or stale list?");
    }

    @Test
    void an_option_before_the_command_is_explained() {
        RecordedRun.claimctl("--uri", "mongodb://h/d", "insp")
                .commands(verbs)
                .run()
                .ends(ExitCode.USAGE)
                .says("there is no option --uri before the command; options follow it: claimctl COMMAND --uri");
    }

    @Test
    void an_argument_too_many_is_named() {
        RecordedRun.claimctl("inspect", "extra")
                .commands(verbs)
                .run()
                .ends(ExitCode.USAGE)
                .says("there is one argument too many: 'extra'");
    }

    @Test
    void the_summary_stands_above_the_description_of_the_class() {
        RecordedRun.claimctl("inspect", "--help").commands(verbs).run().shows("Does inspect.\nIn more words.\n");
    }

    @Test
    void an_argument_is_never_taken_for_a_file_of_arguments() {
        RecordedRun.claimctl("inspect", "@/etc/hostname")
                .commands(verbs)
                .run()
                .ends(ExitCode.USAGE)
                .says("'@/etc/hostname'");
    }

    @Test
    void the_factory_makes_nothing_that_it_does_not_know() {
        CommandFactory factory = new CommandFactory(Echo.class);
        assertThatThrownBy(() -> factory.create(StringBuilder.class))
                .hasMessage("no command has a java.lang.StringBuilder");
    }
}
