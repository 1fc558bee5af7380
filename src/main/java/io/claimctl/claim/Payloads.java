package io.claimctl.claim;

/** What a reset or a sweep does with claims that hold a payload, which is the message itself. */
public enum Payloads {
    /** Leave them alone; recovery frees them. */
    SKIP,
    /** Release them like the others: TTL then deletes the message within about a minute. */
    INCLUDE
}
