package io.claimctl.cli;

/**
 * Every exit code of the program: the only source of {@code claimctl exit-codes}, of the help and of the manual.
 *
 * <p>Codes from 64 on follow {@code sysexits.h}. {@code run} passes the code of the command that it ran.
 */
public enum ExitCode {
    DONE(0, "done", "Done; also a complete or release repeated with the same token.", "Nothing."),
    UNEXPECTED(1, "unexpected", "Something failed that has no code of its own.", "Read the message; -v shows more."),
    USAGE(2, "usage", "The command line is wrong; nothing was done.", "Correct it; --help shows how."),
    HELD(3, "held", "Somebody else holds the claim.", "Try again when the lease that is shown ends, or skip the work."),
    LOST(
            4,
            "lost",
            "The claim is not the one named any more: fenced, expired, changed, reset.",
            "Stop the work; inspect ID shows what the claim is now."),
    NOT_FOUND(
            5,
            "not-found",
            "There is no such claim, or no longer, or no payload in it.",
            "Check ID, --db and --collection."),
    PARTIAL(
            6,
            "partial",
            "Done in part: errors, outcomes that cannot be known, or an early stop.",
            "The report says what became of each; the command can be repeated."),
    REFUSED(
            7,
            "refused",
            "Refused by a guard, not confirmed, malformed, or kept for recovery.",
            "Read the message; it names the option that would allow it."),
    ALREADY_COMPLETED(8, "already-completed", "The work of this claim is done.", "Skip the work."),
    FINDINGS(9, "findings", "doctor found something.", "Read the findings."),
    UNREACHABLE(
            69,
            "unreachable",
            "No server answered; nothing was sent.",
            "Check the connection string, the network and TLS."),
    UNKNOWN(
            74,
            "unknown",
            "A write was sent and no reply came: it may have been applied or not.",
            "Run the command that is printed; it settles the outcome."),
    TRY_LATER(
            75,
            "try-later",
            "It could not be done now: busy, contended, or no answer in time.",
            "Run it again, perhaps with a longer --timeout."),
    DENIED(
            77,
            "denied",
            "The credentials were refused, or a privilege is missing.",
            "Check the credentials, or ask for the action that is named."),
    CONFIGURATION(
            78,
            "configuration",
            "The configuration of claimctl, or of the collection, does not allow it.",
            "Correct what is named."),
    LEASE_LOST(
            79,
            "lease-lost",
            "run lost its claim, or could not keep its lease.",
            "Look at what the command left behind before it runs again."),
    NOT_EXECUTABLE(
            126, "not-executable", "The command of run or recover cannot be executed.", "Check its permissions."),
    NO_SUCH_COMMAND(
            127, "no-such-command", "The command of run or recover was not found.", "Check its name and the PATH."),
    SIGNALLED(128, "signalled", "Ended by signal n, or with 141 by a reader that closed the pipe.", "Nothing.");

    private final int code;
    private final String word;
    private final String meaning;
    private final String remedy;

    ExitCode(int code, String word, String meaning, String remedy) {
        this.code = code;
        this.word = word;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    /** What the process ends with; for {@link #SIGNALLED} the number to which the signal's is added. */
    public int code() {
        return code;
    }

    /** The code of a process that a signal ended. */
    public static int signal(int number) {
        return SIGNALLED.code + number;
    }

    /** The number as it is printed. */
    public String label() {
        return this == SIGNALLED ? code + "+n" : Integer.toString(code);
    }

    /** The name for people and scripts: lower case, hyphens. */
    public String word() {
        return word;
    }

    /** What has happened: one sentence. */
    public String meaning() {
        return meaning;
    }

    /** What to do about it: one sentence. */
    public String remedy() {
        return remedy;
    }
}
