package io.claimctl.cli;

import picocli.CommandLine.Command;

/** Shows the exit codes. */
@Command(name = "exit-codes", description = "Shows the exit codes.", mixinStandardHelpOptions = true)
final class ExitCodesCommand implements Runnable {

    @Override
    public void run() {}
}
