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
     * @throws IllegalArgumentException if the instance is blank, longer than 200 characters, or holds control characters
     */
    static Tokens random(String instance) {
        if (instance.isBlank() || instance.length() > 200 || instance.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("an instance name has 1 to 200 characters, none of them a control"
                    + " character, and is not blank");
        }
        SecureRandom random = new SecureRandom();
        return () -> new Token(instance + ":" + hex(random));
    }

    /** Tokens {@code recover:} + 24 hex digits, by which a recovery knows the claims that another has taken over. */
    static Tokens recovery() {
        return random(Fields.RECOVERY);
    }

    private static String hex(SecureRandom random) {
        byte[] bytes = new byte[12];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
