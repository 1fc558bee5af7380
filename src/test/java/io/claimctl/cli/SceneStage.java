package io.claimctl.cli;

import static java.util.Objects.requireNonNullElse;

import io.claimctl.cli.WrittenScenes.Other;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A folder with what scenes name, on a server, in which shells run with the distribution of the program. */
final class SceneStage {
    private static final Path CLAIMCTL = Path.of(System.getProperty("claimctl.home"), "bin", "claimctl");
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final int SECONDS = 120;

    /** Writes down how each run ended, wherever it finds Java; a watch that nobody ends is given a second. */
    private static final String NOTING = "#!/bin/sh\nexport CLAIMCTL_JAVA='%s'\n"
            + "case \"$1 $2 $* \" in *' --for '*) ;; 'claims watch '*) set -- \"$@\" --for 1s ;; esac\n"
            + "'%s' \"$@\"\ncode=$?\nprintf '%%s %%s\\n' $code \"$*\" >>'%s'\nexit $code\n";

    private final Path folder;
    private final String uri;

    /** What a shell did. */
    record Played(int exit, String output, List<String> runs) {
        @Override
        public String toString() {
            return "ended with " + exit + "\n--- runs\n" + String.join("\n", runs) + "\n--- output\n" + output
                    + "---\n";
        }
    }

    SceneStage(Path folder, String uri) throws IOException {
        this.folder = folder;
        this.uri = uri;
        write("etc/uri", uri + "\n", false);
        for (Map.Entry<String, String> file : WrittenScenes.FILES.entrySet()) {
            write(file.getKey(), file.getValue(), false);
        }
        for (String name : WrittenScenes.PROGRAMS) {
            write(name, "#!/bin/sh\n[ \"${FAILING-}\" != " + name.replaceFirst(".*/", "") + " ]\n", true);
        }
        write("bin/claimctl", String.format(NOTING, JAVA, CLAIMCTL.toAbsolutePath(), folder.resolve("runs")), true);
    }

    private void write(String name, String text, boolean program) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        if (program) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    /** As it can be run here. */
    private String placed(String script) {
        String placed = script.replaceAll("mongodb://[a-z.]+/shop", uri);
        for (Map.Entry<String, String> place : WrittenScenes.PLACES.entrySet()) {
            String here = place.getValue();
            placed = placed.replace(place.getKey(), place.getKey().startsWith("/") ? folder + "/" + here : here);
        }
        return placed;
    }

    /** Plays a scene, with what is done before it, and perhaps with a program that fails. */
    Played play(WrittenScene scene, String failing) throws IOException, InterruptedException {
        @Nullable String before = WrittenScenes.BEFORE.get(scene.key());
        @Nullable Other other = WrittenScenes.OTHERS.get(scene.key());
        String script = other == null ? scene.script() : requireNonNullElse(other.instead(), "");
        if (script.startsWith("#!")) {
            write("script", placed(script) + "\n", true);
            script = "./script";
        }
        String prelude = before == null ? "" : before + "\nrm '" + folder.resolve("runs") + "'\n";
        return shell(prelude + placed(script), failing);
    }

    private Played shell(String script, String failing) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script)
                .directory(folder.toFile())
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("CLAIMCTL_") || name.startsWith("LC_"));
        environment.putAll(Map.of(
                "PATH",
                folder.resolve("bin") + ":" + System.getenv("PATH"),
                "HOME",
                folder.toString(),
                "XDG_CONFIG_HOME",
                folder.resolve("config").toString(),
                "FAILING",
                failing,
                "CLAIMCTL_URI",
                uri,
                "CLAIMCTL_JAVA",
                JAVA.toString()));
        Process process = builder.start();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        Path runs = folder.resolve("runs");
        return new Played(
                process.exitValue(),
                Files.readString(output),
                Files.exists(runs) ? Files.readAllLines(runs) : List.of());
    }
}
