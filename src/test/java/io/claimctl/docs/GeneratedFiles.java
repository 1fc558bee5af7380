package io.claimctl.docs;

import io.claimctl.cli.CommandTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What is made from the command model and committed: completions, manual pages, and metadata for native images.
 * {@code mvn -Pdocs process-test-classes} writes them; {@link GeneratedFilesTest} fails when they drift.
 */
final class GeneratedFiles {

    private GeneratedFiles() {}

    /** Writes them, and removes the manual pages of commands that are gone. */
    public static void main(String[] args) throws IOException {
        Path pages = Path.of(args[1]);
        for (String page : manualPages(pages)) {
            Files.delete(pages.resolve(page));
        }
        write(Path.of(args[0]), completions());
        write(pages, manual());
        write(Path.of(args[2]), nativeMetadata());
    }

    /** File name to content. */
    static Map<String, String> completions() {
        CommandLine whole = CommandTree.whole();
        String name = whole.getCommandName();
        Map<String, String> files = new TreeMap<>();
        files.put(name + ".bash", BashCompletion.of(whole.getCommandSpec()));
        files.put("_" + name, new ZshCompletion(name).of(whole.getCommandSpec()));
        files.put(name + ".fish", FishCompletion.of(whole.getCommandSpec()));
        return files;
    }

    /** File name to content. */
    static Map<String, String> nativeMetadata() {
        return Map.of(
                "reachability-metadata.json",
                NativeMetadata.of(CommandTree.whole().getCommandSpec()));
    }

    /** File name to content. */
    static Map<String, String> manual() {
        CommandSpec root = CommandTree.whole().getCommandSpec();
        Map<String, String> files = new TreeMap<>();
        for (CommandSpec command : commands(root)) {
            files.put(ManualPage.name(command) + ".1", new ManualPage(command, root).text());
        }
        return files;
    }

    /** The names of the manual pages in a folder. */
    static List<String> manualPages(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".1"))
                    .sorted()
                    .toList();
        }
    }

    /** Every command that help shows, the root first. */
    static List<CommandSpec> commands(CommandSpec root) {
        List<CommandSpec> found = new ArrayList<>();
        found.add(root);
        for (CommandSpec sub : shown(root)) {
            found.addAll(commands(sub));
        }
        return found;
    }

    /** The subcommands that help shows, each once whatever its aliases. */
    static Set<CommandSpec> shown(CommandSpec command) {
        Set<CommandSpec> found = new LinkedHashSet<>();
        for (CommandLine sub : command.subcommands().values()) {
            if (!sub.getCommandSpec().usageMessage().hidden()) {
                found.add(sub.getCommandSpec());
            }
        }
        return found;
    }

    private static void write(Path folder, Map<String, String> files) throws IOException {
        Files.createDirectories(folder);
        files.forEach((name, content) -> {
            try {
                Files.writeString(folder.resolve(name), content);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
