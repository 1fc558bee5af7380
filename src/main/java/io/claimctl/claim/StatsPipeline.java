package io.claimctl.claim;

import static io.claimctl.claim.Expressions.count;
import static io.claimctl.claim.Expressions.either;
import static io.claimctl.claim.Expressions.field;
import static io.claimctl.claim.Expressions.literal;
import static io.claimctl.claim.Expressions.operator;
import static io.claimctl.claim.Expressions.sum;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
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

    private static final String STATUS = "status";
    private static final String WORKER = "worker";
    private static final String INSTANCE = "instance";
    private static final String EVENT = "event";
    private static final int LONGEST_NAME = 500;
    private static final int LONGEST_TOKEN = 1_000;
    /** A colon and 24 hex digits. */
    private static final int TOKEN_TAIL = 25;

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
        stages.add(new BsonDocument("$project", words()));
        stages.add(new BsonDocument("$facet", groupings()));
        return stages;
    }

    private BsonDocument words() {
        BsonDocument words = new BsonDocument(Fields.ID, new BsonInt32(0))
                .append(STATUS, operator("$ifNull", field(Fields.STATUS), BsonNull.VALUE))
                .append(AGE, age())
                .append(LEASE, either(isProcessing(), lease(), BsonNull.VALUE))
                .append(WORKER, string(Fields.WORKER_ID, BsonNull.VALUE))
                .append(INSTANCE, instance())
                .append(EVENT, string(Fields.EVENT_NAME, BsonNull.VALUE));
        return sized
                ? words.append(PAYLOADS, either(hasPayload(), new BsonInt32(1), new BsonInt32(0)))
                        .append(BYTES, size())
                : words.append(Fields.PAYLOAD, new BsonInt32(1));
    }

    private BsonDocument groupings() {
        BsonDocument groupings = new BsonDocument(GROUPS, new BsonArray(List.of(groups())))
                .append(STATUSES, commonest(STATUS, MOST_STATUSES, shortStatus()))
                .append(WORKERS, names(WORKER))
                .append(INSTANCES, names(INSTANCE))
                .append(EVENTS, names(EVENT));
        return sized ? groupings : groupings.append(PAYLOADS, countedPayloads());
    }

    private BsonDocument groups() {
        BsonDocument by = new BsonDocument(AGE, field(AGE)).append(LEASE, field(LEASE));
        BsonDocument group = new BsonDocument(Fields.ID, by)
                .append(COUNT, sum(new BsonInt32(1)))
                .append(NO_WORKER, count(operator("$eq", field(WORKER), BsonNull.VALUE)))
                .append(NO_INSTANCE, count(operator("$eq", field(INSTANCE), BsonNull.VALUE)))
                .append(NO_EVENT, count(operator("$eq", field(EVENT), BsonNull.VALUE)));
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
        stages.addAll(commonest(word, query.top(), start(field(Fields.ID), LONGEST_NAME)));
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
        return either(isString, start(either(isString, status, new BsonString("")), LONGEST_NAME), noString);
    }

    private BsonDocument age() {
        BsonValue updated = field(Fields.UPDATED_AT);
        BsonDocument age = either(Expressions.isNotAboveDates(updated), word(AgeBand.UNDER_1M), word(AgeBand.NO_DATE));
        for (AgeBand band : AgeBand.values()) { // the oldest last, so that it is asked for first
            if (!band.least().isZero()) {
                age = either(Expressions.notAfter(updated, now.minus(band.least())), word(band), age);
            }
        }
        return either(Expressions.mayBeDate(updated), age, word(AgeBand.NO_DATE));
    }

    private BsonDocument lease() {
        BsonValue end = field(Fields.EXPIRES_AT);
        BsonDocument lease = either(Expressions.isNotAboveDates(end), word(LeaseBand.LATER), word(LeaseBand.NO_DATE));
        List<LeaseBand> bounded = new ArrayList<>(EnumSet.range(LeaseBand.ENDED_OVER_1H_AGO, LeaseBand.WITHIN_1H));
        Collections.reverse(bounded); // the first is asked for first
        for (LeaseBand band : bounded) {
            Instant until = now.plus(band.until());
            lease = either(
                    band.ended() ? Expressions.before(end, until) : Expressions.notAfter(end, until),
                    word(band),
                    lease);
        }
        return either(Expressions.mayBeDate(end), lease, word(LeaseBand.NO_DATE));
    }

    private static BsonDocument isProcessing() {
        return operator("$eq", field(Fields.STATUS), new BsonString(Status.PROCESSING.stored()));
    }

    private static BsonString word(Enum<?> band) {
        return new BsonString(band.name());
    }

    private static BsonDocument string(String name, BsonValue otherwise) {
        return either(Expressions.isString(field(name)), field(name), otherwise);
    }

    /** What an operand of a condition is must be right whatever the condition says: some servers look at all of them. */
    private static BsonDocument instance() {
        BsonDocument token = start(string(Fields.WORKER_ID, new BsonString("")), LONGEST_TOKEN);
        BsonDocument length = new BsonDocument("$strLenCP", token);
        BsonDocument head =
                operator("$max", new BsonInt32(0), operator("$subtract", length, new BsonInt32(TOKEN_TAIL)));
        BsonDocument colon = operator("$eq", operator("$substrCP", token, head, new BsonInt32(1)), new BsonString(":"));
        BsonDocument named = Expressions.both(operator("$gt", head, new BsonInt32(0)), colon);
        return either(named, operator("$substrCP", token, new BsonInt32(0), head), BsonNull.VALUE);
    }

    private static BsonDocument start(BsonValue string, int length) {
        return operator("$substrCP", string, new BsonInt32(0), new BsonInt32(length));
    }

    /** Also if it is null, as everywhere. */
    private static BsonDocument hasPayload() {
        return operator("$ne", payloadType(), new BsonString("missing"));
    }

    /** Of what workers can read, and 0 of the rest, of which the operator takes nothing. */
    private static BsonDocument size() {
        BsonArray sized = new BsonArray(List.of(new BsonString("binData"), new BsonString("string")));
        BsonDocument size = new BsonDocument("$binarySize", field(Fields.PAYLOAD));
        return either(operator("$in", payloadType(), sized), size, new BsonInt32(0));
    }

    private static BsonDocument payloadType() {
        return new BsonDocument("$type", field(Fields.PAYLOAD));
    }
}
