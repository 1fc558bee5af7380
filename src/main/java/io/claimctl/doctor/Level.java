package io.claimctl.doctor;

/** How grave a finding is, the least first. */
public enum Level {
    /** As it should be. */
    OK,
    /** Worth knowing. */
    INFO,
    /** The server, or the user's role, cannot answer. */
    UNKNOWN,
    /** Something does not work as it should, or will not at the next failure. */
    WARNING,
    /** Claims are not safe, or cannot be kept here. */
    ERROR;

    /** Whether something is to be done about it. */
    public boolean asksForAction() {
        return this == WARNING || this == ERROR;
    }
}
