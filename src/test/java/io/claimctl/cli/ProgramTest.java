package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.cli.Verb.Heading;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

class ProgramTest {

    private static RecordedRun.Setup run(Consumer<Context> action, String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "act";
        System.arraycopy(words, 0, all, 1, words.length);
        return RecordedRun.claimctl(all)
                .commands(new Verb(Heading.PROGRAM, "act", "Acts.", context -> new Act(context, action)));
    }

    @Command
    static final class Act implements Callable<Integer> {
        @Mixin
        private final OutputOptions output = new PlainOutputOptions();

        @Parameters(arity = "0..*", description = "Ignored.")
        private java.util.List<String> ids;

        private final Context context;
        private final Consumer<Context> action;

        Act(Context context, Consumer<Context> action) {
            this.context = context;
            this.action = action;
        }

        @Override
        public Integer call() {
            action.accept(context);
            return 0;
        }
    }

    private static Consumer<Context> failing(RuntimeException error) {
        return context -> {
            throw error;
        };
    }

    /** A reader that goes away, or a disk that is full. */
    private static final class Failing extends OutputStream {
        private final String reason;

        Failing(String reason) {
            this.reason = reason;
        }

        @Override
        public void write(int b) throws IOException {
            throw new IOException(reason);
        }
    }

    @Test
    void an_argument_that_the_locale_mangles_is_refused_by_every_command() {
        for (Verb verb : Verb.ALL) {
            String[] words = (verb.name() + " a\ufffdb").split(" ");
            RecordedRun.claimctl(words)
                    .run()
                    .isWronglyWritten(
                            "argument " + words.length + " is not valid text in this locale", "LC_ALL=C.UTF-8");
        }
    }

    @Test
    void a_refusal_is_one_sentence_and_its_code() {
        RecordedRun run = run(failing(new Refusal(ExitCode.REFUSED, "not like this")))
                .run()
                .ends(ExitCode.REFUSED);
        assertThat(run.err()).isEqualTo("claimctl: not like this\n");
        assertThat(run(failing(new Refusal(ExitCode.REFUSED, "not like this")), "-v")
                        .run()
                        .err())
                .isEqualTo("claimctl: not like this\n");
        for (String more : new String[] {"-vv", "-v -v"}) {
            run(failing(new Refusal(ExitCode.REFUSED, "not like this")), more.split(" "))
                    .run()
                    .says("claimctl: not like this\n", "\tat io.claimctl.cli.ProgramTest");
        }
    }

    @Test
    void anything_else_is_one_sentence_and_the_trace_only_if_asked_for() {
        RecordedRun run = run(failing(new IllegalStateException("boom")))
                .run()
                .ends(ExitCode.UNEXPECTED)
                .showsNothing();
        assertThat(run.err()).isEqualTo("claimctl: unexpected: boom; --verbose shows where it comes from\n");
        run(failing(new IllegalStateException("boom")), "-v")
                .run()
                .ends(ExitCode.UNEXPECTED)
                .says("java.lang.IllegalStateException: boom", "\tat io.claimctl.cli.ProgramTest");
        run(failing(new IllegalStateException()), "--", "-v")
                .run()
                .says("unexpected: IllegalStateException")
                .neverPrints("\tat ");
    }

    @Test
    void an_error_of_the_machine_ends_with_a_sentence_too() {
        run(context -> {
                    throw new StackOverflowError();
                })
                .run()
                .ends(ExitCode.UNEXPECTED)
                .says("unexpected: StackOverflowError");
    }

    @Test
    void a_reader_that_closes_the_pipe_ends_it_quietly() {
        Consumer<Context> much = context -> {
            for (int i = 0; i < 100_000; i++) {
                context.streams().out().println("row " + i);
            }
            throw new AssertionError("nobody reads this any more");
        };
        run(much, "-v").reader(new Failing("Broken pipe")).run().ends(141).saysNothing();
        run(context -> context.streams().out().println("one row"))
                .reader(new Failing("Broken pipe"))
                .run()
                .ends(141)
                .saysNothing();
        RecordedRun.claimctl("--help")
                .reader(new Failing("Broken pipe"))
                .run()
                .ends(141)
                .saysNothing();
    }

    @Test
    void an_output_that_cannot_be_written_is_a_failure_with_a_reason() {
        RecordedRun run = run(context -> context.streams().out().println("data"))
                .reader(new Failing("No space left on device"))
                .run()
                .ends(ExitCode.UNEXPECTED);
        assertThat(run.err()).isEqualTo("claimctl: standard output cannot be written: No space left on device\n");
    }

    @Test
    void output_is_utf8_and_comes_in_order() {
        RecordedRun run = run(context -> {
                    Writers.of(context.streams().out()).print("é");
                    context.streams().out().print("🔒");
                    Writers.of(context.streams().out()).print("è");
                    context.streams().err().println("ü");
                })
                .run();
        assertThat(run.out()).isEqualTo("é🔒è");
        assertThat(run.err()).isEqualTo("ü\n");
    }

    @Test
    void an_error_never_reaches_the_terminal_with_control_characters() {
        run(failing(new Refusal(ExitCode.REFUSED, "claim \u001b[2J\nis gone")))
                .terminals("ioe")
                .run()
                .says("claimctl: claim \\x1b[2J\\nis gone\n");
        RecordedRun.claimctl("a\u001b[2Jb")
                .run()
                .ends(ExitCode.USAGE)
                .neverPrints("\u001b")
                .says("\\x1b[2J");
    }

    @Test
    void quiet_leaves_errors_only_and_verbose_says_more() {
        RecordedRun.Setup quiet = RecordedRun.claimctl("speak", "-q").commands(SPEAK);
        assertThat(quiet.run().err()).isEqualTo("claimctl: wrong\n");
        assertThat(RecordedRun.claimctl("speak").commands(SPEAK).run().err())
                .isEqualTo("claimctl: done\nclaimctl: wrong\n");
        assertThat(RecordedRun.claimctl("speak", "--verbose")
                        .commands(SPEAK)
                        .run()
                        .err())
                .isEqualTo("claimctl: done\nclaimctl: in 3 commands\nclaimctl: wrong\n");
    }

    private static final Verb SPEAK = new Verb(Heading.PROGRAM, "speak", "Speaks.", Speak::new);

    @Command
    static final class Speak implements Callable<Integer> {
        @Mixin
        private final OutputOptions output = new PlainOutputOptions();

        private final Context context;

        Speak(Context context) {
            this.context = context;
        }

        @Override
        public Integer call() {
            Prose prose = context.prose(output);
            prose.say("done");
            prose.detail("in 3 commands");
            prose.error("wrong");
            return 0;
        }
    }
}
