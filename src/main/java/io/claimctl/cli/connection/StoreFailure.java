package io.claimctl.cli.connection;

/**
 * Why the store failed, for people.
 *
 * @param reason what kind of failure decides the exit code
 * @param sentence which host or command, and why; may hold words of the server, so it is scrubbed before it is shown
 */
public record StoreFailure(Reason reason, String sentence) {

    /** What failed. */
    public enum Reason {
        /** No server answered. */
        UNREACHABLE,
        /** A server was there, and did not answer in time. */
        TIMED_OUT,
        /** Credentials or privileges. */
        DENIED,
        /** The collection or the server is set up so that it cannot work. */
        CONFIGURATION,
        /** Anything else. */
        UNEXPECTED
    }
}
