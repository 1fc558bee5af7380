package io.claimctl.cli;

/** A message was not published; the message of this is why, for people. */
final class NotPublished extends Exception {
    private static final long serialVersionUID = 1L;

    NotPublished(String why) {
        super(why);
    }
}
