package io.claimctl.cli;

import io.claimctl.cli.process.Echo;
import io.claimctl.cli.process.Signals;
import io.claimctl.cli.process.Stdio;

/**
 * What a command that runs another one, or asks for a secret, needs of the process that it is.
 *
 * @param signals that are sent to it
 * @param stdio what a child process inherits
 * @param echo looks at the terminal that is typed on
 */
public record Host(Signals signals, Stdio stdio, Echo.Source echo) {
    /** No signals, and streams that lead nowhere. */
    public static final Host NONE = new Host(Signals.NONE, Stdio.NOTHING);

    /** A process without a terminal. */
    public Host(Signals signals, Stdio stdio) {
        this(signals, stdio, () -> Echo.NONE);
    }
}
