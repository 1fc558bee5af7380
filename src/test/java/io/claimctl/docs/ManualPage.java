package io.claimctl.docs;

import io.claimctl.cli.CommandTree;
import io.claimctl.cli.ExitCode;
import io.claimctl.cli.GroupedHelp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of one command, from the command model: no dates, no version but the program's. */
final class ManualPage {
    private final CommandSpec command;
    private final CommandSpec root;
    private final Roff out = new Roff();

    ManualPage(CommandSpec command, CommandSpec root) {
        this.command = command;
        this.root = root;
    }

    static String name(CommandSpec command) {
        return command.qualifiedName("-");
    }

    private boolean isRoot() {
        return command == root;
    }

    private boolean isFamily() {
        return !isRoot() && !command.subcommands().isEmpty();
    }

    String text() {
        out.line(".\\\" Made from the command model by mvn -Pdocs process-test-classes; do not edit.");
        out.line(".TH " + Roff.literal(name(command).toUpperCase(Locale.ROOT)) + " 1 \"\" \"" + root.version()[0]
                + "\" \"claimctl Manual\"");
        out.line(".nh").line(".ad l");
        List<String> description = lines(command.usageMessage().description());
        out.section("NAME").line(Roff.literal(name(command)) + " \\- " + Roff.literal(clause(description.get(0))));
        synopsis();
        out.section("DESCRIPTION");
        description.forEach(out::paragraph);
        options();
        commands();
        if (isRoot()) {
            environment();
        }
        exitStatus();
        examples();
        seeAlso();
        return out.toString();
    }

    private void synopsis() {
        String own = command.qualifiedName();
        String line = new Help(command, Help.defaultColorScheme(Ansi.OFF))
                .synopsis(0)
                .strip()
                .replaceAll("\\s+", " ");
        out.section("SYNOPSIS").line(Roff.bold(own) + Roff.literal(line.substring(own.length())));
    }

    private void options() {
        if (!command.positionalParameters().isEmpty()) {
            out.section("ARGUMENTS");
            for (PositionalParamSpec argument : command.positionalParameters()) {
                out.term(Roff.italic(label(argument)), sentences(argument));
            }
        }
        Map<String, List<OptionSpec>> groups = GroupedHelp.groups(command);
        out.section("OPTIONS");
        groups.forEach((heading, options) -> {
            if (groups.size() > 1) {
                out.subsection(heading);
            }
            options.forEach(option -> out.term(names(option), sentences(option)));
        });
    }

    private static String names(OptionSpec option) {
        String value = option.arity().max() == 0 ? "" : "=" + Roff.italic(label(option));
        String optional = option.arity().min() == 0 && !value.isEmpty() ? "[" + value + "]" : value;
        return Arrays.stream(option.names())
                        .map(name -> option.negatable() ? name.replace("--", "--[no-]") : name)
                        .map(Roff::bold)
                        .collect(Collectors.joining(", "))
                + optional;
    }

    private static String label(ArgSpec argument) {
        return argument.paramLabel();
    }

    private static String sentences(ArgSpec argument) {
        return String.join(" ", lines(argument.description()));
    }

    private void commands() {
        if (isFamily()) {
            out.section("COMMANDS");
            GeneratedFiles.shown(command).forEach(sub -> listed(name(sub), summary(sub)));
        }
        if (isRoot()) {
            out.section("COMMANDS");
            CommandTree.headings().forEach((heading, names) -> {
                out.subsection(heading);
                GeneratedFiles.commands(root).stream()
                        .filter(sub -> names.contains(sub.qualifiedName()))
                        .sorted((one, other) -> Integer.compare(
                                names.indexOf(one.qualifiedName()), names.indexOf(other.qualifiedName())))
                        .forEach(sub -> listed(name(sub), summary(sub)));
            });
        }
    }

    private void listed(String page, String summary) {
        out.term(Roff.bold(page) + "(1)", summary);
    }

    private static String summary(CommandSpec command) {
        return lines(command.usageMessage().description()).get(0);
    }

    private void environment() {
        out.section("ENVIRONMENT");
        for (ManualVariables.Group group : ManualVariables.ALL) {
            out.subsection(group.heading());
            group.variables().forEach((name, meaning) -> out.term(Roff.bold(name), meaning));
        }
        out.section("FILES");
        ManualVariables.FILES.forEach((name, meaning) -> out.term(Roff.italic(name), meaning));
    }

    private void exitStatus() {
        boolean all = isRoot() || command.name().equals("exit-codes");
        Map<String, String> codes = command.usageMessage().exitCodeList();
        out.section("EXIT STATUS");
        if (all) {
            for (ExitCode exit : ExitCode.values()) {
                out.term(Roff.bold(exit.label()) + " " + Roff.literal(exit.word()), exit.meaning())
                        .further("\u2192 " + exit.remedy());
            }
            out.paragraph(
                    "The command check has the codes of monitoring plugins, and no others: see claimctl-check(1).");
        } else if (isFamily()) {
            out.paragraph("See the pages of its commands.");
        } else {
            codes.forEach((code, meaning) -> out.term(Roff.bold(code), meaning));
            if (command.usageMessage().exitCodeListHeading().contains("claimctl exit-codes")) {
                out.paragraph("Those that any command may end with, and what to do about each: see"
                        + " claimctl-exit-codes(1).");
            }
        }
    }

    private void examples() {
        out.section("EXAMPLES");
        List<String> examples = new ArrayList<>();
        List<String> prose = new ArrayList<>();
        for (String line : lines(command.usageMessage().footer())) {
            if (line.startsWith("  ")) {
                examples.add(line.strip());
            } else if (!line.isBlank()) {
                prose.add(line);
            }
        }
        out.example(examples);
        prose.forEach(out::paragraph);
    }

    private void seeAlso() {
        Set<String> pages = new LinkedHashSet<>();
        if (isRoot()) {
            GeneratedFiles.shown(root).forEach(sub -> pages.add(name(sub)));
        } else {
            pages.add(name(root));
            pages.add(name(command.parent()));
            related().forEach(pages::add);
            pages.add(name(root) + "-exit-codes");
            pages.remove(name(command));
        }
        out.section("SEE ALSO")
                .line(pages.stream().map(page -> Roff.bold(page) + "(1)").collect(Collectors.joining(",\n")));
    }

    /** The members of a family; for a command its neighbours there, and those under its heading. */
    private List<String> related() {
        List<String> neighbours = CommandTree.headings().values().stream()
                .filter(names -> names.contains(command.qualifiedName()))
                .flatMap(List::stream)
                .toList();
        return GeneratedFiles.commands(root).stream()
                .filter(other -> other.subcommands().isEmpty())
                .filter(other -> neighbours.contains(other.qualifiedName())
                        || other.parent() == command
                        || (command.parent() != root && other.parent() == command.parent()))
                .map(ManualPage::name)
                .toList();
    }

    private static String clause(String sentence) {
        String bare = sentence.replaceFirst("\\.$", "");
        return bare.substring(0, 1).toLowerCase(Locale.ROOT) + bare.substring(1);
    }

    private static List<String> lines(String[] texts) {
        return Arrays.stream(texts)
                .flatMap(text -> String.format(text).lines().map(String::stripTrailing))
                .toList();
    }
}
