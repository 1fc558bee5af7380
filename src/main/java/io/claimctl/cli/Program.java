package io.claimctl.cli;

import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
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
        try {
            refuseUnreadable(words);
            int code = line(words).execute(arguments);
            context.streams().out().flush();
            return code;
        } catch (Throwable error) { // the last one to catch it: everything ends with a sentence and a code
            return failures.report(error, words.contains("-v") || words.contains("--verbose"));
        } finally {
            context.streams().err().flush();
        }
    }

    private CommandLine line(List<String> words) {
        return tree.forArguments(words, context)
                .setParameterExceptionHandler((error, arguments) -> failures.usage(error))
                .setExecutionExceptionHandler((error, line, result) -> failures.report(error, verbose(result)));
    }

    private static boolean verbose(ParseResult result) {
        ParseResult last = result;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        return last.hasMatchedOption("--verbose");
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
