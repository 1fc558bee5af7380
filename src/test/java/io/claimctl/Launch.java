package io.claimctl;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A process that is still to be started, on the server of its bench. */
final class Launch {
    static final Path CLAIMCTL = Path.of(System.getProperty("claimctl.home"), "bin", "claimctl");

    private final ProcessBuilder builder;
    private final Path out;
    private final Path err;

    Launch(RunBench bench, List<String> words) {
        String name = bench.nextName();
        out = bench.file(name + ".out");
        err = bench.file(name + ".err");
        builder = new ProcessBuilder(words)
                .directory(bench.folder().toFile())
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(key -> key.startsWith("CLAIMCTL_") || key.startsWith("LC_"));
        environment.put(bench.mark()[0], bench.mark()[1]);
        environment.put("XDG_CONFIG_HOME", bench.folder().toString()); // and not that of whoever runs the tests
        environment.put("CLAIMCTL_URI", bench.server().uri() + "/shop");
        environment.put("CLAIMCTL_JAVA", System.getProperty("java.home") + "/bin/java");
    }

    /** On another server than that of the bench. */
    Launch on(String uri) {
        return with("CLAIMCTL_URI", uri);
    }

    /** With a variable. */
    Launch with(String name, String value) {
        builder.environment().put(name, value);
        return this;
    }

    /** Reads from its {@linkplain Process#getOutputStream pipe}. */
    Launch fed() {
        builder.redirectInput(Redirect.PIPE);
        return this;
    }

    /** Everything that it writes comes through its pipes. */
    Launch piped() {
        builder.redirectOutput(Redirect.PIPE).redirectError(Redirect.PIPE);
        return fed();
    }

    StartedRun start() throws IOException {
        return new StartedRun(builder.command(), builder.start(), out, err);
    }
}
