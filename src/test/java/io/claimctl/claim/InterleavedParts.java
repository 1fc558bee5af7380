package io.claimctl.claim;

import static io.claimctl.claim.InterleavedWorld.START;

import com.mongodb.client.model.FindOneAndUpdateOptions;
import io.claimctl.claim.InterleavedDeed.Kind;
import io.claimctl.claim.InterleavedScene.Part;
import io.claimctl.claim.InterleavedScene.Play;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The claims and the actors that scenes are made of. */
final class InterleavedParts {
    static final Duration SECOND = Duration.ofSeconds(1);
    static final Duration LEASE = Duration.ofSeconds(30);
    static final Duration HOUR = Duration.ofHours(1);
    static final Duration MILLI = Duration.ofMillis(1);
    static final SweepRequest SWEEP = SweepRequest.olderThan(SECOND);
    static final SweepRequest ANY = SWEEP.withLease(LeaseFilter.ANY);
    static final SweepRequest DELETE = SWEEP.withReset(new ResetOptions(Payloads.SKIP, true, null));
    static final SweepRequest INCLUDE = SWEEP.withReset(new ResetOptions(Payloads.INCLUDE, false, null));
    static final SweepRequest ALL = ANY.withReset(new ResetOptions(Payloads.INCLUDE, true, "all"));

    private InterleavedParts() {}

    /** A claim whose token may be another's, too; a sweep resets it by its own fingerprint. */
    static final String ODD = "odd";

    static Lease held(String id) {
        String fresh = "pod-1:" + String.format("%024x", (int) id.charAt(0));
        return Lease.of(id, new Token(id.equals(ODD) ? "worker-one" : fresh));
    }

    /** A claim as its worker left it or holds it, from the scene's start. */
    static BsonDocument claim(String id, Duration updated, Duration leaseEnd) {
        return new BsonDocument(Fields.ID, new BsonString(id))
                .append(Fields.STATUS, new BsonString(Status.PROCESSING.stored()))
                .append(Fields.WORKER_ID, new BsonString(held(id).token().value()))
                .append(Fields.EXPIRES_AT, Filters.date(START.plus(leaseEnd)))
                .append(Fields.CREATED_AT, Filters.date(START.minus(HOUR)))
                .append(Fields.UPDATED_AT, Filters.date(START.plus(updated)));
    }

    static BsonDocument lapsed(String id) {
        return claim(id, HOUR.negated(), Duration.ofMinutes(-1));
    }

    /** Stale, and its lease runs. */
    static BsonDocument live(String id) {
        return claim(id, HOUR.negated(), Duration.ofMinutes(10));
    }

    static BsonDocument withPayload(BsonDocument claim) {
        return claim.append(Fields.PAYLOAD, bytes(1));
    }

    private static BsonBinary bytes(int b) {
        return new BsonBinary(new byte[] {(byte) b});
    }

    static Part sweep(String name, SweepRequest request) {
        return new Part(name, null, me -> {
            InterleavedDeed deed = InterleavedDeed.sweep(name, request);
            me.does(deed, () -> me.variant().sweep(me, request, deed.swept));
        });
    }

    private static Part holder(String does, String id, Play play) {
        return new Part(does + " " + id, id, play);
    }

    static Part complete(String id) {
        return complete(id, HOUR);
    }

    static Part complete(String id, Duration memory) {
        return holder("complete", id, me -> complete(me, held(id), memory));
    }

    private static void complete(InterleavedActor me, Lease lease, Duration memory) {
        me.does(
                InterleavedDeed.byToken(me.name(), Kind.COMPLETE, lease, Payloads.INCLUDE),
                () -> me.variant().complete(me, lease, memory));
    }

    static Part renew(String id, Duration ttl) {
        return holder(
                "renew for " + ttl.toSeconds() + " s",
                id,
                me -> me.does(
                        InterleavedDeed.byToken(me.name(), Kind.RENEW, held(id), Payloads.SKIP),
                        () -> me.store().renew(held(id), ttl)));
    }

    static Part put(String id) {
        return holder(
                "put",
                id,
                me -> me.does(
                        InterleavedDeed.byToken(me.name(), Kind.PUT, held(id), Payloads.SKIP),
                        () -> me.store().putPayload(held(id), new byte[] {2}, Map.of(), null)));
    }

    static Part release(String id) {
        return holder("release", id, me -> release(me, held(id)));
    }

    private static void release(InterleavedActor me, Lease lease) {
        me.does(
                InterleavedDeed.byToken(me.name(), Kind.RELEASE, lease, Payloads.SKIP),
                () -> me.store().release(lease, Payloads.SKIP));
    }

    /** Takes a claim if it is free. */
    static Part acquire(String id) {
        return new Part("acquire " + id, null, me -> acquired(me, id));
    }

    /** Takes a claim, and completes it. */
    static Part work(String id) {
        return new Part("work " + id, null, me -> {
            Lease lease = acquired(me, id);
            if (lease != null) {
                complete(me, lease, HOUR);
            }
        });
    }

    /** Takes a claim, and lets it go again. */
    static Part fail(String id) {
        return new Part("fail " + id, null, me -> {
            Lease lease = acquired(me, id);
            if (lease != null) {
                release(me, lease);
            }
        });
    }

    private static Lease acquired(InterleavedActor me, String id) {
        AcquireOutcome outcome =
                me.does(InterleavedDeed.acquire(me.name(), id), () -> me.store().acquire(id, LEASE));
        return outcome instanceof Acquired acquired ? acquired.lease() : null;
    }

    static Part takeOver(String id, LeaseFilter lease) {
        return new Part("take over " + id + " " + lease, null, me -> {
            ClaimRow row = me.store().find(id).orElse(null);
            if (row instanceof Claim seen && seen.is(Status.PROCESSING)) { // as recovery does
                me.does(
                        InterleavedDeed.seeing(me.name(), Kind.TAKE_OVER, seen, lease, Payloads.SKIP),
                        () -> me.store().takeOver(seen, LEASE, lease));
            }
        });
    }

    static Part reset(String id, ResetOptions options) {
        return new Part("reset " + id, null, me -> {
            ClaimRow row = me.store().find(id).orElse(null);
            if (row instanceof Claim seen) {
                me.does(
                        InterleavedDeed.seeing(me.name(), Kind.RESET, seen, LeaseFilter.ANY, options.payloads()),
                        () -> me.store().reset(seen, options));
            }
        });
    }

    private static Part unfenced(String name, Play play) {
        return new Part(name, null, me -> {
            InterleavedDeed deed = InterleavedDeed.unfenced(name);
            me.does(deed, () -> {
                try {
                    play.play(me);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                return "";
            });
        });
    }

    static Part goReset(String id) {
        return unfenced("Go reset " + id, me -> me.documents().deleteOne(Filters.id(id)));
    }

    static Part goComplete(String id) {
        return goSets(
                "Go complete " + id,
                id,
                Filters.status(Status.COMPLETED)
                        .append(Fields.EXPIRES_AT, Filters.date(START.plus(HOUR)))
                        .append(Fields.UPDATED_AT, Filters.date(START)));
    }

    static Part goPut(String id) {
        return goSets("Go store " + id, id, new BsonDocument(Fields.PAYLOAD, bytes(3)));
    }

    /** Somebody changes one field in a shell. */
    static Part hand(String id, String field, BsonValue value) {
        return goSets("hand " + field + " " + id, id, new BsonDocument(field, value));
    }

    private static Part goSets(String name, String id, BsonDocument set) {
        return unfenced(name, me -> me.documents().updateOne(Filters.id(id), new BsonDocument("$set", set)));
    }

    /** A Go worker takes a free claim, by a clock of its own that may be behind. */
    static Part goAcquire(String id, Duration behind) {
        return unfenced("Go acquire " + id, me -> goAcquired(me, id, START.minus(behind)));
    }

    /** The same, and lets it go as they do in capped collections. */
    static Part goFail(String id) {
        return unfenced("Go fail " + id, me -> {
            goAcquired(me, id, START);
            BsonDocument let = Filters.status(Status.RELEASED)
                    .append(Fields.EXPIRES_AT, Filters.date(START))
                    .append(Fields.UPDATED_AT, Filters.date(START));
            me.documents().updateOne(Filters.id(id), new BsonDocument("$set", let));
        });
    }

    private static void goAcquired(InterleavedActor me, String id, Instant now) {
        BsonDocument taken = Filters.status(Status.PROCESSING)
                .append(Fields.WORKER_ID, new BsonString("pod-go:" + String.format("%024x", 7)))
                .append(Fields.EXPIRES_AT, Filters.date(now.plus(LEASE)))
                .append(Fields.UPDATED_AT, Filters.date(now));
        BsonDocument free = Filters.and(Filters.id(id), Filters.freeAt(now, Long.MAX_VALUE));
        free.remove(Fields.FENCE);
        me.documents()
                .findOneAndUpdate(
                        free,
                        new BsonDocument("$set", taken),
                        new FindOneAndUpdateOptions().projection(Filters.id("")));
    }

    /** TTL deletes what has expired. */
    static Part ttl() {
        return unfenced(
                "TTL",
                me -> me.documents().deleteMany(Filters.expiredAt(me.clock().now())));
    }

    /** Time passes, in one step for each of these; what is negative sets the server's clock back. */
    static Part clock(Duration... by) {
        return new Part("clock" + List.of(by), null, me -> {
            for (Duration step : by) {
                me.stop("time");
                if (step.isNegative()) {
                    me.clock().set(me.clock().now().plus(step));
                } else {
                    me.clock().pass(step);
                }
            }
        });
    }

    /** One after the other. */
    static Part then(Part... parts) {
        List<String> names = Arrays.stream(parts).map(Part::name).toList();
        String holds = Arrays.stream(parts)
                .map(Part::holds)
                .filter(java.util.Objects::nonNull)
                .findFirst()
                .orElse(null);
        return new Part(String.join(", ", names), holds, me -> {
            for (Part part : parts) {
                part.play().play(me);
            }
        });
    }
}
