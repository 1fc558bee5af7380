package io.claimctl.claim;

import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import io.claimctl.claim.ClaimIndex.Standing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * An index that claims want, as the reference makes it.
 *
 * @param keys all ascending
 * @param expires whether the server is to delete claims some time after {@code expires_at}
 */
record WantedIndex(BsonDocument keys, boolean expires) {
    private static final String EXPIRY = "expireAfterSeconds";
    /** What else makes another index of the same keys and name. */
    private static final List<String> OPTIONS = List.of("partialFilterExpression", "unique", "sparse", "collation");

    /** All of them; a capped collection has no TTL. */
    static List<WantedIndex> all(boolean ttl) {
        return List.of(
                of(ttl, Fields.EXPIRES_AT),
                of(false, Fields.STATUS, Fields.UPDATED_AT, Fields.ID),
                of(false, Fields.UPDATED_AT, Fields.ID),
                of(false, Fields.EVENT_NAME, Fields.UPDATED_AT, Fields.ID));
    }

    private static WantedIndex of(boolean expires, String... fields) {
        BsonDocument keys = new BsonDocument();
        for (String field : fields) {
            keys.append(field, new BsonInt32(1));
        }
        return new WantedIndex(keys, expires);
    }

    /** Those wanted beside those that the server lists. */
    static List<ClaimIndex> compare(List<WantedIndex> wanted, List<BsonDocument> found) {
        List<ClaimIndex> all = new ArrayList<>();
        List<BsonDocument> ours = new ArrayList<>();
        for (WantedIndex index : wanted) {
            List<BsonDocument> same = found.stream().filter(index::is).toList();
            List<BsonDocument> near = same.isEmpty()
                    ? found.stream().filter(index::standsInTheWay).toList()
                    : List.of();
            same.forEach(f -> all.add(index.standing(Standing.PRESENT, text(f))));
            near.forEach(f -> all.add(index.standing(Standing.CONFLICTING, text(f))));
            if (same.isEmpty() && near.isEmpty()) {
                all.add(new ClaimIndex(Standing.MISSING, index.name(), index.text(), null));
            }
            ours.addAll(same);
            ours.addAll(near);
        }
        Stream<ClaimIndex> others = found.stream()
                .filter(f -> !ours.contains(f) && !ascending(f, List.of(Fields.ID)))
                .map(f -> new ClaimIndex(Standing.EXTRA, name(f), null, text(f)))
                .sorted(Comparator.comparing(ClaimIndex::name));
        return Stream.concat(all.stream(), others).toList();
    }

    private ClaimIndex standing(Standing standing, String found) {
        return new ClaimIndex(standing, name(), text(), found);
    }

    String name() {
        return String.join("_", keys.keySet().stream().map(k -> k + "_1").toList());
    }

    IndexModel model() {
        IndexOptions options = new IndexOptions().name(name());
        return new IndexModel(keys, expires ? options.expireAfter(0L, TimeUnit.SECONDS) : options);
    }

    private String text() {
        BsonDocument definition = new BsonDocument("key", keys).append("name", new BsonString(name()));
        return (expires ? definition.append(EXPIRY, new BsonInt32(0)) : definition).toJson();
    }

    private boolean is(BsonDocument found) {
        boolean sameExpiry = expires
                ? found.isNumber(EXPIRY) && found.getNumber(EXPIRY).doubleValue() == 0
                : !found.containsKey(EXPIRY);
        return sameKeys(found)
                && name(found).equals(name())
                && sameExpiry
                && OPTIONS.stream()
                        .allMatch(option -> found.get(option, BsonBoolean.FALSE).equals(BsonBoolean.FALSE));
    }

    private boolean standsInTheWay(BsonDocument found) {
        return sameKeys(found) || name(found).equals(name());
    }

    private boolean sameKeys(BsonDocument found) {
        return ascending(found, List.copyOf(keys.keySet()));
    }

    /** These keys in this order; servers return 1 as int32, int64 or double. */
    private static boolean ascending(BsonDocument found, List<String> fields) {
        BsonDocument keys = found.getDocument("key", new BsonDocument());
        return List.copyOf(keys.keySet()).equals(fields)
                && keys.values().stream().allMatch(WantedIndex::isOne);
    }

    private static boolean isOne(BsonValue direction) {
        return direction.isNumber() && direction.asNumber().doubleValue() == 1;
    }

    private static String name(BsonDocument found) {
        return found.getString("name", new BsonString("")).getValue();
    }

    /** Without what says nothing about the index: its format's version, and the collection it belongs to. */
    private static String text(BsonDocument found) {
        BsonDocument definition = found.clone();
        definition.remove("v");
        definition.remove("ns");
        return definition.toJson();
    }
}
