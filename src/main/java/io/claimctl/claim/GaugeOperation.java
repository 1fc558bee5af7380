package io.claimctl.claim;

import static io.claimctl.claim.Expressions.both;
import static io.claimctl.claim.Expressions.count;
import static io.claimctl.claim.Expressions.either;
import static io.claimctl.claim.Expressions.field;
import static io.claimctl.claim.Expressions.operator;
import static io.claimctl.claim.Expressions.sum;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Counts by status, lease, age and payload, in one aggregation, so that the numbers fit together.
 *
 * <p>Its comparisons are expressions, which do not look into arrays and order values of all types: whether a value is a
 * date is said by the order, in which dates are the first above the booleans. (Not every server knows the operator that
 * names types, nor the one that tells sizes; where they are not known, payloads are counted apart and not summed.)
 */
final class GaugeOperation {
    private static final String COUNT = "count";
    private static final String EXPIRED = "expired";
    private static final String STALE = "stale";
    private static final String STALE_EXPIRED = "stale_expired";
    private static final String OLDEST = "oldest";
    private static final String PAYLOADS = "payloads";
    private static final String BYTES = "bytes";

    private final StoreAccess store;
    private final Duration olderThan;
    private final Deadline deadline;
    private final Instant now;

    GaugeOperation(StoreAccess store, Duration olderThan) {
        this.store = store;
        this.olderThan = olderThan;
        this.deadline = store.deadline();
        this.now = store.time.recent(deadline.left()).earliest();
    }

    /** Of the claims that are {@code processing} alone, which an index finds. */
    StaleGauges stale() {
        Tally tally = new Tally();
        try {
            run(new BsonDocument("$match", Filters.status(Status.PROCESSING)), counted(), tally);
        } catch (MongoException e) {
            throw store.failure(e);
        }
        return tally.gauges();
    }

    /** Of all. */
    ClaimGauges all() {
        try {
            return withBytes();
        } catch (MongoException e) {
            throw store.failure(e);
        }
    }

    private ClaimGauges withBytes() {
        Tally tally = new Tally();
        BsonDocument group = counted().append(PAYLOADS, count(isThere())).append(BYTES, bytes());
        try {
            run(null, group, tally);
            return new ClaimGauges(tally.gauges(), tally.statuses.counts(), tally.payloads, tally.bytes);
        } catch (MongoCommandException e) {
            if (DriverErrors.failure(e, store.client.getClusterDescription()).kind() != StoreException.Kind.REFUSED) {
                throw e;
            }
            return withoutBytes(); // whatever else the server refuses, it will refuse again
        }
    }

    private ClaimGauges withoutBytes() {
        Tally tally = new Tally();
        run(null, counted(), tally);
        ClaimQuery query = ClaimQuery.builder().payload(PayloadFilter.WITH).build();
        long payloads = new CountOperation(store, query).run().total();
        return new ClaimGauges(tally.gauges(), tally.statuses.counts(), payloads, null);
    }

    private void run(@Nullable BsonDocument match, BsonDocument group, Tally tally) {
        List<BsonDocument> stages = new ArrayList<>();
        if (match != null) {
            stages.add(match);
        }
        stages.add(new BsonDocument("$group", group));
        store.collection(deadline.left())
                .aggregate(stages)
                .batchSize(StaleQuery.BATCH)
                .forEach(tally::add);
    }

    private BsonDocument counted() {
        BsonDocument expired = dateBefore(Fields.EXPIRES_AT, now);
        BsonDocument stale = dateBefore(Fields.UPDATED_AT, now.minus(olderThan));
        return new BsonDocument(Fields.ID, field(Fields.STATUS))
                .append(COUNT, sum(new BsonInt32(1)))
                .append(EXPIRED, count(expired))
                .append(STALE, count(stale))
                .append(STALE_EXPIRED, count(both(stale, expired)))
                .append(OLDEST, new BsonDocument("$min", either(stale, field(Fields.UPDATED_AT), BsonNull.VALUE)));
    }

    /** Also if it is null, as everywhere. */
    private static BsonDocument isThere() {
        return operator("$ne", payloadType(), new BsonString("missing"));
    }

    /** Of what workers can read, and 0 of the rest, of which the operator takes nothing. */
    private static BsonDocument bytes() {
        BsonArray sized = new BsonArray(List.of(new BsonString("binData"), new BsonString("string")));
        BsonDocument hasSize = operator("$in", payloadType(), sized);
        BsonDocument size = new BsonDocument("$binarySize", field(Fields.PAYLOAD));
        return sum(either(hasSize, size, new BsonInt32(0)));
    }

    private static BsonDocument payloadType() {
        return new BsonDocument("$type", field(Fields.PAYLOAD));
    }

    /** An instant as the lower bound would leave out earlier ones. */
    private static BsonDocument dateBefore(String name, Instant instant) {
        return both(Expressions.mayBeDate(field(name)), Expressions.before(field(name), instant));
    }

    /** What the groups add up to; leases and ages count for one status only. */
    private final class Tally {
        private final StatusTally statuses = new StatusTally(StatusTally.KNOWN);
        private BsonDocument processing = new BsonDocument();
        private long payloads;
        private long bytes;

        void add(BsonDocument group) {
            BsonValue status = group.get(Fields.ID, BsonNull.VALUE);
            statuses.add(status, number(group, COUNT));
            payloads += number(group, PAYLOADS);
            bytes += number(group, BYTES);
            if (status.equals(new BsonString(Status.PROCESSING.stored()))) {
                processing = group;
            }
        }

        StaleGauges gauges() {
            long stale = number(processing, STALE);
            BsonValue oldest = processing.get(OLDEST, BsonNull.VALUE);
            return new StaleGauges(
                    now,
                    olderThan,
                    number(processing, COUNT),
                    number(processing, COUNT) - number(processing, EXPIRED),
                    stale,
                    stale - number(processing, STALE_EXPIRED),
                    oldest.isDateTime()
                            ? Instant.ofEpochMilli(oldest.asDateTime().getValue())
                            : null);
        }

        private static long number(BsonDocument group, String name) {
            BsonNumber number = group.getNumber(name, new BsonInt32(0));
            return number.longValue();
        }
    }
}
