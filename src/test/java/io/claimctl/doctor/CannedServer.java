package io.claimctl.doctor;

import static io.claimctl.testing.RealReplies.listed;
import static io.claimctl.testing.RealReplies.reply;

import io.claimctl.claim.ProbeReply;
import io.claimctl.claim.ProbeReply.Answered;
import io.claimctl.claim.ProbeReply.Refused;
import io.claimctl.claim.ProbeReply.Silent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** A server that answers as a real MongoDB 4.4.6 was seen to, with claims that are in order, until it is told otherwise. */
final class CannedServer implements Asking {
    /** What the server's clock stands at, and this host's. */
    static final Instant NOW = Instant.parse("2026-11-29T17:18:03.081Z");

    private static final Duration TOOK = Duration.ofMillis(2);

    private final Map<Question, ProbeReply> replies = new EnumMap<>(Question.class);
    private final List<Question> asked = new ArrayList<>();
    private List<Answered> clocks = List.of();
    private DoctorRequest request = DoctorRequest.usual();

    CannedServer() {
        answers(Question.HELLO, reply("server", "hello, replica set primary"));
        answers(Question.BUILD_INFO, reply("server", "buildInfo"));
        answers(Question.CONNECTION_STATUS, reply("privileges", "writer: connectionStatus"));
        answers(Question.DEFAULT_CONCERNS, reply("server", "getDefaultRWConcern"));
        answers(Question.MEMBERS, reply("server", "replSetGetStatus"));
        answers(Question.TTL_MONITOR, reply("server", "getParameter ttl"));
        answers(Question.COLLECTION, listed("_message_state"));
        answers(Question.INDEXES, reply("collections", "listIndexes"));
        answers(Question.SIZE, reply("collections", "collStats of a capped collection, parts"));
        counts("{total: 3, processing: 1, shortest_lease: 300000, longest_lease: 300000,"
                + " oldest_end: {$date: '2026-11-29T17:20:00Z'}}");
        lists(Question.SHARDING);
        lists(Question.MALFORMED);
        lists(Question.STUCK);
        lists(Question.FUTURE);
    }

    CannedServer answers(Question question, BsonDocument document) {
        replies.put(question, new Answered(document, NOW.minus(TOOK), TOOK));
        return this;
    }

    CannedServer answers(Question question, String json) {
        return answers(question, BsonDocument.parse(json));
    }

    /** Changes what it answers. */
    CannedServer with(Question question, Consumer<BsonDocument> change) {
        BsonDocument document = ((Answered) replies.get(question)).document();
        change.accept(document);
        return answers(question, document);
    }

    /** Adds to what it answers, or replaces parts of it. */
    CannedServer with(Question question, String json) {
        return with(question, document -> document.putAll(BsonDocument.parse(json)));
    }

    /** Answers with these documents. */
    CannedServer lists(Question question, String... documents) {
        BsonArray batch = new BsonArray();
        Arrays.stream(documents).map(BsonDocument::parse).forEach(batch::add);
        return answers(question, new BsonDocument("cursor", new BsonDocument("firstBatch", batch)));
    }

    /** The options that the collection was made with. */
    CannedServer options(String json) {
        return lists(Question.COLLECTION, "{name: '_message_state', type: 'collection', options: " + json + "}");
    }

    CannedServer counts(String json) {
        return lists(Question.SCAN, json);
    }

    CannedServer refuses(Question question, int code, String why) {
        replies.put(question, new Refused(code, why));
        return this;
    }

    /** As it was seen to deny. */
    CannedServer denies(Question... questions) {
        for (Question question : questions) {
            refuses(question, 13, "not authorized on cap to execute command");
        }
        return this;
    }

    CannedServer isSilentAt(Question question) {
        replies.put(question, new Silent("the time limit was exceeded"));
        return this;
    }

    /** Three members with data, of which these have told their clocks: how far each is ahead, in milliseconds. */
    CannedServer threeMembers(Integer... ahead) {
        with(Question.HELLO, "{hosts: ['a:1', 'b:1', 'c:1'], me: 'a:1'}");
        List<Answered> told = new ArrayList<>();
        for (int i = 0; i < ahead.length; i++) {
            BsonDocument hello = new BsonDocument("me", new BsonString((char) ('a' + i) + ":1"))
                    .append("localTime", new org.bson.BsonDateTime(NOW.toEpochMilli() + ahead[i]));
            told.add(new Answered(hello, NOW.minus(TOOK), TOOK));
        }
        clocks = told;
        return this;
    }

    /** A router. */
    CannedServer sharded() {
        return with(Question.HELLO, hello -> {
            hello.remove("setName");
            hello.remove("hosts");
            hello.append("msg", new BsonString("isdbgrid"));
        });
    }

    CannedServer standalone() {
        return answers(Question.HELLO, reply("privileges", "hello, standalone"))
                .with(Question.HELLO, "{localTime: {$date: '" + NOW + "'}}");
    }

    CannedServer version(int major, int minor) {
        return with(
                Question.BUILD_INFO,
                "{version: '" + major + "." + minor + ".1', versionArray: [" + major + ", " + minor + ", 1, 0]}");
    }

    CannedServer request(UnaryOperator<DoctorRequest> change) {
        request = change.apply(request);
        return this;
    }

    CannedServer olderThan(Duration age) {
        return request(r -> new DoctorRequest(age, r.retryWrites(), r.options(), r.quoting(), r.server()));
    }

    List<Finding> findings() {
        return Doctor.examine(new Chart(request, "cap", "_message_state", this), Doctor.topics());
    }

    Finding finding(Check check) {
        List<Finding> all = findings().stream().filter(f -> f.check() == check).toList();
        if (all.size() != 1) {
            throw new AssertionError(check + " has " + all.size() + " findings");
        }
        return all.get(0);
    }

    List<Question> asked() {
        return asked;
    }

    @Override
    public ProbeReply ask(Question question, Chart chart) {
        asked.add(question);
        question.command(chart); // can be made
        return replies.get(question);
    }

    @Override
    public List<Answered> clocks(List<String> members) {
        return clocks;
    }

    @Override
    public Instant earliest() {
        return NOW;
    }

    @Override
    public Instant latest() {
        return NOW.plusMillis(1);
    }
}
