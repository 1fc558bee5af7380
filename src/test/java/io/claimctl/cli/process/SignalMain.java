package io.claimctl.cli.process;

/** A process that prints each signal it is sent, until its standard input ends. */
final class SignalMain {
    private SignalMain() {}

    public static void main(String[] args) throws Exception {
        Signals signals = Signals.ofThisProcess();
        signals.listen(caught -> System.out.println(caught.name() + " " + caught.number()));
        System.out.println("ready, from a terminal: " + signals.fromTerminal());
        System.in.transferTo(java.io.OutputStream.nullOutputStream());
    }
}
