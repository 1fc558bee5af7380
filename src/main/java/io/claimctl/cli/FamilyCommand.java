package io.claimctl.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The first word of a family of commands, as in {@code stale list}: shows which there are. */
@Command
final class FamilyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private HelpOption help;

    @Override
    public Integer call() {
        return HelpStyle.missingCommand(spec);
    }
}
