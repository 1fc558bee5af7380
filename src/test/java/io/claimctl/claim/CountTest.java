package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static io.claimctl.claim.Fixture.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.Servers.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class CountTest {
    private final Fixture f;

    CountTest(TestServer server) {
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        f.close();
    }

    private void claim(String id, BsonValue status) {
        f.insert(f.processing(id, OURS, MINUTE, MINUTE).append("status", status));
    }

    private void claims() {
        claim("p1", new BsonString("processing"));
        claim("p2", new BsonString("processing"));
        claim("r1", new BsonString("released"));
        claim("f1", new BsonString("paused"));
        claim("f2", new BsonString("Zed"));
        claim("f3", new BsonString(""));
        claim("n1", BsonNull.VALUE);
        BsonDocument without = f.processing("n2", OURS, MINUTE, MINUTE);
        without.remove("status");
        f.insert(without);
        claim("w1", new BsonInt32(3));
        claim("w2", new BsonInt32(4));
        claim("w3", new BsonDocument("a", new BsonInt32(1)));
        claim("w4", new BsonArray(List.of(new BsonString("processing"), new BsonInt32(1))));
        f.set("p2", "expires_at", new BsonString("soon"));
    }

    /** As {@code status=count}, with {@code -} for no status. */
    private static List<String> lines(ClaimCounts counts) {
        return counts.counts().stream()
                .map(c -> (c.defect() != null ? c.defect() + "" : c.status() == null ? "-" : c.status()) + "="
                        + c.count())
                .toList();
    }

    @Test
    void known_statuses_come_first_then_foreign_words_then_none_then_wrong_types() {
        claims();
        ClaimCounts counts = f.store.count(ClaimQuery.all());
        assertThat(lines(counts))
                .containsExactly(
                        "processing=2",
                        "completed=0",
                        "released=1",
                        "=1",
                        "Zed=1",
                        "paused=1",
                        "-=2",
                        "status is a 32-bit integer, not a string=2",
                        "status is a document, not a string=1",
                        "status is an array, not a string=1");
        assertThat(counts.total()).isEqualTo(12);
        assertThat(counts.asOf()).isEqualTo(f.now());
    }

    @Test
    void the_known_statuses_of_an_empty_collection_are_zero() {
        ClaimCounts counts = f.store.count(ClaimQuery.all());
        assertThat(lines(counts)).containsExactly("processing=0", "completed=0", "released=0");
        assertThat(counts.total()).isZero();
    }

    @Test
    void a_query_for_some_statuses_counts_those_alone_also_where_there_are_none() {
        claims();
        assertThat(lines(f.store.count(ClaimQuery.builder()
                        .statuses(Set.of("nope", "paused", "completed"))
                        .build())))
                .containsExactly("completed=0", "nope=0", "paused=1");
    }

    static Stream<ClaimQuery.Builder> narrowed() {
        return Stream.of(
                ClaimQuery.builder(),
                ClaimQuery.builder().statuses(Set.of("processing")),
                ClaimQuery.builder().statuses(Set.of("processing", "released")),
                ClaimQuery.builder().eventName("order.created"),
                ClaimQuery.builder().worker(THEIRS.value()),
                ClaimQuery.builder().instance("pod-2"),
                ClaimQuery.builder().olderThan(MINUTE.multipliedBy(2)),
                ClaimQuery.builder().statuses(Set.of("released")).olderThan(MINUTE.multipliedBy(2)),
                ClaimQuery.builder().createdFrom(java.time.Instant.parse("2026-01-02T03:00:00Z")),
                ClaimQuery.builder().createdTo(java.time.Instant.parse("2026-01-02T03:00:00Z")));
    }

    @Test
    void a_count_is_the_length_of_the_list_under_every_condition() {
        claims();
        f.insert(f.processing("old", THEIRS, MINUTE, HOUR));
        f.insert(f.processing("old-event", OURS, MINUTE, HOUR).append("event_name", new BsonString("order.created")));
        f.insert(f.processing("old-free", OURS, MINUTE, HOUR).append("status", new BsonString("released")));
        f.insert(f.processing("two-dates", OURS, MINUTE, HOUR)
                .append("updated_at", new BsonArray(List.of(f.date(HOUR.negated()), f.date(HOUR)))));
        BsonDocument undated = f.processing("undated", OURS, MINUTE, HOUR);
        undated.remove("updated_at");
        f.insert(undated);
        List<Long> listed = new ArrayList<>();
        List<Long> counted = new ArrayList<>();
        narrowed().forEach(query -> {
            try (ClaimCursor rows = f.store.list(query.build())) {
                long n = 0;
                for (; rows.hasNext(); n++) {
                    rows.next();
                }
                listed.add(n);
            }
            counted.add(f.store.count(query.build()).total());
        });
        assertThat(counted).isEqualTo(listed).contains(17L).doesNotContain(0L);
    }

    @Test
    void it_is_one_command_whatever_there_is_to_count() {
        for (int i = 0; i < 300; i++) {
            claim("word" + i, new BsonString("s" + i % 3));
        }
        f.commands();
        f.store.count(ClaimQuery.all());
        assertThat(f.commands()).containsExactly("aggregate");
    }

    @Test
    void a_limit_a_cursor_or_an_order_is_refused_before_anything_is_sent() {
        f.commands();
        String cursor = "eyJ1IjoiMjAyNi0wMS0wMlQwMzowNDowNS4xMloiLCJpIjoiYSJ9";
        Stream.of(
                        ClaimQuery.builder().limit(1L),
                        ClaimQuery.builder().after(cursor),
                        ClaimQuery.builder().sort(ClaimQuery.Sort.ID, false),
                        ClaimQuery.builder().sort(ClaimQuery.Sort.UPDATED, true))
                .forEach(query -> assertThatThrownBy(() -> f.store.count(query.build()))
                        .isInstanceOf(IllegalArgumentException.class));
        assertThat(f.commands()).isEmpty();
    }

    @Test
    void a_number_beyond_an_int_is_counted_and_so_is_one_that_comes_as_a_double() {
        try (ScriptedServer server = new ScriptedServer();
                Fixture scripted = new Fixture(server.uri())) {
            BsonArray groups = new BsonArray(List.of(
                    BsonDocument.parse("{_id: 'completed'}").append("count", new BsonInt64(5_000_000_000L)),
                    BsonDocument.parse("{_id: 'processing', count: 3000000000.0}")));
            server.answerNext(
                    "aggregate",
                    BsonDocument.parse("{ok: 1.0, cursor: {id: {$numberLong: '0'}, ns: 'claimctl_test.c'}}")
                            .append(
                                    "cursor",
                                    BsonDocument.parse("{id: {$numberLong: '0'}, ns: 'claimctl_test.c'}")
                                            .append("firstBatch", groups)),
                    false);
            ClaimCounts counts = scripted.store.count(ClaimQuery.all());
            assertThat(lines(counts)).containsExactly("processing=3000000000", "completed=5000000000", "released=0");
            assertThat(counts.total()).isEqualTo(8_000_000_000L);
        }
    }

    @Test
    void a_server_that_refuses_is_a_failure_of_the_store() {
        try (ScriptedServer server = new ScriptedServer();
                Fixture scripted = new Fixture(server.uri())) {
            server.answerNext("aggregate", BsonDocument.parse("{ok: 0.0, code: 13, errmsg: 'not authorized'}"), false);
            assertThatThrownBy(() -> scripted.store.count(ClaimQuery.all()))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.DENIED));
        }
    }

    @Test
    void claims_with_a_payload_are_counted_as_they_are_listed() {
        claims();
        f.set("p1", "payload", new BsonBinary(new byte[] {1}));
        f.set("r1", "payload", BsonNull.VALUE);
        assertThat(lines(f.store.count(
                        ClaimQuery.builder().payload(PayloadFilter.WITH).build())))
                .containsExactly("processing=1", "completed=0", "released=1");
        assertThat(f.store
                        .count(ClaimQuery.builder()
                                .payload(PayloadFilter.WITHOUT)
                                .build())
                        .total())
                .isEqualTo(10);
    }
}
