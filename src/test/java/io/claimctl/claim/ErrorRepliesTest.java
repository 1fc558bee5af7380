package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.StoreException.Kind;
import io.claimctl.testing.RealReply;
import io.claimctl.testing.ScriptedServer;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Feeds every error that a real MongoDB was seen to answer to the operation that sends such a command. */
class ErrorRepliesTest {
    private static final String[] FILES = {
        "refusals", "mutations", "privileges", "collections", "server", "streams", "plans"
    };
    /** What each reply must come to: an outcome, a kind of failure, or a result of a sweep. */
    private static final Map<String, Object> EXPECTED = new LinkedHashMap<>();
    /** Replies to commands that the library does not send. */
    private static final Set<String> NOT_SENT = Set.of(
            "capped, findAndModify remove",
            "upsert by update, duplicate _id",
            "wrong password",
            "unknown user",
            "reader: serverStatus",
            "reader: getParameter",
            "writer: serverStatus",
            "writer: getParameter",
            "least: serverStatus",
            "least: getParameter",
            "least: collStats");

    static {
        EXPECTED.put("capped, update changes size", Kind.REFUSED);
        EXPECTED.put("capped, findAndModify changes size", Kind.REFUSED);
        EXPECTED.put("capped, delete", Kind.REFUSED);
        EXPECTED.put("validator refuses an acquire", Kind.REFUSED);
        EXPECTED.put("write concern that cannot be met", SweptClaim.Result.UNCLEAR);
        EXPECTED.put("write concern unknown tag", SweptClaim.Result.UNCLEAR);
        EXPECTED.put("findAndModify with an unmet write concern", Acquired.class);
        EXPECTED.put("findAndModify applied, writeConcernError 91", Acquired.class);
        for (int code : new int[] {10107, 11602, 189, 89, 262, 6}) {
            EXPECTED.put("failCommand errorCode " + code, SweptClaim.Result.UNCLEAR);
        }
        EXPECTED.put("failCommand errorCode 24", Kind.TIMED_OUT);
        EXPECTED.put("failCommand errorCode 112", Kind.TIMED_OUT);
        EXPECTED.put("maxTimeMS exceeded", Kind.TIMED_OUT);
        EXPECTED.put("bad hint", Kind.REFUSED);
        EXPECTED.put("cursor not found", Kind.TIMED_OUT);
        EXPECTED.put("bad operator", Kind.REFUSED);
        EXPECTED.put("pipeline update in upsert with $expr", Kind.REFUSED);
        EXPECTED.put("acquire, held", Held.class);
        EXPECTED.put("acquire, free but its fence is not lower", Held.class);
        EXPECTED.put("insert, duplicate _id", Fenced.class);
        EXPECTED.put("acquire, duplicate on another unique index", Kind.DUPLICATE_KEY);
        EXPECTED.put("acquire without logging in", Kind.DENIED);
        EXPECTED.put("find without logging in", Kind.DENIED);
        EXPECTED.put("reader: acquire", Kind.DENIED);
        EXPECTED.put("reader: delete", Kind.DENIED);
        EXPECTED.put("reader: createIndexes", Kind.DENIED);
        EXPECTED.put("reader: listIndexes", "done");
        EXPECTED.put("least: delete", Kind.DENIED);
        EXPECTED.put("least: createIndexes", Kind.DENIED);
        EXPECTED.put("least: listIndexes", Kind.DENIED);
        EXPECTED.put("least: listCollections", Acquired.class);
        EXPECTED.put("createIndexes, same keys, other options", Kind.REFUSED);
        EXPECTED.put("createIndexes, same keys without TTL", Kind.REFUSED);
        EXPECTED.put("createIndexes, same keys, other name", Kind.REFUSED);
        EXPECTED.put("createIndexes, same name, other keys", Kind.REFUSED);
        EXPECTED.put("create capped again", Kind.REFUSED);
        EXPECTED.put("create capped again, other size", Kind.REFUSED);
        EXPECTED.put("listIndexes of a collection that is not there", "done");
        EXPECTED.put("unknown command", "done");
    }

    private static List<RealReply> errors() {
        return Stream.of(FILES)
                .flatMap(RealReply::of)
                .filter(r -> isError(r.reply()))
                .toList();
    }

    private static boolean isError(BsonDocument reply) {
        boolean failed = reply.isNumber("ok") && reply.getNumber("ok").intValue() == 0;
        return failed || reply.containsKey("writeErrors") || reply.containsKey("writeConcernError");
    }

    static Stream<Arguments> fed() {
        return errors().stream()
                .filter(r -> !NOT_SENT.contains(r.name()))
                .map(r -> Arguments.of(
                        r.name(), r.command().isEmpty() ? "" : r.command().getFirstKey(), r.reply()));
    }

    @Test
    void every_error_reply_at_hand_is_expected_to_come_to_something() {
        Set<String> names = new TreeSet<>();
        errors().forEach(r -> names.add(r.name()));
        Set<String> told = new HashSet<>(EXPECTED.keySet());
        told.addAll(NOT_SENT);
        assertThat(told).containsExactlyInAnyOrderElementsOf(names);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fed")
    void each_error_reply_comes_to_the_right_outcome_or_kind(String name, String command, BsonDocument reply) {
        try (ScriptedServer server = new ScriptedServer();
                Fixture f = new Fixture(server.uri())) {
            f.insert(f.processing("held", OURS, HOUR, MINUTE));
            for (int i = 0; i < 3; i++) {
                f.insert(f.processing("stale" + i, Tokens.random().next(), MINUTE.negated(), HOUR));
            }
            assertThat(fed(name, command, reply, server, f)).isEqualTo(EXPECTED.get(name));
        }
    }

    private Object fed(String name, String command, BsonDocument reply, ScriptedServer server, Fixture f) {
        ClaimStore store = f.store.withTimeout(Duration.ofSeconds(5));
        try {
            String id = name.equals("acquire, held") || name.startsWith("acquire, free") ? "held" : "new";
            if (name.contains("find") && !command.equals("findAndModify")) {
                server.answerNext("find", reply, false);
                return store.find("held");
            }
            return switch (command) {
                case "findAndModify" -> {
                    server.answerNext(command, reply, reply.containsKey("writeConcernError"));
                    yield store.acquire(id, MINUTE).getClass();
                }
                case "update" -> {
                    server.answerNext(command, reply, false);
                    SweptClaim.Result[] result = new SweptClaim.Result[1];
                    store.sweep(SweepRequest.olderThan(MINUTE), new SweepListener() {
                        @Override
                        public void afterBatch(List<SweptClaim> swept) {
                            result[0] = swept.get(0).result();
                        }
                    });
                    yield result[0];
                }
                case "delete" -> {
                    server.answerNext(command, reply, false);
                    yield store.reset(f.seen("held"), new ResetOptions(Payloads.SKIP, true, null))
                            .getClass();
                }
                case "insert" -> {
                    f.steering.beforeNext("insert", () -> f.insert(f.processing("new", Fixture.THEIRS, HOUR, MINUTE)));
                    server.answerNext(
                            "insert", new BsonDocument("ok", new BsonInt32(1)).append("n", new BsonInt32(1)), true);
                    server.answerNext("insert", reply, false);
                    yield store.completeOrRecord(Lease.of("new", OURS), HOUR).getClass();
                }
                case "find", "aggregate" -> {
                    server.answerNext("find", reply, false);
                    yield store.list(ClaimQuery.all()).hasNext();
                }
                case "getMore" -> {
                    server.answerNext("find", openCursor(), false);
                    server.answerNext(command, reply, false);
                    yield store.list(ClaimQuery.all()).hasNext();
                }
                case "listCollections" -> {
                    server.answerNext(command, reply, false);
                    yield store.acquire(id, MINUTE).getClass();
                }
                case "createIndexes", "listIndexes" -> {
                    server.answerNext(command, reply, false);
                    store.createIndexes();
                    yield "done";
                }
                case "create" -> {
                    server.answerNext(command, reply, false);
                    store.createCapped(65_536, null);
                    yield "done";
                }
                case "noSuchCommand" -> {
                    server.answerNext("hello", reply, false);
                    ClaimStore.on(f.steered, f.namespace).time();
                    yield "done";
                }
                default -> throw new AssertionError("no operation sends " + command);
            };
        } catch (StoreException e) {
            assertThat(e.getCause() == null || e.getCause() instanceof com.mongodb.MongoException)
                    .isTrue();
            assertThat(e.getMessage()).doesNotContain("$or", "findAndModify: ");
            return e.kind();
        }
    }

    private static BsonDocument openCursor() {
        return new BsonDocument(
                        "cursor",
                        new BsonDocument("id", new BsonInt64(4242))
                                .append("ns", new BsonString("claimctl_test.c"))
                                .append("firstBatch", new org.bson.BsonArray()))
                .append("ok", new BsonInt32(1));
    }
}
