package io.claimctl.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** A child that is a shell, with a mark and a folder, {@code $1}, to leave notes in. Closing kills what is left. */
final class ShellTree implements AutoCloseable {
    static final Duration LONG = Duration.ofSeconds(20);

    private final Path folder;
    private final Child child;

    ShellTree(Path folder, String script) throws NotRunnable {
        this(folder, script, UUID.randomUUID().toString());
    }

    /** @param mark nothing for none */
    ShellTree(Path folder, String script, String mark) throws NotRunnable {
        this.folder = folder;
        File out = folder.resolve("out").toFile();
        child = Child.start(
                List.of("sh", "-c", script, "sh", folder.toString()),
                Set.of(),
                Map.of("CLAIMCTL_TOKEN", mark),
                new Stdio(Stdio.NOTHING.in(), Redirect.appendTo(out), Redirect.appendTo(out), Set.of()),
                mark);
    }

    Child child() {
        return child;
    }

    /** Waits for the pid that a process of the tree notes as {@code echo $$ >$1/NAME}. */
    long pid(String name) throws Exception {
        Path file = folder.resolve(name);
        for (int i = 0; i < 4_000; i++) {
            if (Files.exists(file) && Files.readString(file).endsWith("\n")) {
                return Long.parseLong(Files.readString(file).strip());
            }
            Thread.sleep(5);
        }
        throw new AssertionError("nothing wrote " + file + ": " + Files.readString(folder.resolve("out")));
    }

    int end() throws Exception {
        return child.ended().get(60, TimeUnit.SECONDS);
    }

    void awaitEndOfAll() throws Exception {
        for (int i = 0; i < 4_000 && child.treeAlive(); i++) {
            Thread.sleep(5);
        }
        assertThat(child.treeAlive()).isFalse();
    }

    static boolean alive(long pid) {
        Optional<ProcStat> stat = ProcStat.read(pid);
        boolean proc = ProcStat.ofThisProcess().isPresent();
        return proc
                ? stat.isPresent() && stat.get().alive()
                : ProcessHandle.of(pid).isPresent();
    }

    @Override
    public void close() {
        assertThat(child.killTree(LONG)).isTrue();
    }
}
