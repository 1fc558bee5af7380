package io.claimctl.doctor;

import static io.claimctl.doctor.Check.CAPPED;
import static io.claimctl.doctor.Check.COLLATION;
import static io.claimctl.doctor.Check.COLLECTION;
import static io.claimctl.doctor.Check.COMPLETED_EXPIRED;
import static io.claimctl.doctor.Check.FUTURE_CLAIMS;
import static io.claimctl.doctor.Check.HOST_CLOCK;
import static io.claimctl.doctor.Check.INDEXES;
import static io.claimctl.doctor.Check.MAJORITY;
import static io.claimctl.doctor.Check.MALFORMED;
import static io.claimctl.doctor.Check.MEMBER_CLOCKS;
import static io.claimctl.doctor.Check.OTHER_WORKERS;
import static io.claimctl.doctor.Check.PRIVILEGES;
import static io.claimctl.doctor.Check.RETRYABLE_WRITES;
import static io.claimctl.doctor.Check.SERVER_KIND;
import static io.claimctl.doctor.Check.SERVER_VERSION;
import static io.claimctl.doctor.Check.SHARD_KEY;
import static io.claimctl.doctor.Check.STUCK;
import static io.claimctl.doctor.Check.SWEEP_WINDOW;
import static io.claimctl.doctor.Check.TTL_INDEX;
import static io.claimctl.doctor.Check.TTL_LAG;
import static io.claimctl.doctor.Check.VALIDATOR;
import static io.claimctl.doctor.Check.WRITE_CONCERN;
import static io.claimctl.doctor.Level.ERROR;
import static io.claimctl.doctor.Level.INFO;
import static io.claimctl.doctor.Level.OK;
import static io.claimctl.doctor.Level.UNKNOWN;
import static io.claimctl.doctor.Level.WARNING;
import static io.claimctl.testing.RealReplies.listed;
import static io.claimctl.testing.RealReplies.reply;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.ProbeReply;
import io.claimctl.cli.ExitCode;
import io.claimctl.cli.RecordedRun;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every finding: made by the fault that it names, on a server that answers as a real MongoDB does, and gone with its
 * opposite, which differs in that one thing.
 */
class FindingsTest {
    /** A fault, how it is found, and its opposite. */
    record Case(
            Check check,
            Level level,
            String name,
            Consumer<CannedServer> fault,
            Level opposite,
            Consumer<CannedServer> without,
            String evidence) {
        @Override
        public String toString() {
            return check + " " + level + ": " + name;
        }
    }

    /** What is so on a server in order. */
    private static final Consumer<CannedServer> NOTHING = server -> {};

    private static Case fault(Check check, Level level, String name, Consumer<CannedServer> fault, String evidence) {
        return new Case(check, level, name, fault, OK, NOTHING, evidence);
    }

    private static Case fault(
            Check check,
            Level level,
            String name,
            Consumer<CannedServer> fault,
            Level opposite,
            Consumer<CannedServer> without,
            String evidence) {
        return new Case(check, level, name, fault, opposite, without, evidence);
    }

    static Stream<Case> cases() {
        return Stream.of(server(), clocks(), writes(), privileges(), collection(), indexes(), ttl(), claims(), shards())
                .flatMap(all -> all);
    }

    private static Stream<Case> server() {
        return Stream.of(
                fault(
                        SERVER_VERSION,
                        ERROR,
                        "older than 4.2",
                        s -> s.version(4, 1),
                        OK,
                        s -> s.version(4, 2),
                        "version 4.1.1"),
                fault(SERVER_VERSION, UNKNOWN, "denied", s -> s.denies(Question.BUILD_INFO), "may not run buildInfo"),
                fault(
                        SERVER_VERSION,
                        UNKNOWN,
                        "no version told",
                        s -> s.with(Question.BUILD_INFO, b -> b.remove("versionArray")),
                        "does not say"),
                fault(SERVER_KIND, INFO, "standalone", CannedServer::standalone, "a standalone server"),
                fault(
                        SERVER_KIND,
                        INFO,
                        "no topologyVersion, which MongoDB has told since 4.4",
                        s -> s.with(Question.HELLO, h -> h.remove("topologyVersion")),
                        OK,
                        s -> s.version(4, 2).with(Question.HELLO, h -> h.remove("topologyVersion")),
                        "hello has no topologyVersion"),
                fault(
                        SERVER_KIND,
                        INFO,
                        "a time that is no date",
                        s -> s.with(
                                Question.HELLO,
                                h -> h.put("localTime", new BsonInt64(CannedServer.NOW.toEpochMilli()))),
                        "hello.localTime is no date"),
                fault(
                        SERVER_KIND,
                        INFO,
                        "it says that it is FerretDB",
                        s -> s.with(Question.BUILD_INFO, "{ferretdb: {version: 'v1.24.0'}}"),
                        "buildInfo holds ferretdb"),
                fault(
                        SERVER_KIND,
                        INFO,
                        "unknown commands have another code",
                        s -> s.refuses(Question.MEMBERS, 115, "not supported"),
                        OK,
                        s -> s.refuses(Question.MEMBERS, 59, "no such command"),
                        "replSetGetStatus is refused with code 115"),
                fault(SERVER_KIND, UNKNOWN, "no hello", s -> s.isSilentAt(Question.HELLO), "hello was not answered"));
    }

    private static Consumer<CannedServer> serverTime(long millisAhead) {
        return s -> s.with(
                Question.HELLO,
                h -> h.put("localTime", new org.bson.BsonDateTime(CannedServer.NOW.toEpochMilli() + millisAhead)));
    }

    private static CannedServer future(CannedServer server, long millisAhead) {
        return server.counts("{total: 1, future: 1}")
                .lists(
                        Question.FUTURE,
                        "{_id: 'a', worker_id: 'pod-7:00', updated_at: {$date: '2026-11-29T17:18:00Z'}, created_at: {$date:"
                                + " '" + CannedServer.NOW.plusMillis(millisAhead) + "'}}");
    }

    private static Stream<Case> clocks() {
        return Stream.of(
                fault(HOST_CLOCK, WARNING, "behind", serverTime(1_010), OK, serverTime(1_000), "1.0 s behind"),
                fault(HOST_CLOCK, WARNING, "ahead", serverTime(-1_010), OK, serverTime(-1_000), "1.0 s ahead of"),
                fault(
                        HOST_CLOCK,
                        UNKNOWN,
                        "no time told",
                        s -> s.with(Question.HELLO, h -> h.remove("localTime")),
                        "does not tell its time"),
                fault(HOST_CLOCK, UNKNOWN, "no hello", s -> s.isSilentAt(Question.HELLO), "hello was not answered"),
                fault(
                        MEMBER_CLOCKS,
                        ERROR,
                        "farther apart than the margin",
                        s -> s.threeMembers(0, 510, 200),
                        OK,
                        s -> s.threeMembers(0, 500, 200),
                        "the clock of b:1 is at least 507 ms ahead of that of a:1"),
                fault(
                        MEMBER_CLOCKS,
                        ERROR,
                        "behind",
                        s -> s.threeMembers(0, -900, 200),
                        OK,
                        s -> s.threeMembers(0, -100, 200),
                        "the clock of c:1 is at least 1.0 s ahead of that of b:1"),
                fault(
                        MEMBER_CLOCKS,
                        UNKNOWN,
                        "one was not reached",
                        s -> s.threeMembers(0, 10),
                        OK,
                        s -> s.threeMembers(0, 10, 20),
                        "the clock of c:1 could not be read"),
                fault(MEMBER_CLOCKS, UNKNOWN, "behind a router", CannedServer::sharded, "a router does not tell"),
                fault(
                        FUTURE_CLAIMS,
                        WARNING,
                        "made by a worker whose clock is ahead",
                        s -> future(s, 3_201),
                        OK,
                        s -> future(s, 1),
                        "the clock of worker pod-7:00 is at least 3.2 s ahead (claim a)"),
                fault(FUTURE_CLAIMS, UNKNOWN, "denied", s -> s.denies(Question.SCAN), "may not run aggregate"),
                fault(
                        FUTURE_CLAIMS,
                        UNKNOWN,
                        "no examples",
                        s -> future(s, 5).isSilentAt(Question.FUTURE),
                        "find was not answered"));
    }

    private static CannedServer concern(CannedServer server, String w) {
        return server.threeMembers(0, 0, 0).with(Question.DEFAULT_CONCERNS, "{defaultWriteConcern: {w: " + w + "}}");
    }

    private static CannedServer members(CannedServer server, int majority, int... states) {
        String members =
                Arrays.stream(states).mapToObj(s -> "{state: " + s + "}").collect(Collectors.joining(","));
        return server.with(Question.MEMBERS, "{writeMajorityCount: " + majority + ", members: [" + members + "]}");
    }

    private static Stream<Case> writes() {
        return Stream.of(
                fault(
                        RETRYABLE_WRITES,
                        INFO,
                        "standalone",
                        CannedServer::standalone,
                        "the server has no retryable writes"),
                fault(
                        RETRYABLE_WRITES,
                        INFO,
                        "no sessions",
                        s -> s.with(Question.HELLO, h -> h.remove("logicalSessionTimeoutMinutes")),
                        "the server has no retryable writes"),
                fault(
                        RETRYABLE_WRITES,
                        INFO,
                        "turned off in the connection string",
                        s -> s.request(
                                r -> new DoctorRequest(r.olderThan(), false, r.options(), r.quoting(), r.server())),
                        OK,
                        s -> s.request(
                                r -> new DoctorRequest(r.olderThan(), true, r.options(), r.quoting(), r.server())),
                        "says retryWrites=false"),
                fault(
                        WRITE_CONCERN,
                        WARNING,
                        "the default is a mode of this replica set",
                        s -> concern(s, "'here'"),
                        OK,
                        s -> concern(s, "'majority'"),
                        "the default write concern is w: \"here\""),
                fault(
                        WRITE_CONCERN,
                        WARNING,
                        "the default is one member",
                        s -> concern(s, "1"),
                        OK,
                        s -> concern(s, "'majority'"),
                        "the default write concern is w: 1"),
                fault(
                        WRITE_CONCERN,
                        WARNING,
                        "no default is set, also from 5.0 on, where it would name majority",
                        s -> s.threeMembers(0, 0, 0).version(5, 0),
                        OK,
                        s -> concern(s.version(5, 0), "'majority', wtimeout: 0"),
                        "the server names no default write concern, so it is w: 1"),
                fault(
                        WRITE_CONCERN,
                        WARNING,
                        "a server that knows no default",
                        s -> s.threeMembers(0, 0, 0)
                                .version(4, 2)
                                .refuses(Question.DEFAULT_CONCERNS, 59, "no such command"),
                        OK,
                        s -> s.version(4, 2).refuses(Question.DEFAULT_CONCERNS, 59, "no such command"),
                        "the server names no default write concern, so it is w: 1"),
                fault(
                        WRITE_CONCERN,
                        UNKNOWN,
                        "denied",
                        s -> s.threeMembers(0, 0, 0).denies(Question.DEFAULT_CONCERNS),
                        OK,
                        s -> s.denies(Question.DEFAULT_CONCERNS), // of one member it need not be known
                        "may not run getDefaultRWConcern"),
                fault(
                        MAJORITY,
                        ERROR,
                        "too few with data are up",
                        s -> members(s, 2, 1, 8, 7),
                        OK,
                        s -> members(s, 2, 1, 2, 8),
                        "1 member with data is up, and a majority is 2"),
                fault(
                        MAJORITY,
                        WARNING,
                        "an arbiter",
                        s -> members(s, 2, 1, 2, 7).with(Question.HELLO, "{arbiters: ['c:1']}"),
                        OK,
                        s -> members(s.threeMembers(0, 0, 0), 2, 1, 2, 2, 7)
                                .with(Question.HELLO, "{arbiters: ['d:1']}"), // enough without one of those with data
                        "of 2 members, 1 is an arbiter without data"),
                fault(MAJORITY, UNKNOWN, "denied", s -> s.denies(Question.MEMBERS), "may not run replSetGetStatus"),
                fault(MAJORITY, UNKNOWN, "behind a router", CannedServer::sharded, "a router does not tell"));
    }

    private static CannedServer grants(CannedServer server, String resource, String... actions) {
        return server.answers(
                Question.CONNECTION_STATUS,
                "{authInfo: {authenticatedUsers: [{user: 'u', db: 'cap'}], authenticatedUserPrivileges: [{resource: "
                        + resource + ", actions: ['" + String.join("', '", actions) + "']}]}}");
    }

    private static Stream<Case> privileges() {
        return Stream.of(
                fault(
                        PRIVILEGES,
                        INFO,
                        "one who may only read",
                        s -> s.answers(Question.CONNECTION_STATUS, reply("privileges", "reader: connectionStatus")),
                        "reader@cap may not run run, acquire"),
                fault(
                        PRIVILEGES,
                        INFO,
                        "the least role",
                        s -> s.answers(Question.CONNECTION_STATUS, reply("privileges", "least: connectionStatus")),
                        "reset --delete, stale reset --delete, stale reset --no-fenced (remove is missing)"),
                fault(
                        PRIVILEGES,
                        ERROR,
                        "nothing of this collection",
                        s -> grants(s, "{db: 'cap', collection: 'other'}", "anyAction"),
                        OK,
                        s -> grants(s, "{anyResource: true}", "anyAction"),
                        "u@cap may not run claims list"),
                fault(
                        PRIVILEGES,
                        UNKNOWN,
                        "a user of whom no privileges are told",
                        s -> s.answers(
                                Question.CONNECTION_STATUS,
                                "{authInfo: {authenticatedUsers: [{user: 'u', db: 'x'}], authenticatedUserPrivileges: []}}"),
                        "the server names no privileges of u@x"),
                fault(
                        PRIVILEGES,
                        INFO,
                        "nobody logs in",
                        s -> s.answers(Question.CONNECTION_STATUS, "{authInfo: {authenticatedUsers: []}}"),
                        "nobody has logged in, and the server does not ask for it"),
                fault(
                        PRIVILEGES,
                        ERROR,
                        "nobody has logged in where that is needed",
                        s -> s.answers(Question.CONNECTION_STATUS, "{authInfo: {authenticatedUsers: []}}")
                                .refuses(Question.SCAN, 13, "command aggregate requires authentication"),
                        INFO,
                        s -> s.answers(Question.CONNECTION_STATUS, "{authInfo: {authenticatedUsers: []}}"),
                        "and the server asks for it"),
                fault(
                        PRIVILEGES,
                        UNKNOWN,
                        "a server without connectionStatus",
                        s -> s.refuses(Question.CONNECTION_STATUS, 59, "no such command"),
                        "the server refuses connectionStatus"));
    }

    private static Stream<Case> collection() {
        return Stream.of(
                fault(
                        COLLECTION,
                        WARNING,
                        "not there",
                        s -> s.lists(Question.COLLECTION),
                        "no collection cap._message_state"),
                fault(
                        COLLECTION,
                        ERROR,
                        "a view",
                        s -> s.lists(Question.COLLECTION, "{name: '_message_state', type: 'view'}"),
                        OK,
                        s -> s.lists(Question.COLLECTION, "{name: '_message_state'}"), // as some servers list one
                        "is a view"),
                fault(
                        COLLECTION,
                        ERROR,
                        "a time series",
                        s -> s.lists(Question.COLLECTION, "{name: '_message_state', type: 'timeseries'}"),
                        "is a timeseries"),
                fault(COLLECTION, UNKNOWN, "denied", s -> s.denies(Question.COLLECTION), "may not run listCollections"),
                fault(
                        COLLATION,
                        ERROR,
                        "one that takes two ids for one",
                        s -> s.options("{collation: {locale: 'en', strength: 2}}"),
                        OK,
                        s -> s.options("{collation: {locale: 'simple'}}"),
                        "its default collation is en"),
                fault(COLLATION, UNKNOWN, "denied", s -> s.denies(Question.COLLECTION), "may not run listCollections"),
                fault(
                        CAPPED,
                        ERROR,
                        "on a server that lets no document grow there",
                        s -> s.answers(Question.COLLECTION, capped()),
                        INFO,
                        s -> s.answers(Question.COLLECTION, capped()).version(5, 1),
                        "capped at 65536 bytes and 100 documents, and the server is version 4.4.6"),
                fault(
                        CAPPED,
                        INFO,
                        "with room",
                        s -> s.answers(Question.COLLECTION, capped())
                                .version(7, 0)
                                .with(Question.SIZE, "{size: 10, count: 2}"),
                        "and holds 10 bytes in 2 documents"),
                fault(
                        CAPPED,
                        WARNING,
                        "full by documents",
                        s -> s.answers(Question.COLLECTION, capped())
                                .version(7, 0)
                                .with(Question.SIZE, "{count: 90}"),
                        INFO,
                        s -> s.answers(Question.COLLECTION, capped())
                                .version(7, 0)
                                .with(Question.SIZE, "{count: 89}"),
                        "full: 90 of 100 documents"),
                fault(
                        CAPPED,
                        WARNING,
                        "full by bytes",
                        s -> s.answers(Question.COLLECTION, capped())
                                .version(7, 0)
                                .with(Question.SIZE, "{size: 58983}"),
                        INFO,
                        s -> s.answers(Question.COLLECTION, capped())
                                .version(7, 0)
                                .with(Question.SIZE, "{size: 58982}"),
                        "full: 58983 of 65536 bytes"),
                fault(
                        CAPPED,
                        UNKNOWN,
                        "how full is not told",
                        s -> s.answers(Question.COLLECTION, capped())
                                .version(7, 0)
                                .denies(Question.SIZE),
                        "may not run collStats"),
                fault(CAPPED, UNKNOWN, "denied", s -> s.denies(Question.COLLECTION), "may not run listCollections"),
                validator(ERROR, "a field that no claim has", "{required: ['_id', 'zone']}", "it requires zone"),
                validator(
                        ERROR,
                        "no other fields",
                        "{additionalProperties: false, properties: {_id: {}, status: {}}}",
                        "does not name worker_id"),
                validator(
                        ERROR,
                        "a status left out",
                        "{properties: {status: {enum: ['processing', 'completed']}}}",
                        "status must not be released"),
                validator(
                        ERROR,
                        "a type that claims do not write",
                        "{properties: {expires_at: {bsonType: ['string', 'null']}}}",
                        "expires_at has to be [\"string\", \"null\"], and claims write a date"),
                validator(
                        INFO,
                        "one that claims pass",
                        "{bsonType: 'object', required: ['_id', 'status'], properties: {status: {bsonType: 'string', enum:"
                                + " ['processing', 'completed', 'released']}, fence: {bsonType: 'number'}, zone: {bsonType: 'int', minimum: 3}}}",
                        "the validator lets claims pass"),
                validator(
                        UNKNOWN,
                        "one that cannot be judged",
                        "{properties: {worker_id: {pattern: '^pod-'}}}",
                        "is not judged here"),
                fault(
                        VALIDATOR,
                        UNKNOWN,
                        "no schema",
                        s -> s.options("{validator: {zone: {$exists: true}}}"),
                        INFO,
                        s -> s.options("{validator: {zone: {$exists: true}}, validationAction: 'warn'}"),
                        "is not judged here: {\"zone\""),
                fault(
                        VALIDATOR,
                        INFO,
                        "one that only warns",
                        s -> s.options("{validator: {$jsonSchema: {required: ['zone']}}, validationAction: 'warn'}"),
                        OK,
                        s -> s.options("{validator: {$jsonSchema: {required: ['zone']}}, validationLevel: 'off'}"),
                        "only warns"),
                fault(VALIDATOR, UNKNOWN, "denied", s -> s.denies(Question.COLLECTION), "may not run listCollections"));
    }

    private static BsonDocument capped() {
        BsonDocument reply = listed("capped");
        reply.getDocument("cursor")
                .getArray("firstBatch")
                .get(0)
                .asDocument()
                .put("name", new org.bson.BsonString("_message_state"));
        return reply;
    }

    private static Case validator(Level level, String name, String schema, String evidence) {
        return fault(
                VALIDATOR,
                level,
                name,
                s -> s.options("{validator: {$jsonSchema: " + schema + "}, validationAction: 'error'}"),
                evidence);
    }

    private static Consumer<CannedServer> index(String name, String json) {
        return s -> s.with(
                Question.INDEXES,
                reply -> reply.getDocument("cursor").getArray("firstBatch").stream()
                        .map(i -> i.asDocument())
                        .filter(i -> i.getString("name").getValue().equals(name))
                        .forEach(i -> i.putAll(BsonDocument.parse(json))));
    }

    private static Consumer<CannedServer> without(String name) {
        return s -> s.with(
                Question.INDEXES,
                reply -> reply.getDocument("cursor")
                        .getArray("firstBatch")
                        .removeIf(
                                i -> i.asDocument().getString("name").getValue().equals(name)));
    }

    private static Consumer<CannedServer> extra(String json) {
        return s -> s.with(
                Question.INDEXES,
                reply -> reply.getDocument("cursor").getArray("firstBatch").add(BsonDocument.parse(json)));
    }

    private static Stream<Case> indexes() {
        return Stream.of(
                fault(INDEXES, WARNING, "one is missing", without("updated_at_1__id_1"), "missing: updated_at_1__id_1"),
                fault(
                        INDEXES,
                        WARNING,
                        "one of other keys has the name",
                        index("updated_at_1__id_1", "{key: {worker_id: 1}}"),
                        "there is {\"key\": {\"worker_id\": 1}, \"name\": \"updated_at_1__id_1\"}, wanted is {\"key\":"),
                fault(
                        INDEXES,
                        WARNING,
                        "one of another claim's value",
                        extra("{key: {event_name: 1}, name: 'once', unique: true}"),
                        OK,
                        extra("{key: {event_name: 1}, name: 'once'}"),
                        "the index once is unique"),
                fault(
                        INDEXES,
                        INFO,
                        "no collection",
                        s -> s.lists(Question.COLLECTION).refuses(Question.INDEXES, 26, "ns does not exist"),
                        WARNING,
                        s -> s.refuses(Question.INDEXES, 26, "ns does not exist"),
                        "no collection yet"),
                fault(
                        TTL_INDEX,
                        INFO,
                        "no collection",
                        s -> s.lists(Question.COLLECTION).refuses(Question.INDEXES, 26, "ns does not exist"),
                        "no collection yet"),
                fault(INDEXES, UNKNOWN, "denied", s -> s.denies(Question.INDEXES), "may not run listIndexes"),
                fault(
                        TTL_INDEX,
                        WARNING,
                        "missing",
                        without("expires_at_1"),
                        "the index expires_at_1 with TTL is missing"),
                fault(
                        TTL_INDEX,
                        WARNING,
                        "without TTL",
                        s -> s.with(
                                Question.INDEXES,
                                r -> r.getDocument("cursor")
                                        .getArray("firstBatch")
                                        .get(1)
                                        .asDocument()
                                        .remove("expireAfterSeconds")),
                        "there is {\"key\": {\"expires_at\": 1}, \"name\": \"expires_at_1\"}, wanted is"),
                fault(
                        TTL_INDEX,
                        INFO,
                        "with another age",
                        index("expires_at_1", "{expireAfterSeconds: 3600}"),
                        "the index expires_at_1 deletes claims 1h after they end"),
                fault(
                        TTL_INDEX,
                        INFO,
                        "with another name",
                        index("expires_at_1", "{name: 'mine'}"),
                        WARNING,
                        index("expires_at_1", "{name: 'mine', partialFilterExpression: {status: 'completed'}}"),
                        "TTL works by the index mine"),
                fault(
                        TTL_INDEX,
                        ERROR,
                        "by another field",
                        extra("{key: {updated_at: 1}, name: 'old', expireAfterSeconds: 60}"),
                        OK,
                        extra("{key: {updated_at: 1}, name: 'old'}"),
                        "the index old deletes claims, and not by expires_at"),
                fault(TTL_INDEX, UNKNOWN, "denied", s -> s.denies(Question.INDEXES), "may not run listIndexes"));
    }

    private static Consumer<CannedServer> oldestEnd(String time) {
        return s -> s.counts("{total: 1, oldest_end: {$date: '" + time + "'}}");
    }

    private static Consumer<CannedServer> leases(int shortest, int longest) {
        return s ->
                s.counts("{total: 2, shortest_lease: " + shortest * 1000 + ", longest_lease: " + longest * 1000 + "}");
    }

    private static Stream<Case> ttl() {
        return Stream.of(
                fault(
                        TTL_LAG,
                        WARNING,
                        "what is due stays",
                        oldestEnd("2026-11-29T17:13:03.080Z"),
                        OK,
                        oldestEnd("2026-11-29T17:13:03.081Z"),
                        "has been waiting for 5m; TTL runs every 1m"),
                fault(
                        TTL_LAG,
                        WARNING,
                        "what is due by the index's own age stays",
                        oldestEnd("2026-11-29T16:13:03.080Z"),
                        OK,
                        index("expires_at_1", "{expireAfterSeconds: 3600}")
                                .andThen(oldestEnd("2026-11-29T16:13:03.081Z")),
                        "has been waiting for 1h5m"),
                fault(
                        TTL_LAG,
                        WARNING,
                        "by the server's own pause",
                        s -> s.with(Question.TTL_MONITOR, "{ttlMonitorSleepSecs: 1}")
                                .counts("{total: 1, oldest_end: {$date: '2026-11-29T17:17:58Z'}}"),
                        OK,
                        s -> s.with(Question.TTL_MONITOR, "{ttlMonitorSleepSecs: 2}")
                                .counts("{total: 1, oldest_end: {$date: '2026-11-29T17:17:58Z'}}"),
                        "TTL runs every 1.0 s"),
                fault(
                        TTL_LAG,
                        INFO,
                        "what is due stays, and the server does not say when TTL runs",
                        s -> oldestEnd("2026-11-29T16:18:03.081Z").accept(s.denies(Question.TTL_MONITOR)),
                        WARNING,
                        s -> oldestEnd("2026-11-29T16:18:03.080Z").accept(s.denies(Question.TTL_MONITOR)),
                        "has been waiting for 1h; TTL is assumed to run every minute"),
                fault(
                        TTL_LAG,
                        ERROR,
                        "turned off",
                        s -> s.with(Question.TTL_MONITOR, "{ttlMonitorEnabled: false}"),
                        "TTL is turned off"),
                fault(
                        TTL_LAG,
                        UNKNOWN,
                        "nothing is due, and the server does not tell",
                        s -> s.denies(Question.TTL_MONITOR),
                        OK,
                        s -> oldestEnd("2026-11-29T17:18:00Z").accept(s.denies(Question.TTL_MONITOR)),
                        "may not run getParameter"),
                fault(TTL_LAG, UNKNOWN, "no indexes told", s -> s.denies(Question.INDEXES), "may not run listIndexes"),
                fault(TTL_LAG, UNKNOWN, "no claims told", s -> s.denies(Question.SCAN), "may not run aggregate"),
                fault(
                        SWEEP_WINDOW,
                        WARNING,
                        "all are deleted before",
                        leases(119, 119),
                        OK,
                        leases(120, 120),
                        "leases run for 1m59s, --older-than is 2m"),
                fault(
                        SWEEP_WINDOW,
                        WARNING,
                        "the shorter ones are deleted before",
                        leases(30, 300),
                        OK,
                        s -> leases(30, 300).accept(s.olderThan(Duration.ofSeconds(30))),
                        "leases run for 30s to 5m, --older-than is 2m"),
                fault(
                        SWEEP_WINDOW,
                        INFO,
                        "nothing is processing",
                        s -> s.counts("{total: 1, shortest_lease: null, longest_lease: null}"),
                        OK,
                        without("expires_at_1").andThen(s -> s.counts("{total: 1}")),
                        "no claim is processing"),
                fault(
                        SWEEP_WINDOW,
                        UNKNOWN,
                        "no indexes told",
                        s -> s.denies(Question.INDEXES),
                        "may not run listIndexes"),
                fault(
                        SWEEP_WINDOW,
                        UNKNOWN,
                        "too many claims for the time",
                        s -> s.isSilentAt(Question.SCAN),
                        "aggregate was not answered: the time limit was exceeded"));
    }

    private static Stream<Case> claims() {
        return Stream.of(
                fault(
                        MALFORMED,
                        WARNING,
                        "a wrong type",
                        s -> s.lists(Question.MALFORMED, "{_id: 'a', expires_at: 'soon'}"),
                        "1 malformed: a (expires_at is a string, not a date)"),
                fault(
                        MALFORMED,
                        WARNING,
                        "an id that is no string",
                        s -> s.lists(Question.MALFORMED, "{_id: 7, status: 'processing'}"),
                        "1 malformed: 7 (_id is a 32-bit integer, not a string)"),
                fault(
                        MALFORMED,
                        WARNING,
                        "very many",
                        s -> s.lists(
                                Question.MALFORMED,
                                Stream.generate(() -> "{_id: 'a', status: 7}")
                                        .limit(101)
                                        .toArray(String[]::new)),
                        "more than 100 malformed"),
                fault(MALFORMED, UNKNOWN, "denied", s -> s.denies(Question.MALFORMED), "may not run find"),
                fault(
                        STUCK,
                        WARNING,
                        "processing without an end",
                        s -> s.counts("{total: 2, stuck: 2}")
                                .lists(
                                        Question.STUCK,
                                        "{_id: 'a', status: 'processing', worker_id: 't'}",
                                        "{_id: 'b'}"),
                        "2 processing without expires_at: a, b"),
                fault(STUCK, UNKNOWN, "denied", s -> s.denies(Question.SCAN), "may not run aggregate"),
                fault(
                        COMPLETED_EXPIRED,
                        WARNING,
                        "not deleted",
                        s -> lapsed(s, "2026-11-29T17:13:03.080Z"),
                        INFO,
                        s -> lapsed(s, "2026-11-29T17:13:03.081Z"),
                        "4 completed, and remembered no more for up to 5m"),
                fault(
                        COMPLETED_EXPIRED,
                        INFO,
                        "not due yet",
                        index("expires_at_1", "{expireAfterSeconds: 3600}")
                                .andThen(s -> lapsed(s, "2026-11-29T16:13:03.081Z")),
                        WARNING,
                        index("expires_at_1", "{expireAfterSeconds: 3600}")
                                .andThen(s -> lapsed(s, "2026-11-29T16:13:03.080Z")),
                        "4 completed"),
                fault(
                        COMPLETED_EXPIRED,
                        INFO,
                        "waiting for TTL",
                        s -> lapsed(s, "2026-11-29T17:18:00Z"),
                        "4 completed, and remembered no more for up to 3.0 s"),
                fault(
                        COMPLETED_EXPIRED,
                        INFO,
                        "in a capped collection, where there is no TTL",
                        s -> lapsed(s.answers(Question.COLLECTION, capped()), "2026-11-28T17:18:00Z"),
                        "4 completed"),
                fault(COMPLETED_EXPIRED, UNKNOWN, "denied", s -> s.denies(Question.SCAN), "may not run aggregate"),
                fault(
                        OTHER_WORKERS,
                        INFO,
                        "a worker without a fence took over",
                        s -> s.counts("{total: 3, other_workers: 2}"),
                        "2 with fence_worker different from worker_id"),
                fault(OTHER_WORKERS, UNKNOWN, "denied", s -> s.denies(Question.SCAN), "may not run aggregate"));
    }

    private static CannedServer lapsed(CannedServer server, String oldest) {
        return server.counts("{total: 4, completed_expired: 4, oldest_completed: {$date: '" + oldest + "'}}");
    }

    private static Stream<Case> shards() {
        return Stream.of(
                fault(
                        SHARD_KEY,
                        ERROR,
                        "by another field",
                        s -> s.sharded().lists(Question.SHARDING, "{_id: 'cap._message_state', key: {event_name: 1}}"),
                        OK,
                        s -> s.sharded().lists(Question.SHARDING, "{_id: 'cap._message_state', key: {_id: 'hashed'}}"),
                        "it is sharded by {\"event_name\": 1}"),
                fault(
                        SHARD_KEY,
                        ERROR,
                        "by the id and another field",
                        s -> s.sharded()
                                .lists(Question.SHARDING, "{_id: 'cap._message_state', key: {_id: 1, zone: 1}}"),
                        OK,
                        s -> s.sharded().lists(Question.SHARDING, "{_id: 'cap._message_state', key: {_id: 1}}"),
                        "it is sharded by {\"_id\": 1, \"zone\": 1}"),
                fault(
                        SHARD_KEY,
                        UNKNOWN,
                        "denied",
                        s -> s.sharded().denies(Question.SHARDING),
                        OK,
                        CannedServer::sharded, // the collection is not
                        "may not run find"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_fault_is_found_with_its_evidence(Case c) {
        CannedServer server = new CannedServer();
        c.fault().accept(server);
        Finding finding = server.finding(c.check());
        assertThat(finding.evidence()).contains(c.evidence());
        assertThat(finding.level()).as(finding.toString()).isEqualTo(c.level());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void its_opposite_is_not(Case c) {
        CannedServer server = new CannedServer();
        c.without().accept(server);
        Finding finding = server.finding(c.check());
        assertThat(finding.level()).as(finding.toString()).isEqualTo(c.opposite());
    }

    @Test
    void on_a_real_MongoDB_in_order_all_is_as_it_should_be() {
        assertThat(new CannedServer().findings())
                .allSatisfy(f -> assertThat(f.level()).as(f.toString()).isEqualTo(OK));
    }

    /** The levels that each check has, in an examination. */
    private static final Map<Check, Set<Level>> LEVELS = Map.ofEntries(
            entry(SERVER_VERSION, EnumSet.of(OK, UNKNOWN, ERROR)),
            entry(SERVER_KIND, EnumSet.of(OK, INFO, UNKNOWN)),
            entry(HOST_CLOCK, EnumSet.of(OK, UNKNOWN, WARNING)),
            entry(MEMBER_CLOCKS, EnumSet.of(OK, UNKNOWN, ERROR)),
            entry(FUTURE_CLAIMS, EnumSet.of(OK, UNKNOWN, WARNING)),
            entry(RETRYABLE_WRITES, EnumSet.of(OK, INFO)),
            entry(WRITE_CONCERN, EnumSet.of(OK, UNKNOWN, WARNING)),
            entry(MAJORITY, EnumSet.of(OK, UNKNOWN, WARNING, ERROR)),
            entry(PRIVILEGES, EnumSet.of(OK, INFO, UNKNOWN, ERROR)),
            entry(COLLECTION, EnumSet.of(OK, UNKNOWN, WARNING, ERROR)),
            entry(COLLATION, EnumSet.of(OK, UNKNOWN, ERROR)),
            entry(INDEXES, EnumSet.of(OK, INFO, UNKNOWN, WARNING)),
            entry(TTL_INDEX, EnumSet.allOf(Level.class)),
            entry(TTL_LAG, EnumSet.allOf(Level.class)),
            entry(SWEEP_WINDOW, EnumSet.of(OK, INFO, UNKNOWN, WARNING)),
            entry(CAPPED, EnumSet.of(OK, INFO, UNKNOWN, WARNING, ERROR)),
            entry(VALIDATOR, EnumSet.of(OK, INFO, UNKNOWN, ERROR)),
            entry(MALFORMED, EnumSet.of(OK, UNKNOWN, WARNING)),
            entry(STUCK, EnumSet.of(OK, UNKNOWN, WARNING)),
            entry(COMPLETED_EXPIRED, EnumSet.of(OK, INFO, UNKNOWN, WARNING)),
            entry(OTHER_WORKERS, EnumSet.of(OK, INFO, UNKNOWN)),
            entry(SHARD_KEY, EnumSet.of(OK, UNKNOWN, ERROR)));

    @ParameterizedTest
    @EnumSource
    void each_level_of_each_check_is_made_by_a_fault_here_and_has_an_opposite(Check check) {
        if (check.ofProof()) {
            return; // see ProofTest
        }
        Set<Level> made =
                cases().filter(c -> c.check() == check).map(Case::level).collect(Collectors.toSet());
        made.add(OK);
        assertThat(made).isEqualTo(LEVELS.get(check));
        assertThat(cases().filter(c -> c.check() == check)).allMatch(c -> c.opposite() != c.level());
    }

    @Test
    void each_check_has_one_finding_whatever_the_server_answers() {
        List<Check> wanted =
                Arrays.stream(Check.values()).filter(c -> !c.ofProof()).toList();
        cases().forEach(c -> {
            CannedServer server = new CannedServer();
            c.fault().accept(server);
            assertThat(server.findings())
                    .as(c.toString())
                    .extracting(Finding::check)
                    .containsExactlyElementsOf(inOrder(server.findings(), wanted));
        });
    }

    private static List<Check> inOrder(List<Finding> findings, List<Check> wanted) {
        Set<Check> seen = new TreeSet<>(wanted);
        return findings.stream().map(Finding::check).filter(seen::remove).toList();
    }

    @Test
    void every_finding_that_asks_for_action_says_which_command_mends_it_or_what_to_do() {
        Set<String> without = new TreeSet<>();
        cases().filter(c -> c.level().asksForAction()).forEach(c -> {
            CannedServer server = new CannedServer();
            c.fault().accept(server);
            if (server.finding(c.check()).remedy() == null) {
                without.add(c.check() + " " + c.level());
            }
        });
        assertThat(without)
                .containsExactly(
                        "COLLATION ERROR", // a new collection, and the claims with it
                        "COLLECTION ERROR",
                        "MAJORITY WARNING",
                        "PRIVILEGES ERROR", // nobody has logged in
                        "SERVER_VERSION ERROR",
                        "SHARD_KEY ERROR",
                        "WRITE_CONCERN WARNING"); // on a server that has no default to set
    }

    @Test
    void a_question_is_asked_once() {
        CannedServer server = new CannedServer();
        server.findings();
        assertThat(server.asked()).doesNotHaveDuplicates();
    }

    @Test
    void examples_are_asked_for_only_where_there_are_some() {
        CannedServer server = new CannedServer();
        server.findings();
        assertThat(server.asked()).doesNotContain(Question.STUCK, Question.FUTURE, Question.SIZE, Question.SHARDING);
    }

    @Test
    void after_a_question_that_was_not_answered_no_other_of_its_kind_is_asked() {
        CannedServer server = new CannedServer().isSilentAt(Question.SCAN);
        assertThat(server.finding(MALFORMED).evidence()).contains("it was not asked, since aggregate was not answered");
        assertThat(server.asked()).doesNotContain(Question.MALFORMED).contains(Question.INDEXES);
        CannedServer slow = new CannedServer().isSilentAt(Question.BUILD_INFO);
        slow.findings();
        assertThat(slow.asked()).contains(Question.SCAN).doesNotContain(Question.COLLECTION, Question.INDEXES);
    }

    @Test
    void an_answer_of_a_form_that_nobody_has_seen_hides_no_other_finding() {
        CannedServer server = new CannedServer().answers(Question.COLLECTION, "{cursor: 7}");
        assertThat(server.findings())
                .filteredOn(f -> f.level() == UNKNOWN)
                .extracting(Finding::check)
                .contains(COLLECTION);
        assertThat(server.finding(COLLECTION).evidence()).startsWith("the server's answer cannot be read");
        assertThat(server.finding(SERVER_VERSION).level()).isEqualTo(OK);
    }

    @Test
    void each_topic_names_the_checks_that_it_makes() {
        for (Topic topic : Doctor.topics()) {
            Chart chart = new Chart(DoctorRequest.usual(), "cap", "_message_state", new CannedServer());
            assertThat(topic.examine(chart)).extracting(Finding::check).containsExactlyElementsOf(topic.checks());
        }
    }

    @Test
    void remedies_are_lines_to_copy_quoted_and_with_the_options_that_name_the_store() {
        CannedServer server = new CannedServer()
                .request(r -> new DoctorRequest(
                        r.olderThan(),
                        null,
                        List.of("-d", "my shop", "--timeout", "3s"),
                        word -> "<" + word + ">",
                        r.server()))
                .counts("{total: 1, stuck: 1}")
                .lists(Question.STUCK, "{_id: 'a b', status: 'processing', worker_id: 't'}")
                .isSilentAt(Question.INDEXES);
        assertThat(server.finding(STUCK).remedy())
                .isEqualTo("claimctl <reset> <a b> <--token> <t> <-d> <my shop> <--timeout> <3s>");
        assertThat(server.finding(INDEXES).remedy()).isEqualTo("claimctl <doctor> <--timeout> <1m> <-d> <my shop>");
        assertThat(new CannedServer().denies(Question.MEMBERS).finding(MAJORITY).remedy())
                .isEqualTo("mongosh \"$CLAIMCTL_URI\" --eval db.getSiblingDB(\"admin\").grantPrivilegesToRole(\"ROLE\","
                        + " [{resource: {cluster: true}, actions: [\"replSetGetStatus\"]}])");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_line_of_claimctl_that_mends_is_one_that_claimctl_takes(Case c) {
        List<String> options =
                List.of("--uri", "mongodb://127.0.0.1:1/cap", "-d", "cap", "-c", "claims", "--timeout", "20ms");
        CannedServer server = new CannedServer()
                .request(r -> new DoctorRequest(r.olderThan(), null, options, r.quoting(), r.server()));
        c.fault().accept(server);
        String remedy = server.finding(c.check()).remedy();
        if (remedy == null || !remedy.startsWith("claimctl ")) {
            return;
        }
        String[] words = remedy.substring(9).split(" ");
        assertThat(Arrays.stream(words).filter(word -> word.startsWith("-"))).doesNotHaveDuplicates();
        if (List.of(words).contains("1m")) {
            return; // it would wait as long for the server that is not there
        }
        RecordedRun run =
                RecordedRun.claimctl(words).with("CLAIMCTL_TIMEOUT", "20ms").run();
        assertThat(run.exit())
                .as(run.toString())
                .isIn(ExitCode.UNREACHABLE.code(), ExitCode.REFUSED.code()); // where it asks before
    }

    @Test
    void remedies_on_the_collection_name_it_and_what_stands_in_the_way() {
        CannedServer server = new CannedServer();
        index("expires_at_1", "{expireAfterSeconds: 60}").accept(server);
        assertThat(server.finding(TTL_INDEX).remedy())
                .as("a TTL that works is left alone: messages may live by it")
                .isNull();
        CannedServer other = new CannedServer();
        index("updated_at_1__id_1", "{key: {worker_id: 1}}").accept(other);
        assertThat(other.finding(INDEXES).remedy())
                .isEqualTo("mongosh \"$CLAIMCTL_URI\" --eval"
                        + " db.getSiblingDB(\"cap\").getCollection(\"_message_state\").dropIndex(\"updated_at_1__id_1\")"
                        + " && claimctl collection indexes --apply");
        assertThat(new CannedServer()
                        .lists(Question.MALFORMED, "{_id: 'x', status: 7, worker_id: 't'}")
                        .finding(MALFORMED)
                        .remedy())
                .contains(
                        ".updateOne(EJSON.parse(\"{\\\"_id\\\": \\\"x\\\", \\\"status\\\": 7, \\\"worker_id\\\": \\\"t\\\","
                                + " \\\"updated_at\\\": {\\\"$exists\\\": false}, \\\"expires_at\\\": {\\\"$exists\\\":"
                                + " false}, \\\"payload\\\": {\\\"$exists\\\": false}}\"), {$set: {status: \"released\"}})");
    }

    private static Finding malformed(String... documents) {
        return new CannedServer().lists(Question.MALFORMED, documents).finding(MALFORMED);
    }

    private static Finding stuck(String... documents) {
        return new CannedServer()
                .counts("{total: 9, stuck: " + documents.length + "}")
                .lists(Question.STUCK, documents)
                .finding(STUCK);
    }

    @Test
    void a_stuck_claim_that_is_malformed_is_not_for_reset_to_free() {
        Finding both = stuck("{_id: 'a', status: 'processing', worker_id: 't', fence: 7}");
        assertThat(both.remedy()).isEqualTo("claimctl inspect a");
        assertThat(both.evidence()).endsWith(": a (also malformed)");
        Finding sound = stuck(
                "{_id: 'a', status: 'processing', worker_id: 't', fence: 7}",
                "{_id: '-b', status: 'processing', worker_id: null}");
        assertThat(sound.remedy()).isEqualTo("claimctl reset -- -b");
        assertThat(sound.consequence()).contains("A worker may still hold it, and freeing takes it from that worker");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{_id: {$oid: '000000000000000000000007'}, customer: 'c', status: 'open', total: 3}",
                "{_id: 7, status: 'processing', worker_id: 't', expires_at: 'soon'}",
                "{_id: 'x', status: 7}",
            })
    void documents_that_no_worker_writes_are_not_for_anybody_to_change(String document) {
        for (Finding finding : List.of(malformed(document), stuck(document))) {
            assertThat(finding.level()).isEqualTo(WARNING);
            assertThat(finding.consequence())
                    .startsWith("These do not look like claims of any worker: is -c/--collection right?");
            assertThat(finding.remedy()).isIn("claimctl claims list", "claimctl inspect x");
        }
    }

    @Test
    void a_malformed_claim_is_released_only_where_its_lease_is_over_or_has_no_end() {
        String live = "{_id: 'live', status: 'processing', fence: 7, worker_id: 't', expires_at: {$date:"
                + " '2026-11-29T17:22:03.081Z'}}";
        Finding held = malformed(live);
        assertThat(held.remedy()).isEqualTo("claimctl inspect live");
        assertThat(held.consequence())
                .contains("A worker may still hold live, whose time ends in 4m: releasing takes it from that worker");
        String lapsed = live.replace("17:22", "17:12").replace("live", "lapsed");
        Finding over = malformed(live, lapsed);
        assertThat(over.remedy()).contains("\\\"lapsed\\\"", "$set: {status: \"released\"}");
        assertThat(over.consequence()).contains("The lease of lapsed has ended").doesNotContain("may still hold");
        Finding undated = malformed(live, "{_id: 'a', status: 'processing', worker_id: 't', expires_at: 'soon'}");
        assertThat(undated.remedy()).contains("\\\"a\\\"", "$set: {status: \"released\"}");
        assertThat(undated.consequence())
                .contains("A worker may still hold a, and releasing takes it from that worker");
        assertThat(malformed(live).consequence()).startsWith("Acquire, reset and sweeps refuse such a claim.");
    }

    @Test
    void where_there_is_no_collection_nothing_of_it_is_in_order() {
        CannedServer server = new CannedServer().lists(Question.COLLECTION).refuses(Question.INDEXES, 26, "ns");
        assertThat(server.findings())
                .filteredOn(f -> f.evidence().equals("there is no collection"))
                .extracting(Finding::check)
                .containsExactly(
                        FUTURE_CLAIMS,
                        COLLATION,
                        TTL_LAG,
                        SWEEP_WINDOW,
                        CAPPED,
                        VALIDATOR,
                        MALFORMED,
                        STUCK,
                        COMPLETED_EXPIRED,
                        OTHER_WORKERS);
        assertThat(new CannedServer().findings())
                .extracting(Finding::evidence)
                .doesNotContain("there is no collection");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{name: '_message_state', type: 'view'}",
                "{name: '_message_state', options: {collation: {locale: 'en'}}}"
            })
    void where_no_claim_can_be_kept_nothing_is_to_be_mended(String listed) {
        CannedServer server = new CannedServer()
                .lists(Question.COLLECTION, listed)
                .lists(Question.MALFORMED, "{_id: 'a', worker_id: 't', expires_at: 'soon'}");
        without("updated_at_1__id_1").accept(server);
        assertThat(server.finding(INDEXES).remedy()).isNull();
        assertThat(server.finding(MALFORMED).remedy()).isNull();
    }

    @Test
    void one_line_that_makes_all_indexes_is_said_once() {
        CannedServer server = new CannedServer();
        without("updated_at_1__id_1").andThen(without("expires_at_1")).accept(server);
        assertThat(server.finding(INDEXES).remedy()).isEqualTo("claimctl collection indexes --apply");
        assertThat(server.finding(TTL_INDEX).remedy()).isNull();
        assertThat(server.finding(TTL_INDEX).consequence()).endsWith("The line of indexes makes it, too.");
    }

    @Test
    void what_is_not_listed_is_counted() {
        String[] four = Stream.of("a", "b", "c", "d")
                .map(id -> "{_id: '" + id + "', worker_id: 't', status: 7}")
                .toArray(String[]::new);
        assertThat(malformed(four).evidence()).endsWith(", and 1 more");
        assertThat(malformed(Arrays.copyOf(four, 3)).evidence()).doesNotContain("more");
    }

    @Test
    void a_shorter_sweep_than_ten_seconds_is_never_advised() {
        CannedServer brief = new CannedServer();
        leases(3, 300).accept(brief);
        assertThat(brief.finding(SWEEP_WINDOW).remedy()).isEqualTo("claimctl stale reset --older-than 10s");
        CannedServer longer = new CannedServer();
        leases(30, 300).accept(longer);
        assertThat(longer.finding(SWEEP_WINDOW).remedy()).isEqualTo("claimctl stale reset --older-than 30s");
    }

    @Test
    void a_privilege_that_is_missing_is_granted_where_it_is_looked_for() {
        String[] ofCollection = {"find", "insert", "update", "remove", "listIndexes", "createIndex", "createCollection"
        };
        CannedServer server = grants(new CannedServer(), "{db: 'cap', collection: '_message_state'}", ofCollection);
        assertThat(server.finding(PRIVILEGES).remedy())
                .contains("{db: \"cap\", collection: \"\"}, actions: [\"listCollections\"]");
        assertThat(new CannedServer()
                        .answers(Question.CONNECTION_STATUS, reply("privileges", "reader: connectionStatus"))
                        .finding(PRIVILEGES)
                        .remedy())
                .contains(
                        "{db: \"cap\", collection: \"_message_state\"}, actions: [\"insert\", \"update\", \"remove\"");
    }

    @Test
    void what_the_privilege_check_needs_to_know_is_what_it_says_to_others() {
        Chart chart = new Chart(
                DoctorRequest.usual(),
                "cap",
                "_message_state",
                new CannedServer().answers(Question.CONNECTION_STATUS, reply("privileges", "least: connectionStatus")));
        Privileges least = Privileges.of(chart);
        assertThat(least.user()).isEqualTo("least@cap");
        assertThat(least.missing(CommandPrivileges.RUN)).isEmpty();
        assertThat(least.missing(CommandPrivileges.STALE_RESET_DELETE)).containsExactly(Action.REMOVE);
        assertThat(least.missing())
                .doesNotContainKeys(CommandPrivileges.RECOVER)
                .containsKey(CommandPrivileges.DOCTOR);
    }

    private record Granted(String resource, boolean onCollection, boolean onDatabase) {}

    static Stream<Granted> resources() {
        return Stream.of(
                new Granted("{db: 'cap', collection: '_message_state'}", true, false),
                new Granted("{db: 'cap', collection: ''}", true, true),
                new Granted("{db: '', collection: ''}", true, true),
                new Granted("{db: '', collection: '_message_state'}", true, false),
                new Granted("{anyResource: true}", true, true),
                new Granted("{db: 'cap', collection: 'other'}", false, false),
                new Granted("{db: 'other', collection: ''}", false, false),
                new Granted("{db: 'cap', collection: 'system.js'}", false, false),
                new Granted("{cluster: true}", false, false));
    }

    @ParameterizedTest
    @MethodSource("resources")
    void a_privilege_covers_what_its_resource_names(Granted granted) {
        CannedServer server = grants(new CannedServer(), granted.resource(), "find", "listCollections");
        Set<Action> known =
                Objects.requireNonNull(Privileges.of(new Chart(DoctorRequest.usual(), "cap", "_message_state", server))
                        .granted());
        assertThat(known.contains(Action.FIND)).isEqualTo(granted.onCollection());
        assertThat(known.contains(Action.LIST_COLLECTIONS)).isEqualTo(granted.onDatabase());
    }

    @Test
    void a_refusal_for_want_of_a_privilege_is_told_from_others() {
        assertThat(new ProbeReply.Refused(13, "no").denied()).isTrue();
        assertThat(new ProbeReply.Refused(59, "no").denied()).isFalse();
        Finding finding = new CannedServer()
                .refuses(Question.INDEXES, 59, "no such command")
                .finding(INDEXES);
        assertThat(finding.remedy()).isNull();
        assertThat(finding.level()).isEqualTo(UNKNOWN);
    }
}
