package io.claimctl.claim;

/**
 * A stored message: its size, without its bytes, which are read only when asked for.
 *
 * @param size in bytes
 */
public record Payload(int size) {
    /** The longest message that any claim has room for: a document has 16 MiB, and the rest is for its other fields. */
    public static final int LONGEST = (16 << 20) - (16 << 10);
}
