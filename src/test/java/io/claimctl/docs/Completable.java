package io.claimctl.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A command as the completions of every shell see it. */
record Completable(CommandSpec spec) {

    /** What may stand at a place of the command line. */
    enum Kind {
        /** Something that nobody can know, or nothing. */
        NOTHING,
        /** One of a few words. */
        WORDS,
        FILES,
        FOLDERS,
        /** Claims that the store has. */
        IDS,
        /** Profiles of the configuration file. */
        PROFILES,
        /** Another program and its arguments. */
        PROGRAM
    }

    /** Every command that help shows, the program and the families included. */
    static List<Completable> all(CommandSpec root) {
        return GeneratedFiles.commands(root).stream().map(Completable::new).toList();
    }

    /** Its words without the program's name; empty for the program. */
    String line() {
        String name = spec.qualifiedName();
        return name.contains(" ") ? name.substring(name.indexOf(' ') + 1) : "";
    }

    List<Completable> commands() {
        return GeneratedFiles.shown(spec).stream().map(Completable::new).toList();
    }

    List<OptionSpec> options() {
        return spec.options().stream().filter(option -> !option.hidden()).toList();
    }

    /** Whether its value is the next word, or stands behind an equals sign. */
    static boolean takesValue(OptionSpec option) {
        return option.arity().min() > 0;
    }

    /** Its names, those that negate it included. */
    static List<String> names(OptionSpec option) {
        return Arrays.stream(option.names())
                .flatMap(name -> option.negatable() ? Stream.of(name, name.replace("--", "--no-")) : Stream.of(name))
                .toList();
    }

    /** The names of all options that take a value; no name may take one with one command and none with another. */
    static Set<String> namesWithValue(CommandSpec root) {
        Set<String> with = new TreeSet<>();
        Set<String> without = new TreeSet<>();
        for (Completable command : all(root)) {
            command.options().forEach(option -> (takesValue(option) ? with : without).addAll(names(option)));
        }
        if (with.stream().anyMatch(without::contains)) {
            throw new IllegalStateException("takes a value or not: one of " + with + " and " + without);
        }
        return with;
    }

    /** What stands at each place; the last kind stands at all further places. */
    List<Kind> operands() {
        List<Kind> kinds = new ArrayList<>();
        boolean endless = false;
        for (PositionalParamSpec operand : spec.positionalParameters()) {
            kinds.add(kind(operand));
            endless = operand.arity().max() > 1 || operand.index().isVariable();
        }
        if (!endless) {
            kinds.add(Kind.NOTHING);
        }
        return kinds;
    }

    Kind kind(ArgSpec argument) {
        if (!words(argument).isEmpty()) {
            return Kind.WORDS;
        }
        boolean runsPrograms = !spec.name().equals("demo");
        return switch (argument.paramLabel()) {
            case "ID" -> Kind.IDS;
            case "PROFILE" -> Kind.PROFILES;
            case "CMD", "COMMAND" -> runsPrograms ? Kind.PROGRAM : Kind.NOTHING;
            case "DIR" -> Kind.FOLDERS;
            case "FILE" -> Kind.FILES;
            default -> argument.auxiliaryTypes()[0] == Path.class ? Kind.FILES : Kind.NOTHING;
        };
    }

    /** The words that an argument may be; empty if there are too many. */
    static List<String> words(ArgSpec argument) {
        return argument.completionCandidates() == null
                ? List.of()
                : StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                        .toList();
    }

    /** The first sentence of its summary or description, without its full stop. */
    static String sentence(String[] description) {
        String line = description.length == 0
                ? ""
                : String.format(description[0]).lines().findFirst().orElse("");
        return line.replaceFirst("\\. .*", "").replaceFirst("\\.$", "");
    }

    /** The part of a completion that does not depend on the commands. */
    static String template(String file) {
        try (InputStream in = Completable.class.getResourceAsStream("/completions/" + file)) {
            return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
