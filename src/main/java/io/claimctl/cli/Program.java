package io.claimctl.cli;

import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** One run of the program: arguments in, exit code out. */
public final class Program {
    private static final char UNREADABLE = '\ufffd';

    private final Context context;
    private final CommandTree tree;
    private final Failures failures;

    /** A run with these streams, variables and time zone for people. */
    public Program(Streams streams, Map<String, String> environment, Supplier<ZoneId> zone) {
        this(new Context(streams, environment, zone), new CommandTree(Verb.ALL));
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
        boolean verbose = words.contains("-v") || words.contains("--verbose"); // until they are parsed
        try {
            refuseUnreadable(words);
            ParseResult parsed = tree.forArguments(words, context).parseArgs(arguments);
            ParseResult command = last(parsed);
            refuseRepeated(command);
            verbose = command.hasMatchedOption("--verbose");
            int code = finish(parsed, command);
            context.streams().out().flush();
            return code;
        } catch (ParameterException error) {
            return failures.usage(error);
        } catch (Throwable error) { // the last one to catch it: everything ends with a sentence and a code
            return failures.report(error, verbose);
        } finally {
            context.streams().err().flush();
        }
    }

    /** Picocli's own way to run a command would print a trace where a reader closes the pipe on a help. */
    private static int finish(ParseResult parsed, ParseResult command) throws Exception {
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        return (Integer) ((Callable<?>) command.commandSpec().userObject()).call();
    }

    private static ParseResult last(ParseResult parsed) {
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        return last;
    }

    /** Picocli takes an option of a group twice, and forgets the rest of the group. */
    private static void refuseRepeated(ParseResult command) {
        for (OptionSpec option : command.matchedOptions()) {
            if (!option.isMultiValue() && option.stringValues().size() > 1) {
                throw Refusal.usage("option " + option.longestName() + " is given more than once");
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
