package io.claimctl.view;

/** The names of claims in numbers; in JSON in lower case. */
enum StatsField {
    SERVER_TIME,
    TOTAL,
    SAMPLED,
    OF_ABOUT,
    ESTIMATED_TOTAL,
    STATUSES,
    LEASES,
    LIVE,
    EXPIRED,
    NONE,
    AGES,
    AGE,
    LEASE_ENDS,
    END,
    PAYLOADS,
    PAYLOAD_BYTES,
    LARGEST_PAYLOAD,
    WORKERS,
    OTHER_WORKERS,
    WITHOUT_WORKER,
    INSTANCES,
    OTHER_INSTANCES,
    WITHOUT_INSTANCE,
    EVENTS,
    OTHER_EVENTS,
    WITHOUT_EVENT,
    KIND,
    NAME,
    COUNT
}
