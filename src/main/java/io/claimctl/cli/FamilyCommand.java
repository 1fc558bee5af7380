package io.claimctl.cli;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The first word of a family of commands, as in {@code stale list}: shows which there are. */
@Command
final class FamilyCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        return HelpStyle.missingCommand(requireNonNull(spec));
    }
}
