package io.claimctl.claim;

import static io.claimctl.testing.FaultProxy.ANY;
import static io.claimctl.testing.FaultProxy.DRIVER;
import static io.claimctl.testing.ProxyFault.CUT_AFTER;
import static io.claimctl.testing.ProxyFault.CUT_BEFORE;
import static io.claimctl.testing.ProxyFault.CUT_IN_REPLY;
import static io.claimctl.testing.ProxyFault.LATE;
import static io.claimctl.testing.ProxyFault.LATE_IN_SILENCE;
import static io.claimctl.testing.ProxyFault.NONE;
import static io.claimctl.testing.ProxyFault.STALL_AFTER;
import static io.claimctl.testing.ProxyFault.STALL_BEFORE;
import static io.claimctl.testing.ProxyFault.delayedReply;
import static io.claimctl.testing.ProxyFault.delayedRequest;
import static io.claimctl.testing.ProxyFault.error;
import static io.claimctl.testing.ProxyFault.writeConcernError;

import io.claimctl.testing.ProxyFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * What goes wrong in one column of the fault table.
 *
 * @param block the part of the table
 * @param always whether the fault meets every mutation
 * @param brief whether it also runs on a slow server, and for variants of a mutation
 * @param arm tells the proxy
 */
record FaultColumn(String block, String name, boolean always, boolean brief, Consumer<FaultBench> arm) {
    private static final int FOR_EVER = Integer.MAX_VALUE;
    /** Errors that are also answered to a write that was applied, or will be. */
    private static final int[] MAY_BE_APPLIED = {50, 189, 262, 10107, 11600, 11601};
    /** And those that are answered only to one that was not. */
    private static final int[] NOT_ALWAYS_APPLIED = {24, 50, 112, 189, 10107, 11000, 11600, 11601};

    private static final Set<String> FIND = Set.of("find");
    private static final Set<String> ALL = Set.of(ANY);
    /** Longer than a first attempt waits, shorter than the operation. */
    private static final Duration SLOW = FaultBench.TIMEOUT.multipliedBy(7).dividedBy(10);

    static List<FaultColumn> all() {
        List<FaultColumn> all = new ArrayList<>();
        once(all);
        answered(all);
        twoInARow(all);
        forEver(all);
        beforeTheWrite(all);
        somebodyElse(all);
        return all;
    }

    private static void once(List<FaultColumn> all) {
        String block = "the write meets it once";
        Map<String, ProxyFault> faults = new LinkedHashMap<>();
        faults.put("cut before", CUT_BEFORE);
        faults.put("cut after", CUT_AFTER);
        faults.put("cut in reply", CUT_IN_REPLY);
        faults.put("late", LATE);
        faults.forEach((name, fault) -> all.add(new FaultColumn(block, name, true, true, b -> b.write(1, fault))));
        all.add(new FaultColumn(block, "late, after the next", true, true, b -> {
            b.write(1, LATE);
            b.proxy.next(b.mutation.write(), NONE.meanwhile(b.proxy::release));
        }));
        faults.clear();
        faults.put("late, in silence", LATE_IN_SILENCE);
        faults.put("request slow", delayedRequest(SLOW));
        faults.put("reply slow", delayedReply(SLOW));
        faults.put("stall before", STALL_BEFORE);
        faults.put("stall after", STALL_AFTER);
        faults.forEach((name, fault) -> all.add(new FaultColumn(block, name, true, false, b -> b.write(1, fault))));
    }

    private static void answered(List<FaultColumn> all) {
        for (boolean applied : new boolean[] {false, true}) {
            String block = "the write is answered with an error, " + (applied ? "applied" : "not applied");
            for (int code : applied ? MAY_BE_APPLIED : NOT_ALWAYS_APPLIED) {
                all.add(new FaultColumn(block, "" + code, true, false, b -> b.write(1, error(code, applied))));
            }
            for (int code : new int[] {64, 91, 100}) {
                all.add(new FaultColumn(
                        block, "wce " + code, true, code != 64, b -> b.write(1, writeConcernError(code, applied))));
            }
        }
    }

    private static void twoInARow(List<FaultColumn> all) {
        String block = "two in a row";
        pair(all, block, "cut before, cut before", CUT_BEFORE, CUT_BEFORE);
        pair(all, block, "cut before, cut after", CUT_BEFORE, CUT_AFTER);
        pair(all, block, "cut after, cut before", CUT_AFTER, CUT_BEFORE);
        pair(all, block, "cut after, cut after", CUT_AFTER, CUT_AFTER);
        pair(all, block, "late, late", LATE, LATE);
        pair(all, block, "late, cut after", LATE, CUT_AFTER);
        pair(all, block, "wce 91, cut before", writeConcernError(91, true), CUT_BEFORE);
        pair(all, block, "10107, cut after", error(10107, false), CUT_AFTER);
        pair(all, block, "cut after, 24", CUT_AFTER, error(24, false));
        pair(all, block, "late, 24", LATE, error(24, false));
        pair(all, block, "late, 13", LATE, error(13, false));
        then(all, block, "cut before, find cut", CUT_BEFORE, FIND, 2, CUT_BEFORE); // the driver reads twice
        then(all, block, "cut after, find cut", CUT_AFTER, FIND, 2, CUT_BEFORE);
        then(all, block, "cut after, find 123", CUT_AFTER, FIND, 1, error(123, false));
        then(all, block, "late, find stalls", LATE, FIND, 1, STALL_AFTER);
        then(all, block, "cut after, find stalls", CUT_AFTER, FIND, 1, STALL_BEFORE);
        then(all, block, "cut after, clock cut", CUT_AFTER, FaultBench.CLOCK, 1, CUT_BEFORE);
        then(all, block, "cut before, clock cut", CUT_BEFORE, FaultBench.CLOCK, 2, CUT_BEFORE);
        then(all, block, "late, clock stalls", LATE, FaultBench.CLOCK, 1, STALL_BEFORE);
    }

    private static void forEver(List<FaultColumn> all) {
        String block = "for ever";
        Map<String, ProxyFault> faults = new LinkedHashMap<>();
        faults.put("cut before", CUT_BEFORE);
        faults.put("cut after", CUT_AFTER);
        faults.put("late", LATE);
        faults.put("stall before", STALL_BEFORE);
        faults.put("stall after", STALL_AFTER);
        faults.put("10107, not applied", error(10107, false));
        faults.put("wce 91, applied", writeConcernError(91, true));
        faults.put("wce 91, not applied", writeConcernError(91, false));
        faults.forEach((name, fault) ->
                all.add(new FaultColumn(block, name, true, name.startsWith("cut"), b -> b.write(FOR_EVER, fault))));
        then(all, block, "cut after, find cut", CUT_AFTER, FIND, FOR_EVER, CUT_BEFORE);
        then(all, block, "cut before, find stalls", CUT_BEFORE, FIND, FOR_EVER, STALL_BEFORE);
        then(all, block, "cut after, clock stalls", CUT_AFTER, FaultBench.CLOCK, FOR_EVER, STALL_BEFORE);
        then(all, block, "cut before, all cut", CUT_BEFORE, ALL, FOR_EVER, CUT_BEFORE);
        then(all, block, "cut after, all stalls", CUT_AFTER, ALL, FOR_EVER, STALL_BEFORE);
        then(all, block, "late, all stalls", LATE, ALL, FOR_EVER, STALL_AFTER);
        Set<String> everything = Set.of(ANY, DRIVER);
        then(all, block, "cut after, silence", CUT_AFTER, everything, FOR_EVER, STALL_BEFORE);
        then(all, block, "stall before, silence", STALL_BEFORE, everything, FOR_EVER, STALL_BEFORE);
        for (ProxyFault fault : List.of(CUT_BEFORE, CUT_AFTER)) {
            String name = (fault == CUT_BEFORE ? "cut before" : "cut after") + ", server gone";
            all.add(new FaultColumn(block, name, true, true, b -> b.write(1, fault.meanwhile(b.proxy::vanish))));
        }
    }

    private static void beforeTheWrite(List<FaultColumn> all) {
        String block = "before the write";
        all.add(new FaultColumn(block, "clock cut", false, true, b -> b.rule(FaultBench.CLOCK, FOR_EVER, CUT_BEFORE)));
        all.add(new FaultColumn(
                block, "clock stalls", false, false, b -> b.rule(FaultBench.CLOCK, FOR_EVER, STALL_AFTER)));
        all.add(new FaultColumn(block, "look cut", false, true, b -> b.rule(Set.of("listCollections"), 2, CUT_BEFORE)));
        all.add(new FaultColumn(block, "all stalls", false, false, b -> b.rule(ALL, FOR_EVER, STALL_BEFORE)));
        all.add(new FaultColumn(block, "server gone", false, true, b -> b.proxy.vanish()));
    }

    /** What others make of the claim while nobody knows what came of the write. */
    private static void somebodyElse(List<FaultColumn> all) {
        Map<String, Consumer<FaultBench>> others = new LinkedHashMap<>();
        others.put("takes it", b -> b.takenByOthers("processing"));
        others.put("completes it", b -> b.takenByOthers("completed"));
        others.put(
                "lets it lapse",
                b -> b.set("a", new BsonDocument("expires_at", FaultBench.fromNow(Duration.ofMinutes(-1)))));
        others.put("releases it", FaultColumn::release);
        others.put(
                "completes it by our token", b -> b.set("a", new BsonDocument("status", new BsonString("completed"))));
        others.put("deletes it", FaultBench::deleteByOthers);
        Map<String, ProxyFault> faults = new LinkedHashMap<>();
        faults.put("cut after", CUT_AFTER);
        faults.put("late", LATE);
        others.forEach((other, action) -> faults.forEach((name, fault) -> all.add(new FaultColumn(
                "somebody else " + other,
                name,
                true,
                name.equals("late"),
                b -> b.write(1, fault.meanwhile(() -> b.somebodyElse(() -> action.accept(b))))))));
    }

    private static void release(FaultBench b) {
        b.set(
                "a",
                new BsonDocument("status", new BsonString("released"))
                        .append("expires_at", FaultBench.fromNow(Duration.ofMillis(-1)))
                        .append("updated_at", FaultBench.fromNow(Duration.ZERO)));
    }

    private static void pair(List<FaultColumn> all, String block, String name, ProxyFault one, ProxyFault other) {
        boolean brief = name.startsWith("cut after") || name.startsWith("late");
        all.add(new FaultColumn(block, name, false, brief, b -> {
            b.write(1, one);
            b.write(1, other);
        }));
    }

    private static void then(
            List<FaultColumn> all,
            String block,
            String name,
            ProxyFault write,
            Set<String> names,
            int times,
            ProxyFault next) {
        all.add(new FaultColumn(
                block, name, false, false, b -> b.write(1, write.meanwhile(() -> b.rule(names, times, next)))));
    }
}
