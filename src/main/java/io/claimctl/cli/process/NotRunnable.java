package io.claimctl.cli.process;

/** A command that cannot be run; the message is a sentence for people. */
public final class NotRunnable extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean found;

    NotRunnable(boolean found, String sentence) {
        super(sentence);
        this.found = found;
    }

    /** Whether there is such a file (a shell would end with 126), or none (127). */
    public boolean found() {
        return found;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
