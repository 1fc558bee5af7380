package io.claimctl.claim;

import static io.claimctl.claim.Expressions.either;
import static io.claimctl.claim.Expressions.field;
import static io.claimctl.claim.Expressions.operator;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The few words by which a {@link StatsPipeline} counts a claim, worked out by the server. */
final class StatsWords {
    static final String STATUS = "status";
    static final String WORKER = "worker";
    static final String INSTANCE = "instance";
    static final String EVENT = "event";

    private static final int LONGEST_TOKEN = 1_000;
    /** A colon and 24 hex digits. */
    private static final int TOKEN_TAIL = 25;

    private final Instant now;
    private final boolean sized;

    /**
     * @param now what ages and leases are judged by
     * @param sized whether the server is asked for the sizes of payloads
     */
    StatsWords(Instant now, boolean sized) {
        this.now = now;
        this.sized = sized;
    }

    /** What each claim becomes. */
    BsonDocument all() {
        BsonDocument words = new BsonDocument(Fields.ID, new BsonInt32(0))
                .append(STATUS, operator("$ifNull", field(Fields.STATUS), BsonNull.VALUE))
                .append(StatsPipeline.AGE, age())
                .append(StatsPipeline.LEASE, either(isProcessing(), lease(), BsonNull.VALUE))
                .append(WORKER, string(Fields.WORKER_ID, BsonNull.VALUE))
                .append(INSTANCE, instance())
                .append(EVENT, string(Fields.EVENT_NAME, BsonNull.VALUE));
        return sized
                ? words.append(StatsPipeline.PAYLOADS, either(hasPayload(), new BsonInt32(1), new BsonInt32(0)))
                        .append(StatsPipeline.BYTES, size())
                : words.append(Fields.PAYLOAD, new BsonInt32(1));
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
        BsonDocument token = Expressions.start(string(Fields.WORKER_ID, new BsonString("")), LONGEST_TOKEN);
        BsonDocument length = new BsonDocument("$strLenCP", token);
        BsonDocument head =
                operator("$max", new BsonInt32(0), operator("$subtract", length, new BsonInt32(TOKEN_TAIL)));
        BsonDocument colon = operator("$eq", operator("$substrCP", token, head, new BsonInt32(1)), new BsonString(":"));
        BsonDocument named = Expressions.both(operator("$gt", head, new BsonInt32(0)), colon);
        return either(named, operator("$substrCP", token, new BsonInt32(0), head), BsonNull.VALUE);
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
