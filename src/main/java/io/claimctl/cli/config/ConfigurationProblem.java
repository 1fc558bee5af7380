package io.claimctl.cli.config;

/** Why a text is no configuration. The message says what is wrong and the way out, and repeats no value. */
public final class ConfigurationProblem extends Exception {
    private static final long serialVersionUID = 1L;
    private final int line;

    ConfigurationProblem(int line, String message) {
        super(message);
        this.line = line;
    }

    /** Where, from 1; 0 if that is not known. */
    public int line() {
        return line;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
