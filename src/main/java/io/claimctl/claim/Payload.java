package io.claimctl.claim;

/**
 * A stored message: its size, without its bytes, which are read only when asked for.
 *
 * @param size in bytes
 */
public record Payload(int size) {}
