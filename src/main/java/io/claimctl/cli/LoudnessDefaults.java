package io.claimctl.cli;

/** How much a command says whose options do not tell: {@code CLAIMCTL_QUIET} and {@code CLAIMCTL_VERBOSE}. */
record LoudnessDefaults(boolean quiet, int verbosity) {
    static final LoudnessDefaults NONE = new LoudnessDefaults(false, 0);

    private static final int LOUDEST = 2;

    /** @throws Refusal with 78 if one of them is no number that it may be */
    static LoudnessDefaults of(Variables variables) {
        return new LoudnessDefaults(
                variables.number("CLAIMCTL_QUIET", 1) > 0, variables.number("CLAIMCTL_VERBOSE", LOUDEST));
    }
}
