package io.claimctl.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The files of {@code share/}, which people copy into the configuration of other programs. */
final class SharedFiles {
    static final Path FOLDER = Path.of("src/main/dist/share");

    private SharedFiles() {}

    static List<Path> all() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The documents of a file of YAML. */
    static List<JsonNode> documents(Path file) throws IOException {
        YAMLMapper yaml = new YAMLMapper();
        try (MappingIterator<JsonNode> documents =
                yaml.readerFor(JsonNode.class).readValues(Files.readString(file))) {
            return documents.readAll();
        }
    }

    /** Every line that starts the program. */
    static List<WrittenLine> commandLines() throws IOException {
        List<WrittenLine> lines = new ArrayList<>();
        for (Path file : all()) {
            if (!file.toString().endsWith(".yaml")) {
                text(file).lines().flatMap(WrittenLine::in).forEach(lines::add);
                continue;
            }
            for (JsonNode document : documents(file)) {
                document.findValues("args")
                        .forEach(args -> lines.add(WrittenLine.of(
                                args.valueStream().map(JsonNode::asString).toList())));
                document.findValues("description").stream()
                        .flatMap(text -> WrittenLine.in(text.asString().replaceFirst(" shows it.*", "")))
                        .forEach(lines::add);
            }
        }
        return lines;
    }
}
