package io.claimctl.cli;

import io.claimctl.claim.StoreException;
import io.claimctl.cli.connection.Connection;
import io.claimctl.cli.connection.StoreFailure;
import io.claimctl.cli.connection.StoreFailure.Reason;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What the program says and ends with when a command throws: the one place for it. No secret passes. */
final class Failures {
    private static final int SIGPIPE = 13;

    private final Context context;
    private final CommandTree tree;

    Failures(Context context, CommandTree tree) {
        this.context = context;
        this.tree = tree;
    }

    /**
     * Says what failed.
     *
     * @param verbosity 1 to say also where an unexpected error comes from, 2 to say that of every one
     * @return the exit code
     */
    int report(Throwable error, int verbosity) {
        if (readerIsGone(error)) {
            return ExitCode.signal(SIGPIPE); // as the other tools of a pipeline end
        }
        Said said = read(error);
        say(said.sentence);
        trace(error, said, verbosity);
        return said.exit.code();
    }

    /** As {@link #report}, but only where it comes from is said here; the sentence is for the caller to say. */
    String sentence(Throwable error, int verbosity) {
        Said said = error instanceof ParameterException parameter
                ? new Said(ExitCode.USAGE, usageSentence(parameter))
                : read(error);
        trace(error, said, verbosity);
        return context.secrets().scrub(said.sentence);
    }

    private void trace(Throwable error, Said said, int verbosity) {
        boolean explained = error instanceof Refusal || said.exit != ExitCode.UNEXPECTED;
        if (verbosity > (explained ? 1 : 0)) {
            StringWriter trace = new StringWriter();
            error.printStackTrace(new PrintWriter(trace, true));
            context.secrets()
                    .scrub(trace.toString())
                    .lines()
                    .forEach(context.streams().err()::println);
        }
    }

    /** Also where a library has wrapped it. */
    private static boolean readerIsGone(Throwable error) {
        for (Throwable e = error; e != null; e = e.getCause()) {
            if (e instanceof OutputFailure output && output.readerIsGone()) {
                return true;
            }
        }
        return error instanceof UncheckedIOException
                && error.getCause() instanceof IOException cause
                && OutputFailure.readerIsGone(cause);
    }

    /** Says what is wrong with the command line, and what was meant perhaps. */
    int usage(ParameterException error) {
        CommandLine line = error.getCommandLine();
        say(usageSentence(error));
        say("see " + line.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE.code();
    }

    private String usageSentence(ParameterException error) {
        return unmatched(error)
                .map(words -> unmatched(words, error.getCommandLine()))
                .orElseGet(() -> text(error));
    }

    /** A failure for people and for the shell. */
    record Said(ExitCode exit, String sentence) {}

    private Said read(Throwable error) {
        if (error instanceof Refusal refusal) {
            return new Said(refusal.exit(), refusal.getMessage());
        }
        if (error instanceof StoreException store) {
            return store(store, context);
        }
        if (error instanceof OutputFailure output) {
            return new Said(ExitCode.UNEXPECTED, "standard output cannot be written: " + output.reason());
        }
        return new Said(ExitCode.UNEXPECTED, "unexpected: " + text(error) + "; --verbose shows where it comes from");
    }

    /** Why the store failed, without secrets. */
    static Said store(StoreException error, Context context) {
        Optional<StoreFailure> explained =
                context.lastConnection().map((Connection connection) -> connection.explain(error));
        return explained
                .map(failure ->
                        new Said(exit(failure.reason()), context.secrets().scrub(failure.sentence())))
                .orElseGet(() -> new Said(ExitCode.UNEXPECTED, context.secrets().scrub(text(error))));
    }

    private static ExitCode exit(Reason reason) {
        return switch (reason) {
            case UNREACHABLE -> ExitCode.UNREACHABLE;
            case TIMED_OUT -> ExitCode.TRY_LATER;
            case DENIED -> ExitCode.DENIED;
            case CONFIGURATION -> ExitCode.CONFIGURATION;
            case UNEXPECTED -> ExitCode.UNEXPECTED;
        };
    }

    /** What picocli could not place. It reports a missing parameter first, though a misspelt option may be the reason. */
    private static Optional<List<String>> unmatched(ParameterException error) {
        if (error instanceof UnmatchedArgumentException unmatched) {
            return Optional.of(unmatched.getUnmatched());
        }
        List<String> left = error.getCommandLine().getUnmatchedArguments();
        return error instanceof MissingParameterException && !left.isEmpty() ? Optional.of(left) : Optional.empty();
    }

    private String unmatched(List<String> words, CommandLine line) {
        String word = words.get(0);
        String command = line.getCommandSpec().qualifiedName();
        if (word.length() > 1 && word.startsWith("-")) {
            return option(words, line);
        }
        Object user = line.getCommandSpec().userObject();
        if (user instanceof RootCommand) {
            return "there is no command '" + word + "'" + Suggestions.meant(new CommandsMeant(tree.verbs()).by(word));
        }
        if (user instanceof FamilyCommand) {
            List<String> near = Suggestions.near(word, tree.namesBelow(line.getCommandName()));
            return command + " has no command '" + word + "'"
                    + Suggestions.meant(near.stream()
                            .map(name -> line.getCommandName() + " " + name)
                            .toList());
        }
        return "there is one argument too many: '" + word + "'";
    }

    private String option(List<String> words, CommandLine line) {
        String word = words.get(0);
        String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
        if (line.getCommandSpec().userObject() instanceof RootCommand) {
            return "there is no option " + name + " before the command; options follow it: claimctl "
                    + new CommandsMeant(tree.verbs()).nameIn(words).orElse("COMMAND") + " " + name;
        }
        return "there is no option " + name + Suggestions.meant(options(name, line.getCommandSpec()));
    }

    /** The options that are spelt like it, or else those that have it as their value: {@code -o json} for {@code --json}. */
    private static List<String> options(String name, CommandSpec command) {
        List<String> near = Suggestions.near(name, command.optionsMap().keySet());
        String bare = name.replaceFirst("^--?", "");
        return !near.isEmpty()
                ? near
                : command.options().stream()
                        .filter(option -> option.completionCandidates() != null)
                        .filter(option -> StreamSupport.stream(
                                        option.completionCandidates().spliterator(), false)
                                .anyMatch(bare::equals))
                        .map(option -> option.shortestName() + " " + bare)
                        .limit(1)
                        .toList();
    }

    private static String text(Throwable error) {
        String message = error.getMessage();
        String name = error.getClass().getSimpleName();
        return message == null || message.isBlank() ? name : message;
    }

    private void say(String sentence) {
        new Prose(context.streams(), false, false).error(context.secrets().scrub(sentence));
    }
}
