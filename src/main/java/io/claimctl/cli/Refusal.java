package io.claimctl.cli;

/** A command that ends with a sentence for people and an exit code, before or instead of an outcome. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode exit;

    /**
     * Ends the command.
     *
     * @param exit the code
     * @param sentence what is wrong and the way out, without secrets
     */
    public Refusal(ExitCode exit, String sentence) {
        super(sentence);
        this.exit = exit;
    }

    /** The code to end with. */
    public ExitCode exit() {
        return exit;
    }

    /** The command line is wrong: exit 2. */
    public static Refusal usage(String sentence) {
        return new Refusal(ExitCode.USAGE, sentence);
    }

    /** The configuration is wrong: exit 78. */
    public static Refusal configuration(String sentence) {
        return new Refusal(ExitCode.CONFIGURATION, sentence);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
