package io.claimctl.doctor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

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

    /** Why no claim can be taken here at all; empty if nothing is known to be in the way. */
    Optional<Finding> hindrance() {
        return hindrance(findings);
    }

    static Optional<Finding> hindrance(List<Finding> findings) {
        return findings.stream()
                .filter(f -> f.level().asksForAction())
                .filter(f -> switch (f.check()) {
                    case COLLECTION, COLLATION, SHARD_KEY -> true;
                    default -> false;
                })
                .findFirst();
    }

    /** What says that new claims push old ones out, held or not; empty where they do not, or where that is not known. */
    Optional<Finding> displacement() {
        return findings.stream()
                .filter(f -> f.check() == Check.CAPPED && f.level() != Level.OK && f.level() != Level.UNKNOWN)
                .findFirst();
    }

    /** Whether the collection is known to lose old claims by itself. */
    boolean deletesByTime() {
        return findings.stream()
                .anyMatch(f -> f.check() == Check.TTL_INDEX && (f.level() == Level.OK || f.level() == Level.INFO));
    }

    /** What server it is, in words; empty if that is not known, or is a finding of its own. */
    public Optional<String> server() {
        return findings.stream()
                .filter(f -> f.check() == Check.SERVER_VERSION && f.level() == Level.OK)
                .map(Finding::evidence)
                .findFirst();
    }

    /** Whether something is to be done. */
    public boolean asksForAction() {
        return findings.stream().anyMatch(f -> f.level().asksForAction());
    }

    /** The same with other words for what was seen: a server may repeat what nobody is to see. */
    public Examination reworded(UnaryOperator<String> words) {
        return new Examination(
                serverTime,
                collection,
                findings.stream()
                        .map(f -> new Finding(
                                f.check(), f.level(), words.apply(f.evidence()), f.consequence(), f.remedy()))
                        .toList());
    }

    /** The same with more findings. */
    public Examination and(List<Finding> more) {
        List<Finding> all = new ArrayList<>(findings);
        all.addAll(more);
        return new Examination(serverTime, collection, all);
    }
}
