package io.claimctl.cli;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** For an option whose value may be left out: only {@code --option=VALUE} gives one, never the next word. */
final class OnlyAttached implements IParameterPreprocessor {
    @Override
    @SuppressWarnings("JdkObsolete") // picocli's own type
    public boolean preprocess(Stack<String> words, CommandSpec command, ArgSpec argument, Map<String, Object> info) {
        if (" ".equals(info.get("separator"))) { // so it says of a word of its own
            words.push(((OptionSpec) argument).fallbackValue());
        }
        return false;
    }
}
