package io.claimctl.docs;

import io.claimctl.cli.CommandTree;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * What is made from the command model and committed: completions, the AsciiDoc sources of the manual pages, and metadata for native images.
 * {@code mvn -Pdocs process-test-classes} writes them; {@link GeneratedFilesTest} fails when they drift.
 */
final class GeneratedFiles {

    private GeneratedFiles() {}

    /** Writes the completions and removes the manual pages, which asciidoctor then makes from the sources written. */
    public static void main(String[] args) throws IOException {
        Path completions = Path.of(args[0]);
        Path sources = Path.of(args[1]);
        Path pages = Path.of(args[2]);
        Path metadata = Path.of(args[3]);
        write(completions, completions());
        write(sources, manualSources());
        write(metadata, nativeMetadata());
        for (String page : manualPages(pages)) {
            Files.delete(pages.resolve(page));
        }
    }

    /** File name to content. */
    static Map<String, String> completions() {
        CommandLine whole = CommandTree.whole();
        String name = whole.getCommandName();
        Map<String, String> files = new TreeMap<>();
        files.put(name + ".bash", AutoComplete.bash(name, whole));
        files.put("_" + name, new ZshCompletion(name).of(CommandTree.whole().getCommandSpec()));
        return files;
    }

    /** File name to content. */
    static Map<String, String> nativeMetadata() {
        return Map.of(
                "reachability-metadata.json",
                NativeMetadata.of(CommandTree.whole().getCommandSpec()));
    }

    /** File name to content; each ends in a roff comment with the digest of the rest, which the page keeps. */
    static Map<String, String> manualSources() {
        CommandSpec root = CommandTree.whole().getCommandSpec();
        Map<String, String> files = new TreeMap<>();
        for (CommandSpec command : commands(root)) {
            String source = manualSource(command, root);
            files.put(command.qualifiedName("-") + ".adoc", source + "\n++++\n" + stamp(source) + "\n++++\n");
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

    private static String manualSource(CommandSpec command, CommandSpec root) {
        StringWriter text = new StringWriter();
        try (PrintWriter out = new PrintWriter(text)) {
            ManPageGenerator.writeSingleManPage(out, command);
        }
        String seeAlso =
                command == root ? "" : "== See also\n\n*" + command.parent().qualifiedName("-") + "*(1)\n";
        String version = root.version()[0];
        return ManualText.withoutMarkup(text.toString().lines().toList())
                        .replaceFirst(":revnumber:.*", ":revnumber: " + version)
                        .replaceFirst(":mansource:.*", ":mansource: " + version)
                        .replaceFirst(":doctype: manpage", ":doctype: manpage\n:reproducible:")
                + seeAlso;
    }

    private static String stamp(String source) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(source.getBytes(StandardCharsets.UTF_8));
            return ".\\\" source: sha256 " + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
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
