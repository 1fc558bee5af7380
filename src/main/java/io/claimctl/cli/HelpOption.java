package io.claimctl.cli;

import picocli.CommandLine.Option;

/** What every command has. */
final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    boolean asked;
}
