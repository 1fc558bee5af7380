package io.claimctl.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an option is tried.
 *
 * @param value what follows its name; none for a flag
 * @param setting further words, with which the command also runs without the option
 * @param terminals which streams are terminals
 * @param typed what comes on standard input
 * @param exit what the command ends with
 * @param shownBy the test that shows that it works; null if it changes something that can be seen here
 */
record OptionSample(
        List<String> value,
        List<String> setting,
        String terminals,
        String typed,
        int exit,
        @Nullable Class<?> shownBy) {

    static OptionSample flag() {
        return valued();
    }

    static OptionSample valued(String... words) {
        return new OptionSample(List.of(words), List.of(), "", "", 0, null);
    }

    OptionSample beside(String... words) {
        return new OptionSample(value, List.of(words), terminals, typed, exit, shownBy);
    }

    OptionSample on(String letters) {
        return new OptionSample(value, setting, letters, typed, exit, shownBy);
    }

    OptionSample typing(String text) {
        return new OptionSample(value, setting, terminals, text, exit, shownBy);
    }

    OptionSample ends(ExitCode code) {
        return ends(code.code());
    }

    OptionSample ends(int code) {
        return new OptionSample(value, setting, terminals, typed, code, shownBy);
    }

    /** Another test shows that it works, since it cannot be seen in a result. */
    OptionSample shownBy(Class<?> test) {
        return new OptionSample(value, setting, terminals, typed, exit, test);
    }

    /** Whether standard error may have more than sentences. */
    boolean traces() {
        return terminals.contains("e");
    }

    /** The command line with the option: in place of the one that is there already, or behind the rest. */
    List<String> line(String verb, String option) {
        List<String> line = new ArrayList<>(OptionSamples.line(verb, setting));
        int at = line.indexOf(option);
        if (at >= 0) {
            line.subList(at, at + 1 + value.size()).clear();
        } else {
            at = line.contains("--") ? line.indexOf("--") : line.size();
        }
        line.add(at, option.equals("--null") ? "-0" : option);
        line.addAll(at + 1, value);
        return line;
    }
}
