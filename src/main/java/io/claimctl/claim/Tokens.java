package io.claimctl.claim;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Draws the tokens of acquisitions. Thread-safe. */
@FunctionalInterface
public interface Tokens {

    /** A token that nobody has had before. */
    Token next();

    /** Tokens of 12 random bytes as 24 hex digits. */
    static Tokens random() {
        SecureRandom random = new SecureRandom();
        return () -> new Token(hex(random));
    }

    /**
     * Tokens {@code instance:} + 24 hex digits, so that operators see which instance holds a claim.
     *
     * @throws IllegalArgumentException if the instance is blank, longer than 200 characters, holds control characters, or is
     *     {@code recover}, which {@link #recovery} uses
     */
    static Tokens random(String instance) {
        if (instance.isBlank() || instance.length() > 200 || instance.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("an instance name has 1 to 200 characters, none of them a control"
                    + " character, and is not blank");
        }
        if (instance.equals(Fields.RECOVERY) || instance.startsWith(Fields.RECOVERY + ":")) {
            throw new IllegalArgumentException("an instance must not be named " + Fields.RECOVERY
                    + ": others would take its claims for those that a recovery has left");
        }
        return of(instance);
    }

    private static Tokens of(String instance) {
        SecureRandom random = new SecureRandom();
        return () -> new Token(instance + ":" + hex(random));
    }

    /** Tokens {@code recover:} + 24 hex digits, by which a recovery knows the claims that another has taken over. */
    static Tokens recovery() {
        return of(Fields.RECOVERY);
    }

    private static String hex(SecureRandom random) {
        byte[] bytes = new byte[12];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
