package io.claimctl.cli;

import io.claimctl.view.CheckState;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows the exit codes. */
@Command(
        footer = {
            "  claimctl exit-codes",
            "  claimctl exit-codes 74",
            "  claimctl acquire order-1003 --ttl 5m || claimctl exit-codes $?",
        })
final class ExitCodesCommand implements Callable<Integer> {
    private static final int LAST_SIGNAL = 64;

    @Parameters(
            arity = "0..1",
            paramLabel = "CODE",
            description = "Only this one: a number, as in $?, or a word such as held.")
    private @Nullable String code;

    private final Streams streams;

    ExitCodesCommand(Context context) {
        this.streams = context.streams();
    }

    @Override
    public Integer call() {
        PrintStream out = streams.out();
        for (ExitCode exit : code == null ? List.of(ExitCode.values()) : List.of(named(code))) {
            out.printf("%-5s %s%n", exit.label(), exit.word());
            out.printf("      %s%n", exit.meaning());
            out.printf("      -> %s%n", exit.remedy());
        }
        if (code == null) {
            out.println();
            out.println("check alone has those of monitoring plugins:");
            out.println(Arrays.stream(CheckState.values())
                    .map(state -> state.code() + " " + state)
                    .collect(Collectors.joining(", ", "      ", "")));
        }
        return ExitCode.DONE.code();
    }

    private static ExitCode named(String code) {
        return Arrays.stream(ExitCode.values())
                .filter(exit -> code.equals(exit.label())
                        || code.equals(exit.word())
                        || (exit == ExitCode.SIGNALLED && isSignal(code)))
                .findFirst()
                .orElseThrow(() -> Refusal.usage("claimctl has no exit code '" + code
                        + "': it may be that of a command that run or recover has started, or a check's"));
    }

    private static boolean isSignal(String code) {
        return code.matches("[0-9]{3}")
                && Integer.parseInt(code) > ExitCode.signal(0)
                && Integer.parseInt(code) <= ExitCode.signal(LAST_SIGNAL);
    }
}
