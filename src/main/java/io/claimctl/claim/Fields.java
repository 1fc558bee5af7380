package io.claimctl.claim;

/** The names of a claim's fields and the values of its status, as they stand in the documents. */
final class Fields {
    static final String ID = "_id";
    static final String STATUS = "status";
    static final String WORKER_ID = "worker_id";
    static final String EXPIRES_AT = "expires_at";
    static final String CREATED_AT = "created_at";
    static final String UPDATED_AT = "updated_at";
    static final String PAYLOAD = "payload";
    static final String METADATA = "metadata";
    static final String EVENT_NAME = "event_name";

    // Ours; the workers written in Go ignore unknown fields.
    static final String FENCE = "fence";
    static final String FENCE_WORKER = "fence_worker";
    static final String RESET_BY = "reset_by";
    static final String RESET_AT = "reset_at";
    static final String RESET_REASON = "reset_reason";
    static final String KEPT_AT = "kept_at";

    /** The instance in the tokens of recoveries. */
    static final String RECOVERY = "recover";

    private Fields() {}
}
