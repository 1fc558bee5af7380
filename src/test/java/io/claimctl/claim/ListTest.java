package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static io.claimctl.claim.Fixture.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.testing.Capability;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class ListTest {
    private final TestServer server;
    private final Fixture f;

    ListTest(TestServer server) {
        this.server = server;
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        f.close();
    }

    private List<String> ids(ClaimQuery.Builder query) {
        List<String> ids = new ArrayList<>();
        try (ClaimCursor cursor = f.store.list(query.build())) {
            cursor.forEachRemaining(row -> ids.add(row.id()));
        }
        return ids;
    }

    private List<String> paged(long size, boolean descending) {
        List<String> ids = new ArrayList<>();
        Optional<String> next = Optional.empty();
        do {
            ClaimQuery query = ClaimQuery.builder()
                    .limit(size)
                    .after(next.orElse(null))
                    .sort(ClaimQuery.Sort.UPDATED, descending)
                    .build();
            try (ClaimCursor cursor = f.store.list(query)) {
                cursor.forEachRemaining(row -> ids.add(row.id()));
                next = cursor.nextPage();
            }
        } while (next.isPresent());
        return ids;
    }

    private void claim(String id, Duration age) {
        f.insert(f.processing(id, OURS, MINUTE, age));
    }

    /** Every kind of row that the boundaries between types could lose. */
    private void allKinds() {
        claim("old", HOUR);
        claim("same1", MINUTE);
        claim("same2", MINUTE);
        claim("é", MINUTE);
        BsonDocument sameInstant = f.processing("x", OURS, MINUTE, MINUTE);
        f.insert(sameInstant.clone().append("_id", new BsonObjectId(new ObjectId("65a000000000000000000001"))));
        f.insert(sameInstant.clone().append("_id", new BsonObjectId(new ObjectId("65a000000000000000000002"))));
        f.insert(sameInstant.clone().append("_id", new BsonInt32(7)));
        for (BsonValue wrong : new BsonValue[] {new BsonString("noon"), new BsonInt32(3), BsonNull.VALUE}) {
            f.insert(f.processing("undated-" + wrong.getBsonType(), OURS, MINUTE, MINUTE)
                    .append("updated_at", wrong));
        }
        BsonDocument without = f.processing("without", OURS, MINUTE, MINUTE);
        without.remove("updated_at");
        f.insert(without);
        BsonDocument oid = f.processing("y", OURS, MINUTE, MINUTE);
        oid.remove("updated_at");
        f.insert(oid.append("_id", new BsonObjectId(new ObjectId("65a000000000000000000003"))));
        f.insert(f.processing("ancient", OURS, MINUTE, MINUTE).append("updated_at", new BsonDateTime(-1)));
        f.insert(f.processing("go-zero", OURS, MINUTE, MINUTE).append("updated_at", Filters.date(PageCursor.YEAR_ONE)));
        f.insert(f.processing("array", OURS, MINUTE, MINUTE)
                .append("updated_at", new BsonArray(List.of(f.date(MINUTE.negated()), f.date(HOUR)))));
        if (Capability.DATES_BEFORE_CHRIST.isOn(server)) {
            f.insert(f.processing("bc", OURS, MINUTE, MINUTE)
                    .append("updated_at", new BsonDateTime(-99_999_999_999_999L)));
        }
    }

    @Test
    void rows_without_a_date_come_first_by_id_then_the_others_longest_untouched_first() {
        allKinds();
        assertThat(ids(ClaimQuery.builder()).stream().filter(id -> !id.equals("bc")))
                .containsExactly(
                        "array",
                        "undated-INT32",
                        "undated-NULL",
                        "undated-STRING",
                        "without",
                        "{\"$oid\": \"65a000000000000000000003\"}",
                        "go-zero",
                        "ancient",
                        "old",
                        "7",
                        "same1",
                        "same2",
                        "é",
                        "{\"$oid\": \"65a000000000000000000001\"}",
                        "{\"$oid\": \"65a000000000000000000002\"}");
    }

    @Test
    void pages_of_every_size_lose_and_repeat_no_row_in_either_direction() {
        allKinds();
        List<String> all = ids(ClaimQuery.builder());
        List<String> reversed = new ArrayList<>(all);
        Collections.reverse(reversed);
        for (long size = 1; size <= all.size() + 1; size++) {
            assertThat(paged(size, false)).as("pages of %d", size).isEqualTo(all);
            assertThat(paged(size, true)).as("pages of %d, newest first", size).isEqualTo(reversed);
        }
    }

    @Test
    void a_full_last_page_has_no_next_one() {
        claim("a", MINUTE);
        try (ClaimCursor cursor = f.store.list(ClaimQuery.builder().limit(1L).build())) {
            cursor.forEachRemaining(row -> {});
            assertThat(cursor.nextPage()).isEmpty();
        }
    }

    @Test
    void a_cursor_of_the_reference_is_understood_and_ours_are_written_as_it_writes_them() {
        String theirs = "eyJ1IjoiMjAyNi0wMS0wMlQwMzowNDowNS4xMloiLCJpIjoiaWRcdTAwM2MxXHUwMDNlXHUwMDI2w6kifQ==";
        PageCursor cursor = PageCursor.parse(theirs);
        assertThat(cursor.id()).isEqualTo(new BsonString("id<1>&é"));
        assertThat(cursor.updatedAt()).isEqualTo("2026-01-02T03:04:05.120Z");
        assertThat(cursor.text()).isEqualTo(theirs);
    }

    @Test
    void what_is_no_cursor_is_refused_with_a_sentence_that_names_it() {
        for (String text : new String[] {"", "x", "!!!", "e30=", "bm90IGpzb24=", "eyJ1IjoiMjAyNiIsImkiOiJhIn0="}) {
            assertThatThrownBy(() -> ClaimQuery.builder().after(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + text + "' is no cursor");
        }
        assertThatThrownBy(() -> ClaimQuery.builder()
                        .after(new PageCursor(f.now(), new BsonString("a")).text())
                        .sort(ClaimQuery.Sort.ID, false)
                        .build())
                .hasMessageContaining("another order");
    }

    @Test
    void each_filter_narrows_alone() {
        f.insert(f.processing("p", OURS, MINUTE, MINUTE).append("event_name", new BsonString("e1")));
        f.insert(f.processing("c", THEIRS, MINUTE, HOUR).append("status", new BsonString("completed")));
        f.insert(f.processing("r", new Token("pod-12:0123456789abcdef01234567"), MINUTE, MINUTE)
                .append("status", new BsonString("released")));
        assertThat(ids(ClaimQuery.builder().statuses(Set.of("completed")))).containsExactly("c");
        assertThat(ids(ClaimQuery.builder().statuses(Set.of("completed", "released"))))
                .containsExactly("c", "r");
        assertThat(ids(ClaimQuery.builder().eventName("e1"))).containsExactly("p");
        assertThat(ids(ClaimQuery.builder().worker(THEIRS.value()))).containsExactly("c");
        assertThat(ids(ClaimQuery.builder().instance("pod-1"))).containsExactly("p");
        assertThat(ids(ClaimQuery.builder().olderThan(MINUTE))).containsExactly("c");
        assertThat(ids(ClaimQuery.builder().createdFrom(f.now().minus(MINUTE)))).containsExactly("p", "r");
        assertThat(ids(ClaimQuery.builder().createdTo(f.now().minus(MINUTE)))).containsExactly("c");
        assertThat(ids(ClaimQuery.builder().instance("pod-1").statuses(Set.of("completed"))))
                .isEmpty();
    }

    @Test
    void other_orders_list_every_row() {
        f.insert(f.processing("b", OURS, HOUR, MINUTE));
        f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        assertThat(ids(ClaimQuery.builder().sort(ClaimQuery.Sort.ID, true))).containsExactly("b", "a");
        assertThat(ids(ClaimQuery.builder().sort(ClaimQuery.Sort.EXPIRES, false)))
                .containsExactly("a", "b");
    }

    @Test
    void a_list_streams_in_batches_and_every_find_names_a_batch_size() {
        List<BsonDocument> many = new ArrayList<>();
        for (int i = 0; i < 2_500; i++) {
            many.add(f.processing(String.format("c%04d", i), OURS, MINUTE, MINUTE));
        }
        f.documents.insertMany(many);
        f.commands();
        assertThat(ids(ClaimQuery.builder())).hasSize(2_500);
        assertThat(f.steering.sent().stream().filter(c -> c.containsKey("find")))
                .hasSize(2)
                .allSatisfy(c -> assertThat(c.getInt32("batchSize").getValue()).isEqualTo(1_000));
        assertThat(f.steering.sentNames()).filteredOn("getMore"::equals).hasSize(2);
    }

    @Test
    void stale_claims_are_filtered_by_lease_and_one_without_an_expiry_counts_as_live() {
        f.insert(f.processing("live", OURS, MINUTE, HOUR));
        f.insert(f.processing("ends-now", OURS, Duration.ZERO, HOUR));
        f.insert(f.processing("expired", OURS, Duration.ofMillis(-1), HOUR));
        BsonDocument undated = f.processing("undated", OURS, MINUTE, HOUR);
        undated.remove("expires_at");
        f.insert(undated);
        assertThat(stale(LeaseFilter.LIVE)).containsExactly("ends-now", "live", "undated");
        assertThat(stale(LeaseFilter.EXPIRED)).containsExactly("expired");
        assertThat(stale(LeaseFilter.ANY)).hasSize(4);
    }

    @Test
    void stale_is_processing_and_strictly_older_than_the_cutoff() {
        for (String status : List.of("completed", "released", "paused")) {
            f.insert(f.processing(status, OURS, MINUTE, HOUR).append("status", new BsonString(status)));
        }
        f.insert(f.processing("at-the-cutoff", OURS, HOUR, MINUTE));
        f.insert(f.processing("older", OURS, HOUR, MINUTE.plusMillis(1)));
        assertThat(stale(LeaseFilter.ANY)).containsExactly("older");
    }

    private List<String> stale(LeaseFilter lease) {
        List<String> ids = new ArrayList<>();
        try (ClaimCursor cursor = f.store.findStale(MINUTE, lease, null)) {
            cursor.forEachRemaining(row -> ids.add(row.id()));
        }
        return ids;
    }

    @Test
    void a_fingerprint_read_back_equals_the_one_written_though_the_clock_has_nanoseconds() {
        f.time.set(f.now().plusNanos(123_456));
        f.store.acquire("a", MINUTE);
        Fingerprint first = f.seen("a").fingerprint();
        assertThat(f.seen("a").fingerprint()).isEqualTo(first).hasToString(first.text());
    }

    @Test
    void a_payload_that_is_null_or_of_a_wrong_type_is_stored_all_the_same() {
        claim("none", MINUTE);
        for (BsonValue payload : new BsonValue[] {
            new BsonBinary(new byte[] {1}),
            new BsonBinary(new byte[0]),
            BsonNull.VALUE,
            new BsonString("text"),
            new BsonInt32(7),
            new BsonArray()
        }) {
            f.insert(f.processing("with-" + payload, OURS, MINUTE, MINUTE).append("payload", payload));
        }
        assertThat(ids(ClaimQuery.builder().payload(PayloadFilter.WITHOUT))).containsExactly("none");
        assertThat(ids(ClaimQuery.builder().payload(PayloadFilter.WITH)))
                .hasSize(6)
                .allMatch(id -> id.startsWith("with-"));
        assertThat(ids(ClaimQuery.builder().payload(null))).hasSize(7);
    }

    @Test
    void a_choice_by_payload_goes_with_the_other_conditions_and_with_pages() {
        for (int i = 0; i < 4; i++) {
            f.insert(f.processing("m" + i, OURS, MINUTE, MINUTE)
                    .append("payload", new BsonBinary(new byte[] {1}))
                    .append("event_name", new BsonString(i < 3 ? "created" : "paid")));
            claim("n" + i, MINUTE);
        }
        ClaimQuery.Builder query = ClaimQuery.builder()
                .payload(PayloadFilter.WITH)
                .eventName("created")
                .worker(OURS.value());
        assertThat(ids(query)).containsExactly("m0", "m1", "m2");
        assertThat(ids(query.limit(2L))).containsExactly("m0", "m1");
        try (ClaimCursor first = f.store.list(query.build())) {
            first.forEachRemaining(row -> {});
            assertThat(ids(query.after(first.nextPage().orElseThrow()))).containsExactly("m2");
        }
    }
}
