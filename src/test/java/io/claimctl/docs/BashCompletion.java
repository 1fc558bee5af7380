package io.claimctl.docs;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes a command model as a completion function for bash 3.2 or later: two tables for a fixed script. */
final class BashCompletion {
    private BashCompletion() {}

    static String of(CommandSpec root) {
        List<Completable> all = Completable.all(root);
        Completable.namesWithValue(root);
        return Completable.template("claimctl.bash")
                .replace("@COMMANDS@\n", lines(all, BashCompletion::command))
                .replace("@OPTIONS@\n", lines(all, BashCompletion::options))
                .replace("@READ@", IdsFormat.READ)
                .replace("@FORMAT@", IdsFormat.OPTION);
    }

    private static String lines(List<Completable> commands, Function<Completable, Stream<String>> part) {
        return commands.stream().flatMap(part).map(line -> "    " + line + "\n").collect(Collectors.joining());
    }

    private static Stream<String> command(Completable command) {
        return Stream.of(
                "'" + command.line() + "')",
                set(
                        "commands",
                        command.commands().stream().map(sub -> sub.spec().name())),
                set("flags", names(command, option -> !Completable.takesValue(option))),
                set("valued", names(command, Completable::takesValue)),
                set(
                        "operands",
                        command.operands().stream().map(kind -> kind.name().toLowerCase(Locale.ROOT))),
                "  ;;");
    }

    private static Stream<String> names(Completable command, Predicate<OptionSpec> wanted) {
        return command.options().stream().filter(wanted).flatMap(option -> Completable.names(option).stream());
    }

    private static String set(String variable, Stream<String> words) {
        return "  " + variable + "='" + words.collect(Collectors.joining(" ")) + "'";
    }

    private static Stream<String> options(Completable command) {
        return command.options().stream()
                .filter(Completable::takesValue)
                .map(option -> {
                    String choices = switch (command.kind(option)) {
                        case WORDS -> String.join(" ", Completable.words(option));
                        case FILES -> "files";
                        case FOLDERS -> "folders";
                        case PROFILES -> "profiles";
                        default -> "";
                    };
                    String patterns = Completable.names(option).stream()
                            .map(name -> "'" + command.line() + " " + name + "'")
                            .collect(Collectors.joining(" | "));
                    return choices.isEmpty() ? "" : patterns + ") choices='" + choices + "' ;;";
                })
                .filter(line -> !line.isEmpty());
    }
}
