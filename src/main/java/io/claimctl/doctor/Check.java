package io.claimctl.doctor;

/** What the doctor looks at. The lower-case name stands in the findings. */
public enum Check {
    /** Whether the server is as new as the protocol needs. */
    SERVER_VERSION,
    /** Standalone, replica set, sharded, or another server that speaks MongoDB's protocol. */
    SERVER_KIND,
    /** How far this host's clock is from the server's. */
    HOST_CLOCK,
    /** How far the clocks of the members are apart. */
    MEMBER_CLOCKS,
    /** Claims that changed at a time that is still to come: a worker's clock is ahead. */
    FUTURE_CLAIMS,
    /** Whether drivers may repeat a write on their own. */
    RETRYABLE_WRITES,
    /** What writes wait for that name no write concern. */
    WRITE_CONCERN,
    /** Whether a majority of the members can confirm a write. */
    MAJORITY,
    /** What this user may do. */
    PRIVILEGES,
    /** Whether the collection is there, and one. */
    COLLECTION,
    /** Whether two ids may be one claim. */
    COLLATION,
    /** The indexes that claims want. */
    INDEXES,
    /** The index by which the server deletes claims. */
    TTL_INDEX,
    /** Whether the server deletes what is due. */
    TTL_LAG,
    /** Whether claims are still there when a sweep would find them. */
    SWEEP_WINDOW,
    /** Whether the collection is capped, and how full. */
    CAPPED,
    /** Whether the server's validation would refuse claims. */
    VALIDATOR,
    /** Documents with a wrong type in a known field. */
    MALFORMED,
    /** Claims that nobody can ever acquire. */
    STUCK,
    /** Completions whose memory has lapsed. */
    COMPLETED_EXPIRED,
    /** Claims with a fence of ours that workers without one have taken since. */
    OTHER_WORKERS,
    /** By what the collection is sharded. */
    SHARD_KEY,
    /** In a proof: whether one acquirer wins. */
    ONE_WINNER,
    /** In a proof: whether one conditional change wins. */
    COMPARE_AND_SET,
    /** In a proof: whether what it wrote is gone again. */
    SCRATCH;

    /** Whether it looks at what is in the collection, or belongs to it. */
    boolean inCollection() {
        return switch (this) {
            case FUTURE_CLAIMS,
                    COLLATION,
                    INDEXES,
                    TTL_INDEX,
                    TTL_LAG,
                    SWEEP_WINDOW,
                    CAPPED,
                    VALIDATOR,
                    MALFORMED,
                    STUCK,
                    COMPLETED_EXPIRED,
                    OTHER_WORKERS -> true;
            default -> false;
        };
    }

    /** Whether only a proof looks at it. */
    public boolean ofProof() {
        return this == ONE_WINNER || this == COMPARE_AND_SET || this == SCRATCH;
    }
}
