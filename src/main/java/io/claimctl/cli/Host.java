package io.claimctl.cli;

import io.claimctl.cli.process.Signals;
import io.claimctl.cli.process.Stdio;

/**
 * What a command that runs another one needs of the process that it is.
 *
 * @param signals that are sent to it
 * @param stdio what a child process inherits
 */
public record Host(Signals signals, Stdio stdio) {
    /** No signals, and streams that lead nowhere. */
    public static final Host NONE = new Host(Signals.NONE, Stdio.NOTHING);
}
