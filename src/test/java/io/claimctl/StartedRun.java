package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of a test, and what it writes. Every assertion shows all of it when it fails, as does {@link #toString}. */
record StartedRun(List<String> words, Process process, Path outFile, Path errFile) {

    /** Ends with this code, within half a minute. */
    StartedRun ends(int code) throws InterruptedException {
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("ends: %s", this).isTrue();
        assertThat(process.exitValue()).as("exit code of %s", this).isEqualTo(code);
        return this;
    }

    /** Wrote all of these texts to standard error. */
    StartedRun says(String... texts) {
        assertThat(err()).as("%s", this).contains(texts);
        return this;
    }

    /** Wrote nothing to standard error. */
    StartedRun saysNothing() {
        return saysOnly("");
    }

    /** Wrote exactly this to standard error. */
    StartedRun saysOnly(String text) {
        assertThat(err()).as("%s", this).isEqualTo(text);
        return this;
    }

    /** Wrote exactly this to standard output. */
    StartedRun shows(String text) {
        assertThat(out()).as("%s", this).isEqualTo(text);
        return this;
    }

    /** Is sent a signal, by its name without SIG. */
    StartedRun signalled(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).as("kill -%s %s", name, this).isZero();
        return this;
    }

    String out() {
        return text(outFile);
    }

    String err() {
        return text(errFile);
    }

    @Override
    public String toString() {
        String end = process.isAlive() ? "runs" : Integer.toString(process.exitValue());
        return String.join(" ", words) + " -> " + end + "\n--- stdout\n" + out() + "--- stderr\n" + err() + "---\n";
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
        } catch (IOException e) {
            return "(" + e + ")";
        }
    }
}
