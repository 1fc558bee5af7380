package io.claimctl.claim;

import static io.claimctl.claim.InterleavedCommands.byIdAlone;
import static io.claimctl.claim.InterleavedCommands.lessOrEqual;
import static io.claimctl.claim.InterleavedCommands.without;
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
import static io.claimctl.claim.InterleavedParts.lapsed;
import static io.claimctl.claim.InterleavedParts.live;
import static io.claimctl.claim.InterleavedParts.put;
import static io.claimctl.claim.InterleavedParts.release;
import static io.claimctl.claim.InterleavedParts.renew;
import static io.claimctl.claim.InterleavedParts.reset;
import static io.claimctl.claim.InterleavedParts.sweep;
import static io.claimctl.claim.InterleavedParts.takeOver;
import static io.claimctl.claim.InterleavedParts.then;
import static io.claimctl.claim.InterleavedParts.withPayload;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.InterleavedScene.Part;
import io.claimctl.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The interleaver can see: with one mistake in the library, the same scenes and checks find a promise that is broken. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InterleaverSeesTest {
    private static final Part ANY_LEASE = sweep("sweep any", ANY);
    private static final Part ALL_OF_IT = sweep("sweep all", ALL);
    private static final Part DELETING = sweep("sweep --delete", DELETE);
    private static final List<BsonDocument> LAPSED = List.of(lapsed("a"), lapsed("b"));
    private static final List<BsonDocument> LIVE = List.of(live("a"), live("b"));
    private static final List<BsonDocument> ENDING = List.of(claim("a", HOUR.negated(), SECOND));
    private static final List<BsonDocument> MESSAGE = List.of(withPayload(live("a")));
    private static final List<BsonDocument> FRESH = List.of(claim("a", Duration.ZERO, LEASE));
    private static final List<BsonDocument> FRESH_ODD = List.of(claim(ODD, Duration.ZERO, LEASE));
    private static final List<BsonDocument> FRESH_MESSAGE = List.of(withPayload(claim("a", Duration.ZERO, LEASE)));
    private static final List<BsonDocument> LAPSED_AND_TWIN = List.of(lapsed("a"), claim("b", Duration.ZERO, LEASE));
    private static final List<BsonDocument> LIVE_AND_TWIN =
            List.of(claim("a", HOUR.negated(), LEASE.dividedBy(2)), claim("b", Duration.ZERO, LEASE));

    private ScriptedServer server;
    private InterleavedWorld world;
    private final List<String> table = new ArrayList<>();

    /** @param scene one of those that the library passes, in which it is to be caught */
    private record Mistake(String name, InterleavedVariant variant, InterleavedScene scene) {
        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeAll
    void open() {
        server = new ScriptedServer();
        world = new InterleavedWorld(server.uri());
    }

    @AfterAll
    void close() throws IOException {
        Files.write(Path.of("target/interleaver-table.txt"), table);
        world.close();
        server.close();
    }

    private static Mistake mistake(String name, UnaryOperator<BsonDocument> rewrite, InterleavedScene scene) {
        return new Mistake(name, InterleavedMistakes.rewriting(rewrite), scene);
    }

    private static InterleavedScene of(List<BsonDocument> claims, Part... parts) {
        return InterleavedScene.of(claims, parts);
    }

    private static InterleavedScene late(List<BsonDocument> claims, Part... parts) {
        return InterleavedScene.timed(claims, then(parts[0]), parts[1], clock(LEASE.plus(SECOND)));
    }

    private static InterleavedScene timed(List<BsonDocument> claims, Part other) {
        return InterleavedScene.timed(claims, clock(SECOND, MILLI), other);
    }

    private static InterleavedScene setBack(List<BsonDocument> claims, SweepRequest request) {
        return InterleavedScene.timed(claims, clock(SECOND.plus(MILLI), MILLI.negated()), sweep("sweep", request));
    }

    static Stream<Mistake> mistakes() {
        return Stream.of(byToken(), taking(), sweeping(), resettingAlone(), deleting(), reporting())
                .flatMap(mistakes -> mistakes);
    }

    private static Stream<Mistake> byToken() {
        String worker = Fields.WORKER_ID;
        String status = Fields.STATUS;
        return Stream.of(
                mistake(
                        "complete: no worker_id",
                        without(InterleavedCommands::completes, worker),
                        of(LAPSED, complete("a"), acquire("a"))),
                mistake(
                        "complete: no status",
                        without(InterleavedCommands::completes, status),
                        of(LIVE, complete("a"), ANY_LEASE)),
                new Mistake(
                        "complete: reads, then decides",
                        InterleavedMistakes.readsBeforeDeciding(),
                        of(LAPSED, complete("a"), acquire("a"))),
                mistake(
                        "renew: no worker_id",
                        without(InterleavedCommands::renews, worker),
                        of(LAPSED, renew("a", HOUR), acquire("a"))),
                mistake(
                        "renew: no status",
                        without(InterleavedCommands::renews, status),
                        of(LIVE, renew("a", HOUR.multipliedBy(2)), complete("a"))),
                mistake(
                        "renew: no expires_at",
                        without(InterleavedCommands::renews, Fields.EXPIRES_AT),
                        timed(ENDING, renew("a", HOUR))),
                mistake(
                        "release: no worker_id",
                        without(InterleavedCommands::releases, worker),
                        of(LAPSED, release("a"), acquire("a"))),
                mistake(
                        "release: no status",
                        without(InterleavedCommands::releases, status),
                        of(LIVE, release("a"), complete("a"))),
                mistake(
                        "release: no payload",
                        without(InterleavedCommands::releases, Fields.PAYLOAD),
                        of(LIVE, release("a"), put("a"))),
                mistake(
                        "store: no worker_id",
                        without(InterleavedCommands::puts, worker),
                        of(LAPSED, put("a"), acquire("a"))),
                mistake("store: no status", without(InterleavedCommands::puts, status), of(LIVE, put("a"), ANY_LEASE)));
    }

    private static Stream<Mistake> taking() {
        Part any = takeOver("a", LeaseFilter.ANY);
        return Stream.of(
                mistake(
                        "acquire: it need not be free",
                        without(InterleavedCommands::acquires, "$or"),
                        of(LIVE, acquire("a"), renew("a", HOUR))),
                mistake(
                        "acquire: <= at expiry",
                        lessOrEqual(InterleavedCommands::acquires),
                        timed(ENDING, acquire("a"))),
                mistake(
                        "acquire: no fence",
                        without(InterleavedCommands::acquires, Fields.FENCE),
                        of(LAPSED, fail("a"), acquire("a"))),
                mistake(
                        "take over: no worker_id",
                        without(InterleavedCommands::takesOver, Fields.WORKER_ID),
                        of(FRESH, any, any)),
                mistake(
                        "take over: no status",
                        without(InterleavedCommands::takesOver, Fields.STATUS),
                        of(FRESH, any, complete("a", LEASE))),
                mistake(
                        "take over: no updated_at",
                        without(InterleavedCommands::takesOver, Fields.UPDATED_AT),
                        of(LIVE, any, renew("a", SECOND))),
                mistake(
                        "take over: no expires_at",
                        without(InterleavedCommands::takesOver, Fields.EXPIRES_AT),
                        of(FRESH, any, renew("a", LEASE.plus(SECOND)))),
                mistake(
                        "take over: no payload",
                        without(InterleavedCommands::takesOver, Fields.PAYLOAD),
                        of(LIVE, any, put("a"))),
                mistake(
                        "take over: <= at expiry",
                        lessOrEqual(InterleavedCommands::takesOver),
                        timed(ENDING, takeOver("a", LeaseFilter.EXPIRED))));
    }

    private static Stream<Mistake> sweeping() {
        return Stream.of(
                mistake(
                        "sweep: by id alone",
                        byIdAlone(InterleavedCommands::sweeps),
                        of(LAPSED, sweep("sweep", SWEEP), complete("a"))),
                mistake(
                        "sweep: no worker_id",
                        without(InterleavedCommands::sweeps, Fields.WORKER_ID),
                        late(LAPSED_AND_TWIN, ANY_LEASE, acquire("a"))),
                mistake(
                        "sweep: no status",
                        without(InterleavedCommands::sweeps, Fields.STATUS),
                        late(LAPSED_AND_TWIN, ANY_LEASE, complete("a", LEASE))),
                mistake(
                        "sweep: no updated_at",
                        without(InterleavedCommands::sweeps, Fields.UPDATED_AT),
                        of(LIVE, ANY_LEASE, renew("a", SECOND))),
                mistake(
                        "sweep: no expires_at",
                        without(InterleavedCommands::sweeps, Fields.EXPIRES_AT),
                        late(LIVE_AND_TWIN, ANY_LEASE, renew("a", LEASE.plus(SECOND)))),
                mistake(
                        "sweep: no payload",
                        without(InterleavedCommands::sweeps, Fields.PAYLOAD),
                        of(LIVE, ANY_LEASE, put("a"))),
                mistake("sweep: <= at expiry", lessOrEqual(InterleavedCommands::sweeps), setBack(ENDING, SWEEP)));
    }

    private static Stream<Mistake> resettingAlone() {
        Part include = sweep("sweep include any", ANY.withReset(INCLUDE.reset()));
        return Stream.of(
                mistake(
                        "sweep, one by one: no worker_id",
                        without(InterleavedCommands::resets, Fields.WORKER_ID),
                        late(FRESH_MESSAGE, include, takeOver("a", LeaseFilter.ANY))),
                mistake(
                        "sweep, one by one: no status",
                        without(InterleavedCommands::resets, Fields.STATUS),
                        late(FRESH_ODD, include, complete(ODD, LEASE))),
                mistake(
                        "sweep, one by one: no updated_at",
                        without(InterleavedCommands::resets, Fields.UPDATED_AT),
                        of(MESSAGE, include, renew("a", SECOND))),
                mistake(
                        "sweep, one by one: no expires_at",
                        without(InterleavedCommands::resets, Fields.EXPIRES_AT),
                        late(FRESH_MESSAGE, include, renew("a", LEASE.plus(SECOND)))),
                mistake(
                        "sweep, one by one: no payload",
                        without(InterleavedCommands::resets, Fields.PAYLOAD),
                        of(MESSAGE, include, put("a"))),
                mistake(
                        "sweep, one by one: <= at expiry",
                        lessOrEqual(InterleavedCommands::resets),
                        setBack(List.of(withPayload(claim("a", HOUR.negated(), SECOND))), INCLUDE)));
    }

    private static Stream<Mistake> deleting() {
        return Stream.of(
                mistake(
                        "delete: no reset_by",
                        without(InterleavedCommands::deletes, Fields.RESET_BY),
                        of(LAPSED, DELETING, sweep("sweep", SWEEP))),
                mistake(
                        "delete: no worker_id",
                        without(InterleavedCommands::deletes, Fields.WORKER_ID),
                        of(LAPSED, DELETING, goFail("a"))),
                mistake(
                        "delete: no status",
                        without(InterleavedCommands::deletes, Fields.STATUS),
                        of(LAPSED, DELETING, goComplete("a"))),
                mistake(
                        "delete: no payload",
                        without(InterleavedCommands::deletes, Fields.PAYLOAD),
                        of(LAPSED, DELETING, goPut("a"))),
                mistake(
                        "delete, one by one: no reset_by",
                        without(InterleavedCommands::deletes, Fields.RESET_BY),
                        of(MESSAGE, ALL_OF_IT, reset("a", INCLUDE.reset()))),
                mistake(
                        "delete, one by one: no worker_id",
                        without(InterleavedCommands::deletes, Fields.WORKER_ID),
                        of(MESSAGE, ALL_OF_IT, goFail("a"))),
                mistake(
                        "delete, one by one: no status",
                        without(InterleavedCommands::deletes, Fields.STATUS),
                        of(MESSAGE, ALL_OF_IT, goComplete("a"))),
                mistake(
                        "delete, one by one: no payload",
                        without(InterleavedCommands::deletes, Fields.PAYLOAD),
                        of(List.of(lapsed(ODD)), DELETING, goPut(ODD))));
    }

    private static Stream<Mistake> reporting() {
        Part byTwo = sweep("sweep any by two", ANY.withBatch(2));
        return Stream.of(
                new Mistake(
                        "reset_by: one for all batches",
                        InterleavedMistakes.marks(true),
                        of(LAPSED, byTwo, then(goAcquire("a", SECOND.multipliedBy(9)), goComplete("a")))),
                new Mistake(
                        "reset_by: unset by acquire",
                        InterleavedMistakes.rewriting(InterleavedCommands::dropsMark),
                        of(LAPSED, sweep("sweep", SWEEP), acquire("a"), acquire("b"))),
                new Mistake(
                        "gone: guessed from a read alone",
                        InterleavedMistakes.guessesGone(),
                        of(LAPSED, sweep("sweep", SWEEP), then(goAcquire("b", Duration.ZERO), goReset("a")))));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void a_mistake_breaks_a_promise(Mistake mistake) {
        Interleaver.Explored explored = new Interleaver(world, mistake.variant()).all(mistake.scene());
        table.add("| %s | %s | %d | %s |"
                .formatted(
                        mistake,
                        mistake.scene(),
                        explored.schedules(),
                        explored.broken().orElse("NOT CAUGHT")));
        assertThat(explored.broken()).as(mistake.name()).isPresent();
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void without_it_every_promise_is_kept(Mistake mistake) {
        Interleaver interleaver = new Interleaver(world, InterleavedVariant.NONE);
        assertThat(interleaver.all(mistake.scene()).broken()).as(mistake.name()).isEmpty();
    }

    @Test
    void where_each_batch_has_its_own_mark_that_is_no_mistake() {
        Interleaver interleaver = new Interleaver(world, InterleavedMistakes.marks(false));
        for (Mistake mistake : reporting().toList()) {
            assertThat(interleaver.all(mistake.scene()).broken())
                    .as(mistake.name())
                    .isEmpty();
        }
    }
}
