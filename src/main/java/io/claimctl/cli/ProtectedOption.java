package io.claimctl.cli;

import picocli.CommandLine.Option;

/** The consent to a change where a profile is protected. A command that changes anything has it. */
@OptionGroup(OptionGroup.GUARDS)
final class ProtectedOption {
    @Option(
            names = "--yes-protected",
            description = "Do not ask for the name of a profile that is protected; --yes does not suffice for that.")
    private boolean yes;

    boolean yes() {
        return yes;
    }
}
