package io.claimctl.view;

import io.claimctl.claim.ClaimGauges;
import io.claimctl.claim.StaleGauges;

/** The names of gauges and of what a check makes of them; in JSON in lower case. */
enum GaugeField {
    STATE,
    MESSAGE,
    COLLECTION,
    SERVER_TIME,
    OLDER_THAN_MS,
    PROCESSING,
    LIVE,
    EXPIRED,
    STALE,
    STALE_LIVE,
    OLDEST_AT,
    OLDEST_AGE_MS,
    THRESHOLDS,
    WARN,
    CRIT,
    OLDEST_MS,
    COUNTS,
    PAYLOADS,
    PAYLOAD_BYTES;

    static Facts facts(StaleGauges gauges) {
        return new Facts()
                .time(SERVER_TIME, gauges.asOf())
                .number(OLDER_THAN_MS, gauges.olderThan().toMillis())
                .number(PROCESSING, gauges.processing())
                .number(LIVE, gauges.live())
                .number(EXPIRED, gauges.expired())
                .number(STALE, gauges.stale())
                .number(STALE_LIVE, gauges.staleLive())
                .time(OLDEST_AT, gauges.oldest())
                .number(OLDEST_AGE_MS, gauges.oldest() == null ? null : Times.millis(gauges.oldest(), gauges.asOf()));
    }

    static Facts facts(String collection, ClaimGauges gauges) {
        return new Facts()
                .text(COLLECTION, collection)
                .and(facts(gauges.stale()))
                .records(COUNTS, gauges.statuses().stream().map(CountFacts::of).toList())
                .number(PAYLOADS, gauges.payloads())
                .number(PAYLOAD_BYTES, gauges.payloadBytes());
    }
}
