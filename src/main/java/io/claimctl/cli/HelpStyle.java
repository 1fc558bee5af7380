package io.claimctl.cli;

import io.claimctl.view.CheckState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** How help looks: the same for every command. */
final class HelpStyle {
    private HelpStyle() {}

    /** Width, colours and order for a command and all below it. */
    static CommandLine apply(CommandLine line, Context context) {
        Ansi ansi = context.colours(false) ? Ansi.ON : Ansi.OFF;
        line.setColorScheme(Help.defaultColorScheme(ansi));
        line.setUsageHelpWidth(context.streams().helpWidth());
        line.setHelpFactory(GroupedHelp::new);
        everyLine(line);
        return line;
    }

    private static void everyLine(CommandLine line) {
        UsageMessageSpec usage = line.getCommandSpec().usageMessage();
        usage.sortOptions(false).abbreviateSynopsis(true);
        usage.footerHeading("%nExamples:%n");
        usage.parameterListHeading("%n").descriptionHeading("%n");
        line.getSubcommands().values().forEach(HelpStyle::everyLine);
    }

    /** Adds the exit codes that the command names. */
    static void describe(CommandSpec spec, Class<?> command) {
        Map<String, String> codes = new LinkedHashMap<>();
        if (command.isAnnotationPresent(EndsLikeAPlugin.class)) {
            for (CheckState state : CheckState.values()) {
                codes.put(Integer.toString(state.code()), state + ". " + state.meaning());
            }
            spec.usageMessage()
                    .exitCodeListHeading("%nExit codes (those of monitoring plugins, no others):%n")
                    .exitCodeList(codes);
        }
        Ends ends = command.getAnnotation(Ends.class);
        if (ends != null) {
            for (ExitCode exit : ends.value()) {
                codes.put(exit.label(), exit.meaning());
            }
            spec.usageMessage()
                    .exitCodeListHeading("%nExit codes (all: claimctl exit-codes):%n")
                    .exitCodeList(codes);
        }
    }

    /** Lists commands from their registry, so that none has to be built for it. */
    static void listCommands(CommandLine line, IHelpSectionRenderer list) {
        Map<String, IHelpSectionRenderer> sections = new LinkedHashMap<>(line.getHelpSectionMap());
        sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
        sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, list);
        line.setHelpSectionMap(sections);
    }

    /** One part for each heading, full names. */
    static IHelpSectionRenderer byHeading(List<Verb> verbs) {
        return help -> {
            StringBuilder text = new StringBuilder();
            int width =
                    verbs.stream().mapToInt(verb -> verb.name().length()).max().orElse(0);
            for (Verb.Heading heading : Verb.Heading.values()) {
                List<Verb> part =
                        verbs.stream().filter(verb -> verb.heading() == heading).toList();
                if (!part.isEmpty()) {
                    text.append(String.format("%n%s:%n", heading.text()));
                    text.append(rows(help, width, part, Verb::name));
                }
            }
            return text.toString();
        };
    }

    /** The commands of a family, last words. */
    static IHelpSectionRenderer of(List<Verb> verbs) {
        return help -> {
            StringBuilder text = new StringBuilder(String.format("%nCommands:%n"));
            int width = verbs.stream()
                    .mapToInt(verb -> verb.lastWord().length())
                    .max()
                    .orElse(0);
            return text.append(rows(help, width, verbs, Verb::lastWord)).toString();
        };
    }

    /** A command line that ends before its command is no success: the help, on standard error. */
    static int missingCommand(CommandSpec spec) {
        spec.commandLine().usage(spec.commandLine().getErr(), Ansi.OFF);
        return ExitCode.USAGE.code();
    }

    private static String rows(Help help, int longest, List<Verb> verbs, Function<Verb, String> name) {
        int columns = help.commandSpec().usageMessage().width();
        TextTable table = TextTable.forColumns(
                help.colorScheme(),
                new Column(longest + 2, 2, Column.Overflow.SPAN),
                new Column(columns - longest - 2, 2, Column.Overflow.WRAP));
        verbs.forEach(verb -> table.addRowValues(name.apply(verb), verb.summary()));
        return table.toString();
    }
}
