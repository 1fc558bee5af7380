package io.claimctl.cli;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The help of a command, its options under the headings that {@link OptionGroup} and picocli's own groups give them. */
public final class GroupedHelp extends Help {
    private static final String OTHERS = "Options";

    GroupedHelp(CommandSpec spec, ColorScheme colours) {
        super(spec, colours);
    }

    @Override
    public String optionListHeading(Object... parameters) {
        return "";
    }

    @Override
    public String optionList() {
        StringBuilder text = new StringBuilder();
        groups(commandSpec())
                .forEach((heading, options) -> text.append(String.format("%n%s:%n", heading))
                        .append(optionListExcludingGroups(
                                options, createDefaultLayout(), null, parameterLabelRenderer())));
        return text.toString();
    }

    /**
     * The options of a command that are not hidden, by heading, each as often as it is shown: once. Those without a
     * heading come first, unless there is nothing among them but the help.
     */
    public static Map<String, List<OptionSpec>> groups(CommandSpec spec) {
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        groups.put(OTHERS, new ArrayList<>());
        List<OptionSpec> options = new ArrayList<>(spec.options());
        spec.argGroups().forEach(group -> options.removeAll(group.allOptionsNested()));
        for (OptionSpec option : options) {
            add(option, heading(option), groups);
        }
        String heading = OTHERS;
        for (ArgGroupSpec group : inOrder(spec)) {
            heading = heading(group).isEmpty() ? heading : heading(group);
            for (OptionSpec option : group.allOptionsNested()) {
                add(option, heading, groups);
            }
        }
        if (groups.get(OTHERS).size() <= 1) {
            List<OptionSpec> help = groups.remove(OTHERS);
            if (!help.isEmpty()) {
                groups.put(OTHERS, help);
            }
        }
        return groups;
    }

    /** A group without a heading goes on with the one before. */
    private static List<ArgGroupSpec> inOrder(CommandSpec spec) {
        return spec.argGroups().stream()
                .sorted(Comparator.comparingInt(ArgGroupSpec::order))
                .toList();
    }

    private static void add(OptionSpec option, @Nullable String heading, Map<String, List<OptionSpec>> groups) {
        if (!option.hidden()) {
            groups.computeIfAbsent(heading == null ? OTHERS : heading, none -> new ArrayList<>())
                    .add(option);
        }
    }

    private static String heading(ArgGroupSpec group) {
        return String.format(group.heading()).strip().replaceFirst(":$", "");
    }

    private static @Nullable String heading(OptionSpec option) {
        if (!(option.userObject() instanceof Field field)) {
            return null;
        }
        OptionGroup own = field.getAnnotation(OptionGroup.class);
        OptionGroup common = field.getDeclaringClass().getAnnotation(OptionGroup.class);
        return own != null ? own.value() : common != null ? common.value() : null;
    }
}
