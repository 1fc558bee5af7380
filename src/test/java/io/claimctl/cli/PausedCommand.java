package io.claimctl.cli;

import io.claimctl.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A command that waits, once it runs, until it is told to end: so a test can do something to its claim meanwhile. */
record PausedCommand(Path folder, int code) {

    /** This command line, with the command put last. */
    List<String> after(String... words) {
        List<String> line = new ArrayList<>(List.of(words));
        String script = "echo $CLAIMCTL_TOKEN >started; while [ ! -e go ]; do sleep 0.02; done; exit " + code;
        line.addAll(List.of("--", "sh", "-c", "cd \"$1\"; " + script, "sh", folder.toString()));
        return line;
    }

    /** Runs it, does this once the command is up, and lets the command end; what is done gets the token. */
    RecordedRun meanwhile(RecordedRun.Setup run, Function<String, ?> doing) throws Exception {
        CompletableFuture<RecordedRun> ended = CompletableFuture.supplyAsync(run::run);
        Await.until(() -> "the command is not up", () -> ended.isDone() || text().endsWith("\n"));
        doing.apply(text().strip());
        Files.createFile(folder.resolve("go"));
        return ended.join();
    }

    private String text() {
        try {
            Path started = folder.resolve("started");
            return Files.exists(started) ? Files.readString(started) : "";
        } catch (IOException e) {
            return "";
        }
    }
}
