package io.claimctl.cli;

/** Options that the environment or a profile completes, once they are parsed and before the command runs. */
interface DefaultedOptions {

    /**
     * Takes what was not given.
     *
     * @param command the class of the command
     * @throws Refusal with 78 for a value that cannot be used
     */
    void complete(StoreDefaults defaults, Class<?> command);
}
