package io.claimctl.view;

/**
 * What a command would do to a claim as it is now.
 *
 * @param command the exact command line
 * @param effect what it would do, as a predicate ("is refused: …")
 */
record NextStep(String command, String effect) {

    Facts facts() {
        return new Facts().text(Field.COMMAND, command).text(Field.EFFECT, effect);
    }

    private enum Field {
        COMMAND,
        EFFECT
    }
}
