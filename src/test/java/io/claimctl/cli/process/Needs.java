package io.claimctl.cli.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a test needs of the system; without it the test is skipped, and says so. */
final class Needs {
    private Needs() {}

    /** This command ends with 0. */
    static void command(String... words) throws InterruptedException {
        need(works(words), "'" + String.join(" ", words) + "' does not work here");
    }

    /** Processes can be found by their environment. */
    static void procFolder() {
        need(Files.exists(Path.of("/proc/self/environ")), "there is no /proc/PID/environ here");
    }

    private static boolean works(String... words) throws InterruptedException {
        try {
            return new ProcessBuilder(words)
                            .redirectOutput(Redirect.DISCARD)
                            .redirectError(Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException notThere) {
            return false;
        }
    }

    private static void need(boolean met, String reason) {
        if (!met) {
            System.out.println("skipped: " + reason);
        }
        assumeTrue(met, reason);
    }
}
