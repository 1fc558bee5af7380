package io.claimctl.view;

/** What a check finds, by the convention of monitoring plugins: its number is the exit code. */
public enum CheckState {
    /** Nothing beyond a threshold. */
    OK(0, "No threshold is passed."),
    /** Worth a look. */
    WARNING(1, "More stale claims than --warn allows."),
    /** Worth an alarm. */
    CRITICAL(2, "More stale claims than --crit allows, or an older one than --oldest."),
    /** The check could not be made. */
    UNKNOWN(3, "It could not be checked, whatever the reason: the command line, the configuration, the server.");

    private final int code;
    private final String meaning;

    CheckState(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    /** What the process ends with. */
    public int code() {
        return code;
    }

    /** What has been found: one sentence. */
    public String meaning() {
        return meaning;
    }
}
