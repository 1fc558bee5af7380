package io.claimctl.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes a command model as a completion function for zsh: one function per command, with descriptions. */
final class ZshCompletion {

    private final String program;

    ZshCompletion(String program) {
        this.program = program;
    }

    String of(CommandSpec root) {
        StringBuilder out = new StringBuilder(
                "#compdef " + program + "\n"
                        + "# Completion for zsh. Made from the command model by mvn -Pdocs process-test-classes; do not edit.\n");
        out.append(Completable.template("_claimctl")
                .replace("@READ@", IdsFormat.READ)
                .replace("@FORMAT@", IdsFormat.OPTION));
        for (CommandSpec command : GeneratedFiles.commands(root)) {
            out.append('\n').append(function(command));
        }
        return out.append("\n").append(name(root)).append(" \"$@\"\n").toString();
    }

    private static String function(CommandSpec command) {
        List<CommandSpec> subs = List.copyOf(GeneratedFiles.shown(command));
        Completable completable = new Completable(command);
        List<String> specs = new ArrayList<>();
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                specs.addAll(option(completable, option));
            }
        }
        if (subs.isEmpty()) {
            for (PositionalParamSpec positional : command.positionalParameters()) {
                if (!positional.hidden()) {
                    specs.add(quoted(positional(completable, positional)));
                }
            }
            return name(command) + "() {\n  _arguments -s -S \\\n" + lines(specs) + "}\n";
        }
        specs.add("'1: :->command'");
        specs.add("'*:: :->arguments'");
        StringBuilder out = new StringBuilder(name(command)).append("() {\n");
        out.append("  local curcontext=$curcontext context state state_descr line\n");
        out.append("  typeset -A opt_args\n  local -a subcommands=(\n");
        for (CommandSpec sub : subs) {
            out.append("    ")
                    .append(quoted(escaped(sub.name()) + ":"
                            + Completable.sentence(sub.usageMessage().description())));
            out.append('\n');
        }
        out.append("  )\n  _arguments -s -S -C \\\n").append(lines(specs));
        out.append("  case $state in\n    command) _describe -t commands command subcommands ;;\n");
        out.append("    arguments)\n      case $line[1] in\n");
        for (CommandSpec sub : subs) {
            String names = sub.names().stream().sorted().collect(Collectors.joining("|"));
            out.append("        ").append(names).append(") ").append(name(sub)).append(" ;;\n");
        }
        return out.append("      esac\n      ;;\n  esac\n}\n").toString();
    }

    /** One spec per name, each excluding the others unless the option may be repeated. */
    private static List<String> option(Completable command, OptionSpec option) {
        boolean repeatable = option.isMultiValue();
        List<String> names = Completable.names(option);
        String exclusion = repeatable ? "*" : names.size() > 1 ? "(" + String.join(" ", names) + ")" : "";
        String text = "[" + bracketed(Completable.sentence(option.description())) + "]";
        boolean flag = option.arity().max() == 0;
        String value = flag ? "" : ":" + label(option) + ":" + action(command, option);
        List<String> specs = new ArrayList<>();
        for (String name : names) {
            String join = flag ? "" : name.startsWith("--") ? "=" : "+";
            specs.add(quoted(exclusion + name + join + text + value));
        }
        return specs;
    }

    private static String positional(Completable command, PositionalParamSpec positional) {
        boolean many = positional.index().isVariable()
                || positional.index().max() > positional.index().min();
        String place = many ? "*" : String.valueOf(positional.index().min() + 1);
        return place + ":" + label(positional) + ":" + action(command, positional);
    }

    private static String label(ArgSpec arg) {
        return escaped(arg.paramLabel().replaceAll("[<>\\[\\]]", ""));
    }

    private static String action(Completable command, ArgSpec arg) {
        return switch (command.kind(arg)) {
            case WORDS ->
                Completable.words(arg).stream()
                        .map(word -> word.replaceAll("([\\\\ ():])", "\\\\$1"))
                        .collect(Collectors.joining(" ", "(", ")"));
            case FILES -> "_files";
            case FOLDERS -> "_files -/";
            case IDS -> "_claimctl_ids";
            case PROFILES -> "_claimctl_profiles";
            case PROGRAM -> "_claimctl_program";
            case NOTHING -> " ";
        };
    }

    private static String bracketed(String text) {
        return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]");
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace(":", "\\:");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    private static String lines(List<String> specs) {
        return specs.stream().map(spec -> "    " + spec).collect(Collectors.joining(" \\\n", "", "\n"));
    }

    private static String name(CommandSpec command) {
        return "_" + command.qualifiedName("_").replace('-', '_');
    }
}
