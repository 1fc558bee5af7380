package io.claimctl.view;

/** What machine formats say of an event beside the claim as it is now, in this order; in lower case these are the names. */
enum EventField {
    /** By the server's clock, just before it was seen. */
    TIME,
    EVENT,
    /** The token of who did it, or the id of the reset. */
    BY,
    /** The token of who held the claim until then, where it is another. */
    FROM,
    REASON,
    /** Of a deletion: whether TTL may have done it. */
    TTL_POSSIBLE,
    /** What was seen of the claim before. */
    BEFORE
}
