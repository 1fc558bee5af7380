package io.claimctl.cli;

import picocli.CommandLine.ArgGroup;

/** How a command shows a result that has no claim ids. */
final class PlainOutputOptions extends OutputOptions {
    @ArgGroup(validate = false, heading = "%nOutput:%n", order = 90)
    private Given given = new Given();

    @Override
    Given given() {
        return given;
    }
}
