package io.claimctl.cli;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The program without a command: shows what there is. */
@Command(
        name = "claimctl",
        description = "Inspects, takes, completes, resets and sweeps worker claims kept in MongoDB.",
        customSynopsis = "claimctl [-hV] COMMAND [OPTIONS] [ARGUMENTS]",
        footer = {
            "  claimctl inspect order-1001",
            "  claimctl claims list --older-than 1h",
            "  claimctl exit-codes",
            "",
            "Options follow the command. Every command has a --help of its own."
        })
final class RootCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version and exit.")
    boolean version;

    @Override
    public Integer call() {
        return HelpStyle.missingCommand(requireNonNull(spec));
    }
}
