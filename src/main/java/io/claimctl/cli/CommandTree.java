package io.claimctl.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The one command model: what is run, and what help, completions and manual pages are made from. Options of a command are
 * built only if it is named, since building all of them takes longer than most commands do.
 */
public final class CommandTree {
    private final List<Verb> verbs;

    CommandTree(List<Verb> verbs) {
        this.verbs = List.copyOf(verbs);
    }

    /** Every command there is with its options, to be looked at and not to be run. */
    public static CommandLine whole() {
        return new CommandTree(Verb.ALL).all(Context.ofNothing());
    }

    /** The headings of the program's help, and under each the full names of its commands, the program's included. */
    public static Map<String, List<String>> headings() {
        Map<String, List<String>> names = new LinkedHashMap<>();
        Verb.ALL.forEach(verb -> names.computeIfAbsent(verb.heading().text(), none -> new ArrayList<>())
                .add("claimctl " + verb.name()));
        return names;
    }

    /** The program and, of its commands, only the one that these arguments name. */
    CommandLine forArguments(List<String> arguments, Context context) {
        CommandLine root = root(context);
        String first = arguments.isEmpty() ? "" : arguments.get(0);
        verb(first).ifPresent(verb -> add(root, verb, context));
        family(first).ifPresent(family -> {
            CommandLine line = family(family, context);
            if (arguments.size() > 1) {
                verb(first + " " + arguments.get(1)).ifPresent(verb -> add(line, verb, context));
            }
            root.addSubcommand(family.name(), line);
        });
        return HelpStyle.apply(root, context);
    }

    CommandLine all(Context context) {
        CommandLine root = root(context);
        for (Verb.Family family : Verb.FAMILIES) {
            List<Verb> members =
                    verbs.stream().filter(verb -> verb.belongsTo(family.name())).toList();
            if (!members.isEmpty()) {
                CommandLine line = family(family, context);
                members.forEach(verb -> add(line, verb, context));
                root.addSubcommand(family.name(), line);
            }
        }
        verbs.stream().filter(verb -> !verb.name().contains(" ")).forEach(verb -> add(root, verb, context));
        return HelpStyle.apply(root, context);
    }

    /** The names that may follow these words. */
    List<String> namesBelow(String family) {
        return verbs.stream()
                .filter(verb -> verb.belongsTo(family))
                .map(Verb::lastWord)
                .toList();
    }

    /** Every command that it may build. */
    List<Verb> verbs() {
        return verbs;
    }

    private CommandLine root(Context context) {
        CommandLine line = line(new RootCommand(), context);
        line.getCommandSpec().version("claimctl " + Version.NUMBER);
        HelpStyle.listCommands(line, HelpStyle.byHeading(verbs));
        return line;
    }

    private CommandLine family(Verb.Family family, Context context) {
        List<Verb> members =
                verbs.stream().filter(verb -> verb.belongsTo(family.name())).toList();
        CommandLine line = line(new FamilyCommand(), context);
        line.getCommandSpec()
                .name(family.name())
                .usageMessage()
                .description(family.summary())
                .customSynopsis("claimctl " + family.name() + " [-h] COMMAND [OPTIONS]")
                .footer(members.stream()
                        .map(verb -> "  claimctl " + verb.name() + " --help")
                        .toArray(String[]::new));
        HelpStyle.listCommands(line, HelpStyle.of(members));
        return line;
    }

    private static void add(CommandLine parent, Verb verb, Context context) {
        Callable<Integer> command = verb.command().apply(context);
        CommandLine line = line(command, context);
        CommandSpec spec = line.getCommandSpec().name(verb.lastWord());
        List<String> description = new ArrayList<>(List.of(verb.summary()));
        description.addAll(List.of(spec.usageMessage().description()));
        spec.usageMessage().description(description.toArray(new String[0]));
        HelpStyle.describe(spec, command.getClass());
        parent.addSubcommand(verb.lastWord(), line);
    }

    private static CommandLine line(Object command, Context context) {
        CommandFactory factory = new CommandFactory(command.getClass());
        CommandLine line = new CommandLine(command, factory)
                .registerConverter(Duration.class, new DurationOption.Converter())
                .registerConverter(Instant.class, new InstantConverter())
                .setExpandAtFiles(false) // an id may begin with @
                .setOut(Writers.of(context.streams().out()))
                .setErr(Writers.of(context.streams().err()));
        line.getCommandSpec().addMixin("help", CommandSpec.forAnnotatedObject(new HelpOption(), factory));
        return line;
    }

    private Optional<Verb> verb(String name) {
        return verbs.stream().filter(verb -> verb.name().equals(name)).findFirst();
    }

    private Optional<Verb.Family> family(String name) {
        return Verb.FAMILIES.stream()
                .filter(family ->
                        family.name().equals(name) && !namesBelow(name).isEmpty())
                .findFirst();
    }
}
