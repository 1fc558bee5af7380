package io.claimctl.claim;

import static io.claimctl.claim.InterleavedParts.ALL;
import static io.claimctl.claim.InterleavedParts.ANY;
import static io.claimctl.claim.InterleavedParts.DELETE;
import static io.claimctl.claim.InterleavedParts.HOUR;
import static io.claimctl.claim.InterleavedParts.INCLUDE;
import static io.claimctl.claim.InterleavedParts.LEASE;
import static io.claimctl.claim.InterleavedParts.MILLI;
import static io.claimctl.claim.InterleavedParts.ODD;
import static io.claimctl.claim.InterleavedParts.SECOND;
import static io.claimctl.claim.InterleavedParts.SWEEP;
import static io.claimctl.claim.InterleavedParts.acquire;
import static io.claimctl.claim.InterleavedParts.claim;
import static io.claimctl.claim.InterleavedParts.clock;
import static io.claimctl.claim.InterleavedParts.complete;
import static io.claimctl.claim.InterleavedParts.fail;
import static io.claimctl.claim.InterleavedParts.goAcquire;
import static io.claimctl.claim.InterleavedParts.goComplete;
import static io.claimctl.claim.InterleavedParts.goFail;
import static io.claimctl.claim.InterleavedParts.goPut;
import static io.claimctl.claim.InterleavedParts.goReset;
import static io.claimctl.claim.InterleavedParts.hand;
import static io.claimctl.claim.InterleavedParts.lapsed;
import static io.claimctl.claim.InterleavedParts.live;
import static io.claimctl.claim.InterleavedParts.put;
import static io.claimctl.claim.InterleavedParts.release;
import static io.claimctl.claim.InterleavedParts.renew;
import static io.claimctl.claim.InterleavedParts.reset;
import static io.claimctl.claim.InterleavedParts.sweep;
import static io.claimctl.claim.InterleavedParts.takeOver;
import static io.claimctl.claim.InterleavedParts.then;
import static io.claimctl.claim.InterleavedParts.ttl;
import static io.claimctl.claim.InterleavedParts.withPayload;
import static io.claimctl.claim.InterleavedParts.work;
import static io.claimctl.claim.InterleavedWorld.START;

import io.claimctl.claim.InterleavedScene.Part;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.BsonDocument;

/** The scenes that the library passes. */
final class InterleavedScenes {
    private InterleavedScenes() {}

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
        }
        for (Part other : List.of(complete("a"), put("b"), work("a"), fail("c"), goFail("b"), ttl())) {
            scenes.add(InterleavedScene.of(
                    List.of(withPayload(lapsed("a")), lapsed("b"), lapsed("c")),
                    sweep("sweep include by two", INCLUDE.withBatch(2)),
                    other));
        }
        // Met again in a later batch: taken meanwhile by a worker whose clock is behind.
        scenes.add(InterleavedScene.of(
                List.of(lapsed("a"), lapsed("b")),
                sweep("sweep any by two", ANY.withBatch(2)),
                then(goAcquire("a", SECOND.multipliedBy(9)), goComplete("a"))));
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
                InterleavedScene.of(
                        mixed, sweep("sweep include", INCLUDE), sweep("sweep all by two", ALL.withBatch(2))),
                InterleavedScene.of(mixed, sweep("sweep any", ANY), sweep("sweep all by two", ALL.withBatch(2))));
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
        Part over = clock(SECOND.plus(MILLI));
        scenes.add(InterleavedScene.timed(ending, over, renew("a", LEASE), acquire("a")));
        scenes.add(InterleavedScene.timed(ending, over, complete("a"), acquire("a")));
        scenes.add(InterleavedScene.timed(ending, over, renew("a", LEASE), sweep("sweep", SWEEP)));
        scenes.add(InterleavedScene.timed(ending, over, renew("a", LEASE), takeOver("a", LeaseFilter.EXPIRED)));
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
