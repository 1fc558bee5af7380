package io.claimctl;

import io.claimctl.cli.CommandTree;

/** The process entry. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.exit(CommandTree.whole().execute(args));
    }
}
