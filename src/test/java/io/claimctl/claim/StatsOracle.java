package io.claimctl.claim;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** What stats must say of documents, worked out here, one by one and without any aggregation. */
record StatsOracle(List<BsonDocument> documents, Instant now) {

    Map<AgeBand, Long> ages() {
        return counted(AgeBand.values(), this::age);
    }

    Map<LeaseBand, Long> leases() {
        return counted(LeaseBand.values(), this::lease);
    }

    private <E> Map<E, Long> counted(E[] all, Function<BsonDocument, @Nullable E> band) {
        Map<E, Long> counts = new HashMap<>();
        for (E one : all) {
            counts.put(
                    one,
                    documents.stream().filter(d -> one.equals(band.apply(d))).count());
        }
        return counts;
    }

    private AgeBand age(BsonDocument document) {
        BsonValue updated = document.get("updated_at");
        if (updated == null || !updated.isDateTime()) {
            return AgeBand.NO_DATE;
        }
        long seconds = Math.floorDiv(
                Math.subtractExact(now.toEpochMilli(), updated.asDateTime().getValue()), 1_000L);
        long[] ends = {60, 300, 900, 3_600, 21_600, 86_400, 604_800};
        for (int i = 0; i < ends.length; i++) {
            if (seconds < ends[i]) {
                return AgeBand.values()[i];
            }
        }
        return AgeBand.OLDER;
    }

    private @Nullable LeaseBand lease(BsonDocument document) {
        BsonValue status = document.get("status");
        if (status == null
                || !status.isString()
                || !status.asString().getValue().equals("processing")) {
            return null;
        }
        BsonValue end = document.get("expires_at");
        if (end == null || !end.isDateTime()) {
            return LeaseBand.NO_DATE;
        }
        long left = Math.subtractExact(end.asDateTime().getValue(), now.toEpochMilli());
        if (left < 0) {
            return left < -3_600_000
                    ? LeaseBand.ENDED_OVER_1H_AGO
                    : left < -600_000
                            ? LeaseBand.ENDED_OVER_10M_AGO
                            : left < -60_000 ? LeaseBand.ENDED_OVER_1M_AGO : LeaseBand.ENDED_UNDER_1M_AGO;
        }
        return left <= 60_000
                ? LeaseBand.WITHIN_1M
                : left <= 600_000 ? LeaseBand.WITHIN_10M : left <= 3_600_000 ? LeaseBand.WITHIN_1H : LeaseBand.LATER;
    }

    TopNames workers(int top) {
        return top(top, d -> string(d, "worker_id"));
    }

    TopNames events(int top) {
        return top(top, d -> string(d, "event_name"));
    }

    TopNames instances(int top) {
        return top(top, d -> {
            String token = string(d, "worker_id");
            int[] points = token == null ? new int[0] : token.codePoints().toArray();
            int colon = points.length - 25;
            return colon < 1 || points.length > 1_000 || points[colon] != ':' ? null : new String(points, 0, colon);
        });
    }

    private TopNames top(int most, Function<BsonDocument, @Nullable String> name) {
        Map<String, Long> counts = documents.stream()
                .map(name)
                .filter(Objects::nonNull)
                .collect(Collectors.groupingBy(n -> n, Collectors.counting()));
        List<NameCount> names = counts.entrySet().stream()
                .map(e -> new NameCount(e.getKey(), e.getValue()))
                .sorted(Comparator.comparing(NameCount::count).reversed().thenComparing(NameCount::name))
                .toList();
        List<NameCount> first = names.stream()
                .limit(most)
                .map(n -> new NameCount(cut(n.name()), n.count()))
                .toList();
        long others = names.stream().skip(most).mapToLong(NameCount::count).sum();
        long all = names.stream().mapToLong(NameCount::count).sum();
        return new TopNames(first, others, documents.size() - all);
    }

    private static String cut(String name) {
        int[] points = name.codePoints().toArray();
        return points.length <= 500 ? name : new String(points, 0, 500);
    }

    private static @Nullable String string(BsonDocument document, String field) {
        BsonValue value = document.get(field);
        return value != null && value.isString() ? value.asString().getValue() : null;
    }

    long payloads() {
        return documents.stream().filter(d -> d.containsKey("payload")).count();
    }

    long bytes() {
        return documents.stream().mapToLong(StatsOracle::size).sum();
    }

    long largest() {
        return documents.stream().mapToLong(StatsOracle::size).max().orElse(0);
    }

    private static long size(BsonDocument document) {
        BsonValue payload = document.get("payload");
        if (payload == null) {
            return 0;
        }
        return payload.isBinary()
                ? payload.asBinary().getData().length
                : payload.isString() ? payload.asString().getValue().getBytes(StandardCharsets.UTF_8).length : 0;
    }
}
