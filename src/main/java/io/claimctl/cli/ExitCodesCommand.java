package io.claimctl.cli;

import io.claimctl.view.CheckState;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Shows the exit codes. */
@Command(
        footer = {
            "  claimctl exit-codes",
            "  claimctl acquire order-1003 --ttl 5m || claimctl exit-codes | grep \"^$? \"",
        })
final class ExitCodesCommand implements Callable<Integer> {
    private final Streams streams;

    ExitCodesCommand(Context context) {
        this.streams = context.streams();
    }

    @Override
    public Integer call() {
        PrintStream out = streams.out();
        for (ExitCode exit : ExitCode.values()) {
            out.printf("%-6s %-18s %s%n", exit.label(), exit.word(), exit.meaning());
            out.printf("%-6s %-18s -> %s%n", "", "", exit.remedy());
        }
        out.println();
        out.println("check alone has those of monitoring plugins: "
                + Arrays.stream(CheckState.values())
                        .map(state -> state.code() + " " + state)
                        .collect(Collectors.joining(", ")));
        return ExitCode.DONE.code();
    }
}
