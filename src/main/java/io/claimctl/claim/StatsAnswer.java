package io.claimctl.claim;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.jspecify.annotations.Nullable;

/** Reads what the stages of a {@link StatsPipeline} have come to. */
final class StatsAnswer {
    private final BsonDocument answer;
    private final StatsQuery query;
    private final boolean sized;
    private final Map<AgeBand, Long> ages = new EnumMap<>(AgeBand.class);
    private final Map<LeaseBand, Long> leases = new EnumMap<>(LeaseBand.class);
    private long total;

    /** @param answer empty where the server has no answer for a collection that is not there */
    StatsAnswer(BsonDocument answer, StatsQuery query, boolean sized) {
        this.answer = answer;
        this.query = query;
        this.sized = sized;
    }

    ClaimStats stats(Instant now, @Nullable Sampling sampling) {
        for (BsonDocument group : rows(StatsPipeline.GROUPS)) {
            addBands(group);
        }
        return new ClaimStats(
                now,
                sampling,
                statuses(),
                ages,
                leases,
                payloads(),
                names(StatsPipeline.WORKERS, StatsPipeline.NO_WORKER),
                names(StatsPipeline.INSTANCES, StatsPipeline.NO_INSTANCE),
                names(StatsPipeline.EVENTS, StatsPipeline.NO_EVENT));
    }

    private void addBands(BsonDocument group) {
        long count = number(group, StatsPipeline.COUNT);
        BsonDocument by = group.getDocument(Fields.ID);
        total += count;
        ages.merge(AgeBand.valueOf(by.getString(StatsPipeline.AGE).getValue()), count, Long::sum);
        if (by.isString(StatsPipeline.LEASE)) {
            leases.merge(LeaseBand.valueOf(by.getString(StatsPipeline.LEASE).getValue()), count, Long::sum);
        }
    }

    private List<StatusCount> statuses() {
        StatusTally tally =
                new StatusTally(query.which().statuses.isEmpty() ? StatusTally.KNOWN : query.which().statuses);
        long named = 0;
        for (BsonDocument row : rows(StatsPipeline.STATUSES)) {
            long count = number(row, StatsPipeline.COUNT);
            named += count;
            tally.add(row.get(StatsPipeline.NAME, BsonNull.VALUE), count);
        }
        List<StatusCount> counts = new ArrayList<>(tally.counts());
        if (named < total) {
            String problem = "is not among the " + StatsPipeline.MOST_STATUSES + " commonest";
            counts.add(new StatusCount(null, new Defect(Fields.STATUS, problem), total - named));
        }
        return counts;
    }

    private PayloadStats payloads() {
        if (!sized) {
            return new PayloadStats(sum(StatsPipeline.PAYLOADS, StatsPipeline.COUNT), null, null);
        }
        long largest = rows(StatsPipeline.GROUPS).stream()
                .mapToLong(group -> number(group, StatsPipeline.LARGEST))
                .max()
                .orElse(0);
        return new PayloadStats(
                sum(StatsPipeline.GROUPS, StatsPipeline.PAYLOADS),
                sum(StatsPipeline.GROUPS, StatsPipeline.BYTES),
                largest);
    }

    private TopNames names(String grouping, String without) {
        List<NameCount> names = new ArrayList<>();
        for (BsonDocument row : rows(grouping)) {
            names.add(new NameCount(row.getString(StatsPipeline.NAME).getValue(), number(row, StatsPipeline.COUNT)));
        }
        long none = sum(StatsPipeline.GROUPS, without);
        return new TopNames(names, total - none - sum(grouping, StatsPipeline.COUNT), none);
    }

    private long sum(String grouping, String name) {
        return rows(grouping).stream().mapToLong(row -> number(row, name)).sum();
    }

    private List<BsonDocument> rows(String grouping) {
        List<BsonDocument> rows = new ArrayList<>();
        answer.getArray(grouping, new BsonArray()).forEach(row -> rows.add(row.asDocument()));
        return rows;
    }

    private static long number(BsonDocument row, String name) {
        return row.getNumber(name, new BsonInt32(0)).longValue();
    }
}
