package io.claimctl.doctor;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.ServerTime;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.StoreProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Examines a store. It only reads. */
public final class Doctor {
    private static final List<Topic> TOPICS = List.of(
            new ServerCheck(),
            new ClockCheck(),
            new WriteCheck(),
            new PrivilegeCheck(),
            new CollectionKindCheck(),
            new IndexCheck(),
            new TtlCheck(),
            new CappedCheck(),
            new ValidatorCheck(),
            new BlockedCheck(),
            new DocumentCheck(),
            new ShardKeyCheck());

    private Doctor() {}

    /**
     * Makes every check. One that cannot be made is a finding that says why, and hides no other.
     *
     * @throws StoreException if the server cannot be reached, or refuses the credentials
     */
    public static Examination examine(ClaimStore store, DoctorRequest request) {
        ServerTime time = store.readTime();
        Chart chart = chart(store, request, time);
        return new Examination(time.earliest(), chart.namespace(), examine(chart, TOPICS));
    }

    /**
     * What the user of a store may do.
     *
     * @throws StoreException if the server cannot be reached, or refuses the credentials
     */
    public static Privileges privileges(ClaimStore store) {
        return Privileges.of(chart(store, DoctorRequest.usual(), store.readTime()));
    }

    static List<Topic> topics() {
        return TOPICS;
    }

    private static Chart chart(ClaimStore store, DoctorRequest request, ServerTime time) {
        StoreProbe probe = store.probe();
        return new Chart(request, probe.database(), probe.collection(), new Probing(probe, time));
    }

    static List<Finding> examine(Chart chart, List<Topic> topics) {
        List<Finding> findings = new ArrayList<>();
        for (Topic topic : topics) {
            findings.addAll(examined(topic, chart));
        }
        return together(findings, chart);
    }

    /** What one finding says of another: nothing of a collection that is not there is in order, or can be mended on a view. */
    private static List<Finding> together(List<Finding> findings, Chart chart) {
        Optional<Finding> hindrance = Examination.hindrance(findings).filter(f -> f.check() != Check.SHARD_KEY);
        boolean absent = hindrance.isPresent()
                && chart.listed().isEmpty()
                && chart.answer(Question.COLLECTION).isPresent();
        Optional<Finding> indexes =
                findings.stream().filter(f -> f.check() == Check.INDEXES).findFirst();
        return findings.stream()
                .map(f -> {
                    boolean inside = f.check().inCollection();
                    boolean twice = f.check() == Check.TTL_INDEX
                            && f.remedy() != null
                            && f.remedy().equals(indexes.map(Finding::remedy).orElse(null));
                    if (absent && inside && f.level() == Level.OK) {
                        return Finding.of(f.check(), Level.UNKNOWN, "there is no collection", f.consequence());
                    }
                    if (!absent && inside && hindrance.isPresent() && f.check() != Check.COLLATION) {
                        return f.with(null);
                    }
                    return twice && !absent
                            ? new Finding(
                                    f.check(),
                                    f.level(),
                                    f.evidence(),
                                    f.consequence() + " The line of indexes makes it, too.",
                                    null)
                            : f;
                })
                .toList();
    }

    /** A server may answer in a form that nobody has seen: that is no reason to keep the other findings back. */
    private static List<Finding> examined(Topic topic, Chart chart) {
        try {
            return topic.examine(chart);
        } catch (RuntimeException e) {
            String why = "the server's answer cannot be read: " + e.getClass().getSimpleName() + ": " + e.getMessage();
            return topic.checks().stream()
                    .map(check -> Finding.of(check, Level.UNKNOWN, why, "This was not checked."))
                    .toList();
        }
    }
}
