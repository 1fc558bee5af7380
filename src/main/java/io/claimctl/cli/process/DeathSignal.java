package io.claimctl.cli.process;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A child that is to get TERM when this process ends, even by KILL: Linux can do that, and setpriv can ask for it. */
final class DeathSignal {
    private static final List<String> PREFIX = List.of("setpriv", "--pdeathsig", "TERM", "--");
    private static final int PROBE_SECONDS = 2;

    private DeathSignal() {}

    /** The words to put before the command; none where there is no setpriv, or one that cannot do it (busybox). */
    static List<String> prefix() {
        return new File("/proc/self/stat").exists() && works() ? PREFIX : List.of();
    }

    private static boolean works() {
        try {
            Process probe = new ProcessBuilder("setpriv", "--pdeathsig", "TERM", "--", "true")
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
