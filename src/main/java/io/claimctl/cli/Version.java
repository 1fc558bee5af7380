package io.claimctl.cli;

/** The version of the program, which a test holds equal to that of {@code pom.xml}. */
public final class Version {
    /** As in {@code claimctl 0.1.0}. */
    public static final String NUMBER = "0.1.0";

    private Version() {}
}
