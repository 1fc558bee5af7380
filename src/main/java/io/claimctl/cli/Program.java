package io.claimctl.cli;

import io.claimctl.view.CheckState;
import io.claimctl.view.CommandLines;
import io.claimctl.view.Format;
import io.claimctl.view.Screen;
import io.claimctl.view.View;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** One run of the program: arguments in, exit code out. */
public final class Program {
    private static final char UNREADABLE = '\ufffd';

    private final Context context;
    private final CommandTree tree;
    private final Failures failures;

    /** A run with these streams, variables and time zone for people. */
    public Program(Streams streams, Map<String, String> environment, Supplier<ZoneId> zone, Host host) {
        this(new Context(streams, environment, zone, host), new CommandTree(Verb.ALL));
    }

    Program(Context context, CommandTree tree) {
        this.context = context;
        this.tree = tree;
        this.failures = new Failures(context, tree);
    }

    /** Runs the command that the arguments name; never throws. */
    public int run(String... arguments) {
        List<String> words = List.of(arguments);
        words.forEach(context.secrets()::learn);
        int verbosity = words.stream().mapToInt(Program::more).sum(); // until they are parsed
        verbosity = verbosity == 0 ? variablesSay() : verbosity;
        try {
            refuseUnreadable(words);
            CommandLine line = tree.forArguments(words, context);
            refuseOneDash(words, line);
            ParseResult parsed = line.parseArgs(arguments);
            ParseResult command = last(parsed);
            refuseRepeated(command);
            verbosity = verbosity(command, verbosity);
            int code = withoutLeftOut(finish(parsed, command));
            context.streams().out().flush();
            return code;
        } catch (ParameterException error) {
            List<String> told = withUsualOutput(words);
            return CheckVoice.speaksFor(words) ? unchecked(told, error, 0) : unset(told, failures.usage(error));
        } catch (Throwable error) { // the last one to catch it: everything ends with a sentence and a code
            List<String> told = withUsualOutput(words);
            return CheckVoice.speaksFor(words)
                    ? unchecked(told, error, verbosity)
                    : unset(told, failures.report(error, verbosity));
        } finally {
            context.streams().err().flush();
            context.end();
        }
    }

    /**
     * Where a command fails before it has a report, a script that evaluates the output must not go on with an older
     * token; also if the command line itself cannot be parsed, so the words decide.
     */
    private int unset(List<String> words, int code) {
        if (asksFor("env", words) && words.get(0).equals("acquire")) {
            Streams streams = context.streams();
            Screen screen = Screen.piped(ZoneOffset.UTC);
            try {
                new View(Format.ENV, screen, new CommandLines(List.of()), Writers.of(streams.out())).failed(code);
            } catch (OutputFailure alreadySaid) {
                return code;
            }
        }
        return code;
    }

    /** A monitoring system must not take the codes of other commands for findings. */
    private int unchecked(List<String> words, Throwable error, int verbosity) {
        try {
            return CheckVoice.of(words, context.streams()).unknown(failures.sentence(error, verbosity));
        } catch (OutputFailure nobodyReads) {
            return CheckState.UNKNOWN.code();
        }
    }

    /** These words with the format that counts where they name none. */
    private List<String> withUsualOutput(List<String> words) {
        if (words.stream().anyMatch(word -> word.startsWith("-o") || word.startsWith("--output"))) {
            return words;
        }
        List<String> told = new ArrayList<>(words);
        context.usualOutput().ifPresent(format -> told.add("-o=" + format));
        return told;
    }

    /** An option that is given goes before the variables. */
    private int verbosity(ParseResult command, int asWritten) {
        if (command.hasMatchedOption("--verbose")) {
            return Math.max(1, asWritten);
        }
        return command.hasMatchedOption("--quiet") ? 0 : variablesSay();
    }

    private int variablesSay() {
        return context.variable("CLAIMCTL_VERBOSE")
                .map(value -> value.equals("0") ? 0 : value.equals("2") ? 2 : 1)
                .orElse(0);
    }

    /** Whether these words ask for a format, as far as can be told before they are parsed. */
    static boolean asksFor(String format, List<String> words) {
        boolean asked =
                words.contains("-o" + format) || words.contains("-o=" + format) || words.contains("--output=" + format);
        for (int i = 1; i < words.size(); i++) {
            asked |= words.get(i).equals(format) && List.of("-o", "--output").contains(words.get(i - 1));
        }
        return asked;
    }

    /** Picocli's own way to run a command would print a trace where a reader closes the pipe on a help. */
    private int finish(ParseResult parsed, ParseResult command) throws Exception {
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        context.complete(command.commandSpec());
        return (Integer) ((Callable<?>) command.commandSpec().userObject()).call();
    }

    /** What {@code -0} cannot write is left out, and said. */
    private int withoutLeftOut(int code) {
        long leftOut = context.leftOut();
        if (leftOut == 0) {
            return code;
        }
        new Prose(context.streams(), false, false)
                .error(leftOut + (leftOut == 1 ? " id holds" : " ids hold")
                        + " a NUL, and -0 left out what it cannot write: -o json shows all");
        return code == ExitCode.DONE.code() ? ExitCode.PARTIAL.code() : code;
    }

    private static ParseResult last(ParseResult parsed) {
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        return last;
    }

    private static int more(String word) {
        return word.equals("-vv") ? 2 : word.equals("--verbose") || word.equals("-v") ? 1 : 0;
    }

    /** Picocli takes an option of a group twice, and forgets the rest of the group. */
    private static void refuseRepeated(ParseResult command) {
        for (OptionSpec option : command.matchedOptions()) {
            if (!option.isMultiValue() && option.stringValues().size() > 1) {
                throw Refusal.usage("option " + option.longestName() + " is given more than once");
            }
        }
    }

    /** {@code -dry-run} would be taken for {@code -d ry-run}, which is another database and no dry run. */
    private static void refuseOneDash(List<String> words, CommandLine root) {
        CommandLine line = root;
        for (String word : words) {
            if (word.equals("--")) {
                return;
            }
            line = line.getSubcommands().getOrDefault(word, line);
            int end = word.indexOf('=') < 0 ? word.length() : word.indexOf('=');
            if (end > 2
                    && word.charAt(0) == '-'
                    && line.getCommandSpec().optionsMap().containsKey("-" + word.substring(0, end))) {
                throw new UnmatchedArgumentException(line, List.of(word));
            }
        }
    }

    private static void refuseUnreadable(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).indexOf(UNREADABLE) >= 0) {
                throw Refusal.usage("argument " + (i + 1) + " is not valid text in this locale:"
                        + " write it in UTF-8 and start claimctl with LC_ALL=C.UTF-8");
            }
        }
    }
}
