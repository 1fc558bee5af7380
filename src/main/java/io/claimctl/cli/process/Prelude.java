package io.claimctl.cli.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What Linux can do for a child and Java cannot ask for: that it gets TERM when this process ends, even by KILL ({@code
 * setpriv} of util-linux 2.33), and that it may get QUIT, which Java before 25 leaves blocked in every child ({@code env}
 * of coreutils 8.31).
 */
final class Prelude {
    private static final List<String> DEATH_SIGNAL = List.of("setpriv", "--pdeathsig", "TERM", "--");
    private static final List<String> BOTH = Stream.concat(
                    Stream.of("env", "--default-signal=QUIT"), DEATH_SIGNAL.stream())
            .toList();
    private static final int PROBE_SECONDS = 2;

    private Prelude() {}

    /** The words to put before the command, as far as they work here: busybox has programs of these names that cannot. */
    static List<String> words() {
        if (ProcStat.ofThisProcess().isEmpty()) {
            return List.of();
        }
        return Stream.of(BOTH, DEATH_SIGNAL).filter(Prelude::works).findFirst().orElse(List.of());
    }

    private static boolean works(List<String> words) {
        try {
            Process probe = new ProcessBuilder(
                            Stream.concat(words.stream(), Stream.of("true")).toList())
                    .redirectInput(Stdio.NOTHING.in())
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            return probe.waitFor(PROBE_SECONDS, TimeUnit.SECONDS) && probe.exitValue() == 0;
        } catch (IOException notThere) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
