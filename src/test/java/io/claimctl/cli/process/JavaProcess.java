package io.claimctl.cli.process;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts a main class of the tests as a process of its own, in UTF-8, from a line of shell. */
final class JavaProcess {
    private JavaProcess() {}

    /**
     * @param script shell in which {@code "$@"} stands for the JVM and its arguments
     * @param main the class to run
     */
    static ProcessBuilder of(String script, Class<?> main, String... arguments) {
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        words.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath(main),
                main.getName()));
        words.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C.UTF-8");
        return builder;
    }

    private static String classPath(Class<?> main) {
        return Stream.of(Child.class, main)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .map(location -> Path.of(URI.create(location.toString())).toString())
                .collect(Collectors.joining(":"));
    }
}
