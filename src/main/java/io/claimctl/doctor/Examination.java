package io.claimctl.doctor;

import java.time.Instant;
import java.util.List;

/**
 * What the doctor found.
 *
 * @param serverTime the server's clock as it began
 * @param collection database and collection, as in {@code shop._message_state}
 * @param findings in the order of the checks
 */
public record Examination(Instant serverTime, String collection, List<Finding> findings) {

    /** Copies the findings, so that it is a value. */
    public Examination {
        findings = List.copyOf(findings);
    }

    /** How many findings have this level. */
    public long count(Level level) {
        return findings.stream().filter(f -> f.level() == level).count();
    }

    /** Whether something is to be done. */
    public boolean asksForAction() {
        return findings.stream().anyMatch(f -> f.level().asksForAction());
    }

    /** The same with more findings. */
    public Examination and(List<Finding> more) {
        List<Finding> all = new java.util.ArrayList<>(findings);
        all.addAll(more);
        return new Examination(serverTime, collection, all);
    }
}
