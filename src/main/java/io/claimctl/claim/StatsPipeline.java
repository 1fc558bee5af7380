package io.claimctl.claim;

import static io.claimctl.claim.Expressions.count;
import static io.claimctl.claim.Expressions.either;
import static io.claimctl.claim.Expressions.field;
import static io.claimctl.claim.Expressions.literal;
import static io.claimctl.claim.Expressions.operator;
import static io.claimctl.claim.Expressions.sum;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The stages that put claims in numbers: each claim becomes a few words, which are counted by several groupings at a time.
 * The answer is one document, which no claim can make too large: there are limits to how many words it holds, and how long
 * they are.
 */
final class StatsPipeline {
    static final String GROUPS = "groups";
    static final String STATUSES = "statuses";
    static final String WORKERS = "workers";
    static final String INSTANCES = "instances";
    static final String EVENTS = "events";
    static final String PAYLOADS = "payloads";
    static final String COUNT = "count";
    static final String NAME = "name";
    static final String AGE = "age";
    static final String LEASE = "lease";
    static final String BYTES = "bytes";
    static final String LARGEST = "largest";
    static final String NO_WORKER = "no_worker";
    static final String NO_INSTANCE = "no_instance";
    static final String NO_EVENT = "no_event";
    static final int MOST_STATUSES = 2_000;

    private static final int LONGEST_NAME = 500;

    private final StatsQuery query;
    private final Instant now;
    private final @Nullable Long sample;
    private final boolean sized;

    /**
     * The stages.
     *
     * @param sample how many to draw; null for all
     * @param sized whether the server is asked for the sizes of payloads, which not every one can tell
     */
    StatsPipeline(StatsQuery query, Instant now, @Nullable Long sample, boolean sized) {
        this.query = query;
        this.now = now;
        this.sample = sample;
        this.sized = sized;
    }

    List<BsonDocument> stages() {
        List<BsonDocument> stages = new ArrayList<>();
        if (sample != null) { // first, where the server can draw without reading all
            stages.add(new BsonDocument("$sample", new BsonDocument("size", new BsonInt64(sample))));
        }
        stages.add(new BsonDocument("$match", new Conditions(query.which(), now).all()));
        stages.add(new BsonDocument("$project", new StatsWords(now, sized).all()));
        stages.add(new BsonDocument("$facet", groupings()));
        return stages;
    }

    private BsonDocument groupings() {
        BsonDocument groupings = new BsonDocument(GROUPS, new BsonArray(List.of(groups())))
                .append(STATUSES, commonest(StatsWords.STATUS, MOST_STATUSES, shortStatus()))
                .append(WORKERS, names(StatsWords.WORKER))
                .append(INSTANCES, names(StatsWords.INSTANCE))
                .append(EVENTS, names(StatsWords.EVENT));
        return sized ? groupings : groupings.append(PAYLOADS, countedPayloads());
    }

    private BsonDocument groups() {
        BsonDocument by = new BsonDocument(AGE, field(AGE)).append(LEASE, field(LEASE));
        BsonDocument group = new BsonDocument(Fields.ID, by)
                .append(COUNT, sum(new BsonInt32(1)))
                .append(NO_WORKER, count(operator("$eq", field(StatsWords.WORKER), BsonNull.VALUE)))
                .append(NO_INSTANCE, count(operator("$eq", field(StatsWords.INSTANCE), BsonNull.VALUE)))
                .append(NO_EVENT, count(operator("$eq", field(StatsWords.EVENT), BsonNull.VALUE)));
        if (sized) {
            group.append(PAYLOADS, sum(field(PAYLOADS)))
                    .append(BYTES, sum(field(BYTES)))
                    .append(LARGEST, new BsonDocument("$max", field(BYTES)));
        }
        return new BsonDocument("$group", group);
    }

    /** Apart: without the operator that names types, only a filter knows null from absent. */
    private static BsonArray countedPayloads() {
        BsonDocument group = new BsonDocument(Fields.ID, BsonNull.VALUE).append(COUNT, sum(new BsonInt32(1)));
        return new BsonArray(
                List.of(new BsonDocument("$match", Filters.withPayload()), new BsonDocument("$group", group)));
    }

    private BsonArray names(String word) {
        BsonArray stages = new BsonArray();
        stages.add(new BsonDocument("$match", new BsonDocument(word, new BsonDocument("$ne", BsonNull.VALUE))));
        stages.addAll(commonest(word, query.top(), Expressions.start(field(Fields.ID), LONGEST_NAME)));
        return stages;
    }

    /** @param name what becomes of the word once the groups are few */
    private static BsonArray commonest(String word, int most, BsonDocument name) {
        BsonDocument group = new BsonDocument(Fields.ID, field(word)).append(COUNT, sum(new BsonInt32(1)));
        BsonDocument order = new BsonDocument(COUNT, new BsonInt32(-1)).append(Fields.ID, new BsonInt32(1));
        BsonDocument shown =
                new BsonDocument(Fields.ID, new BsonInt32(0)).append(NAME, name).append(COUNT, new BsonInt32(1));
        return new BsonArray(List.of(
                new BsonDocument("$group", group),
                new BsonDocument("$sort", order),
                new BsonDocument("$limit", new BsonInt32(most)),
                new BsonDocument("$project", shown)));
    }

    /** A value of the same type that is not long. */
    private static BsonDocument shortStatus() {
        BsonValue status = field(Fields.ID);
        BsonValue document = literal(new BsonDocument());
        BsonValue array = literal(new BsonArray());
        BsonValue binary = new BsonBinary(new byte[0]);
        BsonValue noBinary = new BsonObjectId(new ObjectId(new byte[12]));
        BsonDocument noString = either(
                Expressions.between(document, status, array),
                document,
                either(
                        Expressions.between(array, status, binary),
                        array,
                        either(Expressions.between(binary, status, noBinary), binary, status)));
        BsonDocument isString = Expressions.isString(status);
        return either(
                isString, Expressions.start(either(isString, status, new BsonString("")), LONGEST_NAME), noString);
    }
}
