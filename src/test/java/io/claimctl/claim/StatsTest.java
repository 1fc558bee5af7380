package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static io.claimctl.claim.Fixture.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.testing.Capability;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@OnEveryServer
class StatsTest {
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final StatsQuery ALL = StatsQuery.of(ClaimQuery.all());

    private final TestServer server;
    private final Fixture f;

    /** The embedded server sorts by chance to draw a sample, which may fail from 32 on. */
    private static final int DRAWN_FROM = 30;

    StatsTest(TestServer server) {
        this.server = server;
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        f.close();
    }

    private void claim(String id, Duration lease, Duration age) {
        f.insert(f.processing(id, OURS, lease, age));
    }

    private void with(String field, @Nullable BsonValue value) {
        BsonDocument document = f.processing(field + f.documents.countDocuments(), OURS, HOUR, HOUR);
        document.remove(field);
        f.insert(value == null ? document : document.append(field, value));
    }

    @Test
    void an_empty_collection_has_none_of_anything() {
        ClaimStats stats = f.store.stats(ALL);
        assertThat(stats.asOf()).isEqualTo(f.now());
        assertThat(stats.sampling()).isNull();
        assertThat(stats.total()).isZero();
        assertThat(stats.statuses())
                .isEqualTo(f.store.count(ClaimQuery.all()).counts())
                .hasSize(3);
        assertThat(stats.ages())
                .hasSize(AgeBand.values().length)
                .allSatisfy((band, n) -> assertThat(n).isZero());
        assertThat(stats.leases())
                .hasSize(LeaseBand.values().length)
                .allSatisfy((band, n) -> assertThat(n).isZero());
        assertThat(stats.payloads().count()).isZero();
        assertThat(List.of(stats.workers(), stats.instances(), stats.events()))
                .containsOnly(new TopNames(List.of(), 0, 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whatever_the_documents_are_the_numbers_are_those_that_they_add_up_to(long seed) {
        List<BsonDocument> documents = new RandomClaims(seed, f.now()).take(300);
        f.documents.insertMany(documents);
        StatsOracle oracle = new StatsOracle(documents, f.now());
        int top = (int) seed * 2;
        ClaimStats stats = f.store.stats(ALL.withTop(top));
        assertThat(stats.total()).isEqualTo(300);
        assertThat(stats.statuses()).isEqualTo(f.store.count(ClaimQuery.all()).counts());
        assertThat(stats.ages()).isEqualTo(oracle.ages());
        assertThat(stats.leases()).isEqualTo(oracle.leases());
        assertThat(stats.workers()).isEqualTo(oracle.workers(top));
        assertThat(stats.instances()).isEqualTo(oracle.instances(top));
        assertThat(stats.events()).isEqualTo(oracle.events(top));
        assertThat(stats.payloads().count()).isEqualTo(oracle.payloads());
        if (stats.payloads().bytes() != null) {
            assertThat(stats.payloads())
                    .isEqualTo(new PayloadStats(oracle.payloads(), oracle.bytes(), oracle.largest()));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12})
    void conditions_are_those_of_a_count(long seed) {
        f.documents.insertMany(new RandomClaims(seed, f.now()).take(200));
        for (ClaimQuery query : List.of(
                ClaimQuery.builder().statuses(Set.of("processing")).build(),
                ClaimQuery.builder().statuses(Set.of("nope", "paused")).build(),
                ClaimQuery.builder().olderThan(HOUR).build(),
                ClaimQuery.builder().instance("pod-1").build(),
                ClaimQuery.builder().payload(PayloadFilter.WITH).build(),
                ClaimQuery.builder().eventName("order.created").idPrefix("c1").build())) {
            ClaimStats stats = f.store.stats(StatsQuery.of(query));
            assertThat(stats.statuses()).isEqualTo(f.store.count(query).counts());
            assertThat(stats.ages().values().stream().mapToLong(n -> n).sum()).isEqualTo(stats.total());
        }
    }

    @Test
    void leases_are_those_of_the_library() {
        claim("ends-now", Duration.ZERO, MINUTE);
        claim("has-ended", MILLI.negated(), MINUTE);
        claim("long-ended", HOUR.multipliedBy(-2), MINUTE);
        f.insert(f.processing("no-end", OURS, HOUR, HOUR).append("expires_at", new BsonString("soon")));
        f.insert(f.processing("done", OURS, HOUR.negated(), HOUR).append("status", new BsonString("completed")));
        ClaimStats stats = f.store.stats(ALL);
        for (LeaseState lease : LeaseState.values()) {
            long listed = all().stream()
                    .filter(row -> row.readable().leaseAt(f.now()) == lease)
                    .count();
            assertThat(stats.count(lease)).as("%s", lease).isEqualTo(listed);
        }
        StaleGauges gauges = f.store.staleGauges(MINUTE);
        assertThat(stats.count(LeaseState.LIVE)).isEqualTo(gauges.live()).isEqualTo(2);
        assertThat(stats.count(LeaseState.EXPIRED)).isEqualTo(gauges.expired()).isEqualTo(2);
    }

    private List<ClaimRow> all() {
        List<ClaimRow> rows = new ArrayList<>();
        try (ClaimCursor claims = f.store.list(ClaimQuery.all())) {
            claims.forEachRemaining(rows::add);
        }
        return rows;
    }

    @Test
    void a_claim_of_the_future_is_young_and_one_of_antiquity_is_old() {
        claim("ahead", HOUR, HOUR.negated());
        assertThat(f.store.stats(ALL).ages()).containsEntry(AgeBand.UNDER_1M, 1L);
        Capability.DATES_BEFORE_CHRIST.require(server);
        f.set("ahead", "updated_at", new BsonDateTime(-99_999_999_999_999L));
        f.set("ahead", "expires_at", new BsonDateTime(-99_999_999_999_999L));
        assertThat(f.store.stats(ALL).ages()).containsEntry(AgeBand.OLDER, 1L);
        assertThat(f.store.stats(ALL).leases()).containsEntry(LeaseBand.ENDED_OVER_1H_AGO, 1L);
    }

    @Test
    void an_instance_is_what_stands_before_the_colon_and_the_last_24_characters() {
        String hex = "0123456789abcdef01234567";
        for (String token : List.of(
                hex,
                ":" + hex,
                "p:" + hex,
                "p:" + hex.substring(1) + "8",
                "a:b:" + hex,
                "host:1",
                "é\uD83D\uDCE6:" + hex)) {
            with("worker_id", new BsonString(token));
        }
        with("worker_id", new BsonInt32(3));
        with("worker_id", null);
        ClaimStats stats = f.store.stats(ALL);
        assertThat(stats.instances())
                .isEqualTo(new TopNames(
                        List.of(new NameCount("p", 2), new NameCount("a:b", 1), new NameCount("é\uD83D\uDCE6", 1)),
                        0,
                        5));
        assertThat(stats.workers().none()).isEqualTo(2);
        assertThat(stats.workers().names()).hasSize(7);
    }

    @Test
    void the_commonest_names_come_first_and_the_others_are_counted() {
        for (int i = 0; i < 6; i++) {
            with("event_name", new BsonString(List.of("b", "a", "c").get(i % 3)));
        }
        with("event_name", new BsonString("c"));
        with("event_name", new BsonArray(List.of(new BsonString("c"))));
        assertThat(f.store.stats(ALL.withTop(2)).events())
                .isEqualTo(new TopNames(List.of(new NameCount("c", 3), new NameCount("a", 2)), 2, 1));
    }

    @Test
    void words_of_any_length_and_values_of_any_size_make_no_answer_too_large() {
        String[] fields = {"status", "worker_id", "event_name"};
        for (int i = 0; i < 24; i++) {
            with(fields[i % 3], new BsonString((char) ('a' + i) + "x".repeat(999_999)));
        }
        with("status", new BsonBinary(new byte[2_000_000]));
        with("status", new BsonArray(List.of(new BsonString("y".repeat(2_000_000)))));
        with("status", new BsonDocument("y", new BsonString("y".repeat(2_000_000))));
        BsonDocument answer = f.documents
                .aggregate(new StatsPipeline(ALL, f.now(), null, false).stages())
                .first();
        assertThat(answer.toJson().length()).isLessThan(50_000);
        ClaimStats stats = f.store.stats(ALL);
        assertThat(stats.total()).isEqualTo(27);
        assertThat(stats.workers().names())
                .hasSize(9)
                .anySatisfy(n -> assertThat(n.name()).isEqualTo("b" + "x".repeat(499)));
        assertThat(stats.statuses().toString())
                .contains("status is binary,", "status is an array,", "status is a document,");
    }

    @Test
    void where_there_are_too_many_statuses_the_rarest_are_counted_together() {
        List<BsonDocument> documents = new ArrayList<>();
        for (int i = 0; i < StatsPipeline.MOST_STATUSES + 5; i++) {
            documents.add(f.processing("c" + i, OURS, HOUR, HOUR)
                    .append("status", new BsonString(String.format("s%05d", i))));
        }
        documents.add(f.processing("again", OURS, HOUR, HOUR).append("status", new BsonString("s02004")));
        f.documents.insertMany(documents);
        ClaimStats stats = f.store.stats(ALL);
        assertThat(stats.total()).isEqualTo(documents.size());
        assertThat(stats.statuses())
                .contains(new StatusCount("s02004", null, 2), new StatusCount("s01998", null, 1))
                .endsWith(new StatusCount(null, new Defect("status", "is not among the 2000 commonest"), 5));
    }

    @Test
    void it_is_one_command_that_may_use_the_disk() {
        claim("a", HOUR, HOUR);
        f.commands();
        ClaimStats stats = f.store.stats(ALL);
        boolean sized = stats.payloads().bytes() != null;
        assertThat(f.steering.sent().toString())
                .contains("\"allowDiskUse\": true")
                .doesNotContain("$sample");
        assertThat(f.commands()).isEqualTo(sized ? List.of("aggregate") : List.of("aggregate", "aggregate"));
    }

    @Test
    void a_sample_is_drawn_first_and_stands_for_all() {
        for (int i = 0; i < DRAWN_FROM; i++) {
            f.insert(f.processing("c" + i, i % 2 == 0 ? OURS : THEIRS, HOUR, HOUR));
        }
        f.commands();
        ClaimStats stats = f.store.stats(ALL.withSample(10L));
        assertThat(f.steering.sent().toString()).contains("\"pipeline\": [{\"$sample\": {\"size\": 10}}, {\"$match\"");
        assertThat(f.commands()).first().isEqualTo("count");
        assertThat(stats.sampling()).isEqualTo(new Sampling(10, 30));
        assertThat(stats.total()).isEqualTo(10);
        assertThat(stats.sampling().estimate(stats.total())).isEqualTo(30);
        assertThat(stats.leases()).containsEntry(LeaseBand.WITHIN_1H, 10L);
        assertThat(stats.workers().names().stream().mapToLong(NameCount::count).sum())
                .isEqualTo(10);
    }

    @Test
    void a_sample_is_drawn_before_the_conditions_are_asked() {
        for (int i = 0; i < DRAWN_FROM; i++) {
            f.insert(f.processing("c" + i, OURS, HOUR, HOUR)
                    .append("status", new BsonString(i < 15 ? "completed" : "released")));
        }
        ClaimQuery none = ClaimQuery.builder().idPrefix("x").build();
        ClaimStats stats = f.store.stats(StatsQuery.of(none).withSample(20L));
        assertThat(stats.total()).isZero();
        assertThat(stats.sampling()).isEqualTo(new Sampling(20, 30));
        ClaimQuery half = ClaimQuery.builder().statuses(Set.of("completed")).build();
        assertThat(f.store.stats(StatsQuery.of(half).withSample(20L)).total()).isBetween(5L, 15L);
    }

    @Test
    void a_sample_that_would_be_all_is_none() {
        claim("a", HOUR, HOUR);
        claim("b", HOUR, HOUR);
        ClaimStats stats = f.store.stats(ALL.withSample(2L));
        assertThat(stats.sampling()).isNull();
        assertThat(stats.total()).isEqualTo(2);
        assertThat(f.steering.sent().toString()).doesNotContain("$sample");
    }

    @Test
    void an_estimate_is_rounded_and_does_not_overflow() {
        Sampling sampling = new Sampling(3, 10);
        assertThat(List.of(sampling.estimate(0), sampling.estimate(1), sampling.estimate(2), sampling.estimate(3)))
                .containsExactly(0L, 3L, 7L, 10L);
        assertThat(new Sampling(1_000_000, 9_000_000_000_000L).estimate(999_999))
                .isEqualTo(8_999_991_000_000L);
        assertThatThrownBy(() -> new Sampling(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Sampling(2, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void what_makes_no_sense_is_refused() {
        for (Runnable wrong : List.<Runnable>of(
                () -> ALL.withTop(0),
                () -> ALL.withTop(StatsQuery.MOST_NAMES + 1),
                () -> ALL.withSample(0L),
                () -> StatsQuery.of(ClaimQuery.builder().limit(1L).build()),
                () -> StatsQuery.of(
                        ClaimQuery.builder().sort(ClaimQuery.Sort.ID, false).build()),
                () -> StatsQuery.of(
                        ClaimQuery.builder().sort(ClaimQuery.Sort.UPDATED, true).build()))) {
            assertThatThrownBy(wrong::run).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(ALL.withTop(StatsQuery.MOST_NAMES).withSample(1L).top()).isEqualTo(StatsQuery.MOST_NAMES);
    }

    private static BsonDocument answer(String document) {
        return BsonDocument.parse(
                "{ok: 1.0, cursor: {id: {$numberLong: '0'}, ns: 'claimctl_test.c', firstBatch: [" + document + "]}}");
    }

    @Test
    void sizes_of_a_server_that_can_tell_them_are_taken_over_however_large() {
        try (ScriptedServer scripted = new ScriptedServer();
                Fixture other = new Fixture(scripted.uri())) {
            scripted.answerNext(
                    "aggregate",
                    answer(
                            "{groups: [{_id: {age: 'OLDER', lease: 'LATER'}, count: {$numberLong: '5000000000'}, payloads: 2,"
                                    + " bytes: {$numberLong: '6000000000'}, largest: 9, no_worker: 1},"
                                    + " {_id: {age: 'OLDER', lease: null}, count: 1, payloads: 1, bytes: 5.0, largest: 7}],"
                                    + " statuses: [{name: 'processing', count: {$numberLong: '5000000000'}}, {name: 'paused', count: 1}]}"),
                    false);
            ClaimStats stats = other.store.stats(ALL);
            assertThat(stats.payloads()).isEqualTo(new PayloadStats(3, 6_000_000_005L, 9L));
            assertThat(stats.total()).isEqualTo(5_000_000_001L);
            assertThat(stats.ages()).isEqualTo(with(stats.ages(), AgeBand.OLDER, 5_000_000_001L));
            assertThat(stats.count(LeaseState.LIVE)).isEqualTo(5_000_000_000L);
            assertThat(stats.workers()).isEqualTo(new TopNames(List.of(), 5_000_000_000L, 1));
        }
    }

    private static <K> Map<K, Long> with(Map<K, Long> map, K key, long value) {
        Map<K, Long> changed = new java.util.HashMap<>(map);
        changed.put(key, value);
        return changed;
    }

    @Test
    void a_server_without_an_answer_for_a_collection_that_is_not_there_has_no_claims() {
        try (ScriptedServer scripted = new ScriptedServer();
                Fixture other = new Fixture(scripted.uri())) {
            scripted.answerNext("aggregate", answer(""), false);
            assertThat(other.store.stats(ALL).total()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {168, 31325, 40324, 115, 303, 2})
    void a_server_that_cannot_tell_sizes_is_asked_without(int code) {
        try (ScriptedServer scripted = new ScriptedServer();
                Fixture other = new Fixture(scripted.uri())) {
            scripted.answerNext("aggregate", refusal(code), false);
            other.insert(other.processing("a", OURS, HOUR, HOUR).append("payload", new BsonBinary(new byte[9])));
            ClaimStats stats = other.store.stats(ALL);
            assertThat(stats.payloads()).isEqualTo(new PayloadStats(1, null, null));
            assertThat(other.steering.sent().toString()).containsOnlyOnce("$binarySize");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 50})
    void a_server_that_refuses_for_another_reason_is_not_asked_again(int code) {
        try (ScriptedServer scripted = new ScriptedServer();
                Fixture other = new Fixture(scripted.uri())) {
            for (int i = 0; i < 9; i++) {
                scripted.answerNext("aggregate", refusal(code), false);
            }
            other.commands();
            assertThatThrownBy(() -> other.store.stats(ALL)).isInstanceOf(StoreException.class);
            assertThat(other.commands()).containsOnlyOnce("aggregate");
        }
    }

    private static BsonDocument refusal(int code) {
        return BsonDocument.parse("{ok: 0.0, code: " + code + ", errmsg: 'no such thing'}");
    }
}
