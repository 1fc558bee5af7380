package io.claimctl.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The one command model: what is run, and what help, completions and manual pages are made from. */
public final class CommandTree {

    private CommandTree() {}

    /** Every command there is, with its options. */
    public static CommandLine whole() {
        return new CommandLine(new Root());
    }

    @Command(
            name = "claimctl",
            description = "Inspects, takes, renews, completes and sweeps worker claims kept in MongoDB.",
            version = "claimctl 0.1.0",
            mixinStandardHelpOptions = true,
            subcommands = ExitCodesCommand.class)
    static final class Root {}
}
