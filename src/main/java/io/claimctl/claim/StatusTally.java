package io.claimctl.claim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonValue;

/** Adds up counts by status. Every word is one count; all wrong ones of a type are one. */
final class StatusTally {
    static final List<String> KNOWN =
            Arrays.stream(Status.values()).map(Status::stored).toList();
    private static final Comparator<String> KNOWN_FIRST =
            Comparator.comparing(StatusTally::place).thenComparing(Comparator.naturalOrder());

    private final Map<String, Long> words = new TreeMap<>(KNOWN_FIRST);
    private final Map<String, Long> wrong = new TreeMap<>();
    private long without;

    /** @param shown those that are named even where there is none */
    StatusTally(Collection<String> shown) {
        shown.forEach(status -> words.put(status, 0L));
    }

    void add(BsonValue status, long count) {
        if (status.isNull()) {
            without += count;
        } else if (status.isString()) {
            words.merge(status.asString().getValue(), count, Long::sum);
        } else {
            wrong.merge(Documents.noString(Fields.STATUS, status).problem(), count, Long::sum);
        }
    }

    List<StatusCount> counts() {
        List<StatusCount> counts = new ArrayList<>();
        words.forEach((status, count) -> counts.add(new StatusCount(status, null, count)));
        if (without > 0) {
            counts.add(new StatusCount(null, null, without));
        }
        wrong.forEach((problem, count) -> counts.add(new StatusCount(null, new Defect(Fields.STATUS, problem), count)));
        return counts;
    }

    private static int place(String status) {
        return KNOWN.contains(status) ? KNOWN.indexOf(status) : KNOWN.size();
    }
}
