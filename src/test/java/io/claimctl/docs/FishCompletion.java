package io.claimctl.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes a command model as completions for fish: one line for each option and place of each command. */
final class FishCompletion {
    private final List<String> lines = new ArrayList<>();

    private FishCompletion() {}

    static String of(CommandSpec root) {
        FishCompletion completion = new FishCompletion();
        List<Completable> all = Completable.all(root);
        all.forEach(completion::add);
        String families = all.stream()
                .filter(command ->
                        !command.line().isEmpty() && !command.commands().isEmpty())
                .map(Completable::line)
                .collect(Collectors.joining(" "));
        return Completable.template("claimctl.fish")
                .replace("@VALUED@", String.join(" ", Completable.namesWithValue(root)))
                .replace("@FAMILIES@", families)
                .replace("@FORMAT@", IdsFormat.OPTION)
                .replace("@FISH@", IdsFormat.FISH)
                .replace("@COMPLETE@", String.join("\n", completion.lines));
    }

    private void add(Completable command) {
        for (Completable sub : command.commands()) {
            line(command, "", "-a " + sub.spec().name() + description(summary(sub.spec())));
        }
        for (OptionSpec option : command.options()) {
            String value = !Completable.takesValue(option)
                    ? ""
                    : switch (command.kind(option)) {
                        case WORDS -> " -x -a " + quoted(String.join(" ", Completable.words(option)));
                        case FILES -> " -r -F";
                        case FOLDERS -> " -x -a '(__fish_complete_directories)'";
                        case PROFILES -> " -x -a '(__claimctl_profiles)'";
                        default -> " -x";
                    };
            line(command, "", names(option) + value + description(Completable.sentence(option.description())));
        }
        List<Completable.Kind> operands = command.operands();
        for (int i = 0; i < operands.size(); i++) {
            String place = " " + i + (i == operands.size() - 1 ? "+" : "");
            switch (operands.get(i)) {
                case IDS -> line(command, place, "-k -a '(__claimctl_ids)'");
                case FILES -> line(command, place, "-F");
                case FOLDERS -> line(command, place, "-a '(__fish_complete_directories)'");
                case PROFILES -> line(command, place, "-a '(__claimctl_profiles)'");
                case PROGRAM -> line(command, place, "-a '(__claimctl_program)'");
                default -> {}
            }
        }
    }

    private void line(Completable command, String place, String what) {
        String condition = "__claimctl_at \"" + command.line() + "\"" + place;
        lines.add("complete -c claimctl -n " + quoted(condition) + " " + what);
    }

    private static String names(OptionSpec option) {
        return Completable.names(option).stream()
                .map(name -> name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1))
                .collect(Collectors.joining(" "));
    }

    private static String summary(CommandSpec command) {
        return Completable.sentence(command.usageMessage().description());
    }

    private static String description(String text) {
        return " -d " + quoted(text);
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
