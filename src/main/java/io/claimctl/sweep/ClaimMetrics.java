package io.claimctl.sweep;

import io.claimctl.claim.ClaimGauges;
import io.claimctl.claim.StaleGauges;
import io.claimctl.claim.Status;
import io.claimctl.claim.StatusCount;

/** The gauges of a collection as Prometheus reads them. */
public final class ClaimMetrics {
    private ClaimMetrics() {}

    /**
     * The text. Statuses that workers do not write, wrong ones and none are one value of the label, {@code other}, so that
     * strange documents do not make ever more series. There is no sample of what is not known or not there: the oldest stale
     * claim where none is stale, the size of the payloads where the server cannot sum it.
     *
     * @param namespace database and collection, as in {@code shop._message_state}
     */
    public static String text(String namespace, ClaimGauges gauges) {
        PrometheusText text = new PrometheusText(namespace);
        statuses(gauges, text);
        StaleGauges stale = gauges.stale();
        text.gauge("claimctl_claims_live", "Processing claims whose lease runs.")
                .sample(stale.live());
        text.gauge("claimctl_claims_expired", "Processing claims whose lease has ended.")
                .sample(stale.expired());
        text.gauge("claimctl_claims_stale", "Processing claims without a transition for longer than stale_after.")
                .sample(stale.stale());
        text.gauge("claimctl_claims_stale_live", "Stale claims whose lease runs.")
                .sample(stale.staleLive());
        text.gauge("claimctl_claims_stale_after_seconds", "What --older-than was.")
                .seconds(stale.olderThan());
        PrometheusText.Family oldest = text.gauge(
                "claimctl_claims_oldest_stale_age_seconds",
                "Time since the last transition of the oldest stale claim.");
        stale.oldestAge().ifPresent(oldest::seconds);
        text.gauge("claimctl_claims_payloads", "Claims that hold a payload.").sample(gauges.payloads());
        PrometheusText.Family bytes = text.gauge("claimctl_claims_payload_bytes", "Size of all payloads together.");
        if (gauges.payloadBytes() != null) {
            bytes.sample(gauges.payloadBytes());
        }
        text.gauge("claimctl_claims_as_of_timestamp_seconds", "Server time at which the claims were counted.")
                .time(stale.asOf());
        return text.text();
    }

    private static void statuses(ClaimGauges gauges, PrometheusText text) {
        PrometheusText.Family claims = text.gauge("claimctl_claims", "Claims by status.");
        long other = 0;
        for (StatusCount count : gauges.statuses()) {
            if (count.status() != null && Status.of(count.status()).isPresent()) {
                claims.sample("status", count.status(), count.count());
            } else {
                other += count.count();
            }
        }
        claims.sample("status", "other", other);
    }
}
