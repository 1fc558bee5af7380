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
    void theRootIsNamedAfterTheProgram() {
        assertThat(CommandTree.whole().getCommandName()).isEqualTo("claimctl");
    }

    @Test
    void theWholeTreeHasEveryCommandOfTheRegistry() {
        List<String> names = HelpTest.everyVerb()
                .map(line -> line.getCommandSpec().qualifiedName())
                .toList();
        assertThat(names)
                .containsExactlyInAnyOrderElementsOf(
                        Verb.ALL.stream().map(verb -> "claimctl " + verb.name()).toList());
    }

    @Test
    void onlyTheNamedCommandIsBuilt() {
        RecordedRun.claimctl("inspect")
                .commands(verbs)
                .run()
                .ends(ExitCode.DONE)
                .shows("ran inspect\n");
        RecordedRun.claimctl("stale", "reset").commands(verbs).run().shows("ran stale reset\n");
        assertThat(built).containsExactly("inspect", "stale reset");
    }

    @Test
    void helpThatListsCommandsBuildsNone() {
        RecordedRun.claimctl("--help").commands(verbs).run().shows("  stale reset  Does stale reset.\n");
        RecordedRun.claimctl("stale", "--help")
                .commands(verbs)
                .run()
                .shows("Commands:\n", "  reset  Does stale reset.\n");
        assertThat(built).isEmpty();
    }

    @Test
    void theExitCodeOfACommandIsPassedAsItIs() {
        RecordedRun.claimctl("inspect", "--fail").commands(verbs).run().ends(42);
    }

    @Test
    void aFamilyWithoutItsCommandShowsItsHelpOnStandardErrorAndFails() {
        RecordedRun run = RecordedRun.claimctl("stale")
                .commands(verbs)
                .run()
                .ends(ExitCode.USAGE)
                .showsNothing();
        run.says("Usage: claimctl stale ", "  list   Does stale list.\n", "  reset  Does stale reset.\n");
        assertThat(run.err()).doesNotContain("claims list");
    }

    @Test
    void anUnknownCommandSuggestsTheRightOne() {
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
    void theSecondWordAloneSuggestsTheFullNames() {
        RecordedRun.claimctl("list")
                .commands(verbs)
                .run()
                .ends(ExitCode.USAGE)
                .says("did you mean claims list or stale list?");
    }

    @Test
    void anOptionBeforeTheCommandIsExplained() {
        RecordedRun.claimctl("--uri", "mongodb://h/d", "inspect")
                .commands(verbs)
                .run()
                .ends(ExitCode.USAGE)
                .says("there is no option --uri before the command; options follow it: claimctl COMMAND --uri");
    }

    @Test
    void anArgumentTooManyIsNamed() {
        RecordedRun.claimctl("inspect", "extra")
                .commands(verbs)
                .run()
                .ends(ExitCode.USAGE)
                .says("there is one argument too many: 'extra'");
    }

    @Test
    void theSummaryStandsAboveTheDescriptionOfTheClass() {
        RecordedRun.claimctl("inspect", "--help").commands(verbs).run().shows("Does inspect.\nIn more words.\n");
    }

    @Test
    void anArgumentIsNeverTakenForAFileOfArguments() {
        RecordedRun.claimctl("inspect", "@/etc/hostname")
                .commands(verbs)
                .run()
                .ends(ExitCode.USAGE)
                .says("'@/etc/hostname'");
    }

    @Test
    void theFactoryMakesNothingThatItDoesNotKnow() {
        CommandFactory factory = new CommandFactory(Echo.class);
        assertThatThrownBy(() -> factory.create(StringBuilder.class))
                .hasMessage("no command has a java.lang.StringBuilder");
    }
}
