package io.claimctl.claim;

import static io.claimctl.claim.InterleavedWorld.START;

import com.mongodb.client.model.FindOneAndUpdateOptions;
import io.claimctl.claim.InterleavedDeed.Kind;
import io.claimctl.claim.InterleavedScene.Part;
import io.claimctl.claim.InterleavedScene.Play;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The claims and the actors that scenes are made of. */
final class InterleavedScenes {
    static final Duration SECOND = Duration.ofSeconds(1);
    static final Duration LEASE = Duration.ofSeconds(30);
    static final Duration HOUR = Duration.ofHours(1);
    static final Duration MILLI = Duration.ofMillis(1);
    static final SweepRequest SWEEP = SweepRequest.olderThan(SECOND);
    static final SweepRequest ANY = SWEEP.withLease(LeaseFilter.ANY);
    static final SweepRequest DELETE = SWEEP.withReset(new ResetOptions(Payloads.SKIP, true, null));
    static final SweepRequest INCLUDE = SWEEP.withReset(new ResetOptions(Payloads.INCLUDE, false, null));
    static final SweepRequest ALL =
            ANY.withReset(new ResetOptions(Payloads.INCLUDE, true, "all")).withBatch(2);

    private InterleavedScenes() {}

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

    /** What can happen to a claim beside a sweep. */
    static List<Part> others(String id) {
        return List.of(
                complete(id),
                renew(id, HOUR),
                renew(id, SECOND),
                put(id),
                release(id),
                work(id),
                fail(id),
                takeOver(id, LeaseFilter.EXPIRED),
                takeOver(id, LeaseFilter.ANY),
                reset(id, ResetOptions.defaults()),
                goReset(id),
                goComplete(id),
                goPut(id),
                goAcquire(id, Duration.ZERO),
                goFail(id),
                ttl(),
                hand(id, Fields.EXPIRES_AT, Filters.date(START.minusSeconds(100 + id.charAt(0)))));
    }

    /** Every sweep beside everything else, on claims that it takes in and of which one stays as it is. */
    static List<InterleavedScene> aSweepAndAnother() {
        List<InterleavedScene> scenes = new ArrayList<>();
        for (Part other : others("a")) {
            for (Part sweep : List.of(sweep("sweep", SWEEP), sweep("sweep --delete", DELETE))) {
                scenes.add(InterleavedScene.of(List.of(lapsed("a"), lapsed("b")), sweep, other));
            }
            scenes.add(InterleavedScene.of(List.of(live("a"), live("b")), sweep("sweep any", ANY), other));
            scenes.add(InterleavedScene.of(List.of(withPayload(live("a")), live("b")), sweep("sweep all", ALL), other));
            scenes.add(InterleavedScene.of(
                    List.of(withPayload(lapsed("a")), lapsed("b"), lapsed("c")),
                    sweep("sweep include by two", INCLUDE.withBatch(2)),
                    other));
        }
        for (Part other : others(ODD)) {
            scenes.add(InterleavedScene.of(List.of(lapsed(ODD)), sweep("sweep --delete", DELETE), other));
        }
        return scenes;
    }

    /**
     * A renewal whose time was read before the sweep's cut-off and that comes after the sweep has read: its {@code updated_at}
     * is by accident that of another claim of the batch, and it does not move the lease's end.
     */
    static InterleavedScene renewalAmongTheValuesSeen() {
        List<BsonDocument> claims =
                List.of(claim("a", HOUR.negated(), LEASE.dividedBy(2)), claim("b", Duration.ZERO, LEASE));
        return InterleavedScene.timed(claims, clock(LEASE.plus(SECOND)), sweep("sweep any", ANY), renew("a", SECOND));
    }

    /** Everything else beside everything else, where the lease has ended and where it runs. */
    static List<InterleavedScene> anyTwo() {
        List<InterleavedScene> scenes = new ArrayList<>();
        List<Part> others = others("a");
        List<Part> fenced = others.subList(0, 10);
        for (int i = 0; i < fenced.size(); i++) {
            for (Part other : others.subList(i, others.size())) {
                scenes.add(InterleavedScene.of(List.of(lapsed("a")), others.get(i), other));
                scenes.add(InterleavedScene.of(List.of(withPayload(live("a"))), others.get(i), other));
            }
        }
        return scenes;
    }

    /** Two sweeps at once. */
    static List<InterleavedScene> twoSweeps() {
        List<BsonDocument> lapsed = List.of(lapsed("a"), lapsed("b"), lapsed("c"));
        List<BsonDocument> mixed = List.of(withPayload(live("a")), lapsed("b"), live("c"));
        return List.of(
                InterleavedScene.of(lapsed, sweep("sweep", SWEEP), sweep("sweep by two", SWEEP.withBatch(2))),
                InterleavedScene.of(lapsed, sweep("sweep --delete", DELETE), sweep("sweep by two", SWEEP.withBatch(2))),
                InterleavedScene.of(lapsed, sweep("sweep --delete", DELETE), sweep("sweep --delete, too", DELETE)),
                InterleavedScene.of(mixed, sweep("sweep include", INCLUDE), sweep("sweep all", ALL)),
                InterleavedScene.of(mixed, sweep("sweep any", ANY), sweep("sweep all", ALL)));
    }

    /** Leases that end between two commands: at their last millisecond, and after it. */
    static List<InterleavedScene> whileTimePasses() {
        List<BsonDocument> ending = List.of(claim("a", HOUR.negated(), SECOND));
        Part time = clock(SECOND, MILLI);
        List<InterleavedScene> scenes = new ArrayList<>();
        for (Part other : others("a")) {
            scenes.add(InterleavedScene.timed(ending, time, other));
        }
        scenes.add(InterleavedScene.timed(ending, time, sweep("sweep", SWEEP)));
        scenes.add(InterleavedScene.timed(ending, time, sweep("sweep --delete", DELETE)));
        scenes.add(InterleavedScene.timed(ending, time, sweep("sweep any", ANY)));
        scenes.add(InterleavedScene.timed(ending, time, renew("a", LEASE), acquire("a")));
        scenes.add(InterleavedScene.timed(ending, time, complete("a"), acquire("a")));
        scenes.add(InterleavedScene.timed(ending, time, renew("a", LEASE), sweep("sweep", SWEEP)));
        scenes.add(InterleavedScene.timed(ending, time, renew("a", LEASE), takeOver("a", LeaseFilter.EXPIRED)));
        scenes.add(InterleavedScene.timed(ending, clock(SECOND.plus(MILLI), MILLI.negated()), sweep("sweep", SWEEP)));
        scenes.add(InterleavedScene.timed(
                List.of(withPayload(claim("a", HOUR.negated(), SECOND))),
                clock(SECOND.plus(MILLI), MILLI.negated()),
                sweep("sweep include", INCLUDE)));
        return scenes;
    }

    /**
     * Commands that come late: their times were read when the scene began, and are by accident those of another claim of the
     * batch, or of the claim itself as it was. So each condition of the filters is for once the only one that is left.
     */
    static List<InterleavedScene> late() {
        Part time = clock(LEASE.plus(SECOND));
        Part any = sweep("sweep any", ANY);
        BsonDocument twin = claim("b", Duration.ZERO, LEASE);
        List<BsonDocument> lapsed = List.of(lapsed("a"), twin);
        List<BsonDocument> live = List.of(claim("a", HOUR.negated(), LEASE.dividedBy(2)), twin);
        List<BsonDocument> alone = List.of(withPayload(claim("a", Duration.ZERO, LEASE)));
        Part all = sweep("sweep include any", ANY.withReset(INCLUDE.reset()));
        return List.of(
                InterleavedScene.timed(lapsed, time, any, acquire("a")),
                InterleavedScene.timed(lapsed, time, any, complete("a", LEASE)),
                InterleavedScene.timed(live, time, any, renew("a", LEASE.plus(SECOND))),
                InterleavedScene.timed(alone, time, all, takeOver("a", LeaseFilter.ANY)),
                InterleavedScene.timed(alone, time, all, complete("a", LEASE)),
                InterleavedScene.timed(alone, time, all, renew("a", SECOND)),
                InterleavedScene.timed(alone, time, all, renew("a", LEASE.plus(SECOND))));
    }

    /** Three at once, each with few steps. */
    static List<InterleavedScene> three() {
        List<BsonDocument> lapsed = List.of(lapsed("a"), lapsed("b"));
        List<BsonDocument> live = List.of(live("a"), live("b"));
        Part sweep = sweep("sweep", SWEEP);
        Part delete = sweep("sweep --delete", DELETE);
        Part any = sweep("sweep any", ANY);
        return List.of(
                InterleavedScene.of(lapsed, sweep, work("a"), goReset("b")),
                InterleavedScene.of(lapsed, sweep, work("a"), fail("b")),
                InterleavedScene.of(lapsed, sweep, work("a"), acquire("a")),
                InterleavedScene.of(lapsed, sweep, complete("a"), acquire("a")),
                InterleavedScene.of(lapsed, sweep, fail("a"), ttl()),
                InterleavedScene.of(lapsed, sweep, takeOver("a", LeaseFilter.EXPIRED), complete("a")),
                InterleavedScene.of(lapsed, sweep, put("a"), goComplete("b")),
                InterleavedScene.of(lapsed, delete, release("a"), acquire("b")),
                InterleavedScene.of(lapsed, delete, fail("a"), goComplete("b")),
                InterleavedScene.of(lapsed, delete, goFail("a"), goPut("b")),
                InterleavedScene.of(lapsed, sweep, delete, complete("a")),
                InterleavedScene.of(lapsed, sweep, sweep("sweep, too", SWEEP), acquire("a")),
                InterleavedScene.of(live, any, renew("a", SECOND), put("b")),
                InterleavedScene.of(live, any, complete("a"), acquire("a")),
                InterleavedScene.of(live, any, reset("a", ResetOptions.defaults()), goReset("b")),
                InterleavedScene.of(
                        List.of(withPayload(lapsed("a"))),
                        sweep("sweep include", INCLUDE),
                        release("a"),
                        takeOver("a", LeaseFilter.ANY)));
    }

    /** Four to six at random, over a few claims, while time passes. */
    static InterleavedScene random(SplittableRandom random) {
        List<String> ids = List.of("a", "b", "c", ODD);
        List<BsonDocument> claims = new ArrayList<>();
        for (String id : ids) {
            BsonDocument claim = random.nextBoolean() ? lapsed(id) : live(id);
            claims.add(random.nextInt(3) == 0 ? withPayload(claim) : claim);
        }
        List<Part> parts = new ArrayList<>(List.of(randomSweep(random), randomSweep(random)));
        if (random.nextBoolean()) {
            parts.add(clock(SECOND, LEASE, Duration.ofMinutes(10)));
        }
        int all = 4 + random.nextInt(3);
        while (parts.size() < all) {
            List<Part> others = others(ids.get(random.nextInt(ids.size())));
            parts.add(others.get(random.nextInt(others.size())));
        }
        return new InterleavedScene(claims, parts, true);
    }

    private static Part randomSweep(SplittableRandom random) {
        LeaseFilter lease = random.nextBoolean() ? LeaseFilter.ANY : LeaseFilter.EXPIRED;
        Payloads payloads = random.nextBoolean() ? Payloads.INCLUDE : Payloads.SKIP;
        boolean delete = random.nextBoolean();
        int batch = 1 + random.nextInt(4);
        String name = "sweep " + lease + " " + payloads + (delete ? " --delete" : "") + " by " + batch;
        ResetOptions options = new ResetOptions(payloads, delete, null);
        return sweep(name, SWEEP.withLease(lease).withReset(options).withBatch(batch));
    }
}
