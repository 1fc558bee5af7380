package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.cli.Verb.Heading;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ProgressTest {
    private static final Verb SWEEP = new Verb(Heading.SWEEPING, "sweep", "Sweeps.", Sweep::new);

    @Command
    static final class Sweep implements Callable<Integer> {
        @Mixin
        private final OutputOptions output = new PlainOutputOptions();

        private final Context context;

        Sweep(Context context) {
            this.context = context;
        }

        @Override
        public Integer call() {
            try (Progress progress = context.progress(output)) {
                progress.show("12 claims reset");
                progress.show("9 left\u001b[2J");
            }
            return 0;
        }
    }

    private static RecordedRun.Setup sweep(String... words) {
        return RecordedRun.claimctl(words).commands(SWEEP);
    }

    @Test
    void one_line_is_drawn_over_itself_and_gone_at_the_end_without_escape_sequences() {
        RecordedRun run = sweep("sweep").terminals("e").run().showsNothing();
        assertThat(run.err()).isEqualTo("\r12 claims reset" + "\r9 left\\x1b[2J  " + "\r" + " ".repeat(13) + "\r");
    }

    @Test
    void a_line_is_never_wider_than_the_terminal() {
        assertThat(sweep("sweep").terminals("e").width(10).run().err()).startsWith("\r12 claims\r");
    }

    @Test
    void there_is_none_without_a_terminal_or_where_it_is_not_welcome() {
        sweep("sweep").run().saysNothing();
        sweep("sweep").terminals("io").run().saysNothing();
        sweep("sweep", "-q").terminals("ioe").run().saysNothing();
        for (String variable : List.of("NO_COLOR", "CI")) {
            sweep("sweep").terminals("ioe").with(variable, "1").run().saysNothing();
        }
        sweep("sweep").terminals("ioe").with("TERM", "dumb").run().saysNothing();
        sweep("sweep")
                .terminals("ioe")
                .with("TERM", "xterm")
                .with("NO_COLOR", "")
                .run()
                .says("12 claims");
    }
}
