package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static io.claimctl.claim.Fixture.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.claim.ClaimEvent.Kind;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A watch tells everything that happens to claims, once. */
@OnEveryServer
class ClaimWatchTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Fixture f;
    private final ClaimStore other;
    private final List<ClaimWatch> open = new ArrayList<>();

    ClaimWatchTest(TestServer server) {
        f = new Fixture(server);
        other = f.other();
    }

    @AfterEach
    void close() {
        open.forEach(ClaimWatch::close);
        f.close();
    }

    private ClaimWatch watch() {
        return watch(ClaimQuery.all());
    }

    private ClaimWatch watch(ClaimQuery which) {
        return opened(f.store.watch(which));
    }

    private ClaimWatch watch(String... ids) {
        return opened(f.store.watch(List.of(ids)));
    }

    private ClaimWatch opened(ClaimWatch watch) {
        open.add(watch);
        return watch;
    }

    /** What is seen a second later, in words. */
    private List<String> next(ClaimWatch watch) {
        f.time.pass(SECOND);
        List<String> told = new ArrayList<>(words(watch.look()));
        while (watch.isBehind()) {
            told.addAll(words(watch.look()));
        }
        return told;
    }

    private static List<String> words(List<ClaimEvent> events) {
        return events.stream().map(ClaimWatchTest::words).toList();
    }

    private static String words(ClaimEvent event) {
        return event.id() + " " + event.kind().name().toLowerCase(java.util.Locale.ROOT);
    }

    private Lease acquired(String id) {
        return other.withTokens(Tokens.random("pod-9"))
                .acquire(id, HOUR)
                .acquired()
                .orElseThrow()
                .lease();
    }

    /** As a worker in Go completes: by the id alone. */
    private void completedByGo(String id) {
        f.documents.updateOne(
                Filters.id(id),
                new BsonDocument(
                        "$set",
                        new BsonDocument("status", new BsonString("completed"))
                                .append("expires_at", f.date(HOUR))
                                .append("updated_at", f.date(Duration.ZERO))));
    }

    @Test
    void the_first_look_tells_what_there_is_longest_untouched_first() {
        f.insert(f.processing("young", OURS, HOUR, MINUTE));
        f.insert(f.processing("old", THEIRS, HOUR, HOUR));
        ClaimWatch watch = watch();
        List<ClaimEvent> seen = watch.look();
        assertThat(words(seen)).containsExactly("old seen", "young seen");
        assertThat(seen.get(0).at()).isEqualTo(f.now());
        assertThat(seen.get(0).before()).isNull();
        assertThat(watch.claims()).extracting(ClaimRow::id).containsExactly("young", "old");
        assertThat(next(watch)).isEmpty();
    }

    @Test
    void a_claims_life_is_told_step_by_step_with_who_and_why() {
        ClaimWatch watch = watch();
        assertThat(watch.look()).isEmpty();
        Lease lease = acquired("a");
        assertThat(next(watch)).containsExactly("a acquired");
        other.putPayload(lease, new byte[] {1, 2, 3}, Map.of("k", "v"), "order.created");
        assertThat(next(watch)).containsExactly("a payload_stored");
        other.putPayload(lease, new byte[] {3, 2, 1}, Map.of(), null);
        assertThat(next(watch))
                .as("another message alone is not seen, as the guarantees say")
                .isEmpty();
        other.clearPayload(lease);
        assertThat(next(watch)).containsExactly("a payload_cleared");
        other.renew(lease, HOUR.multipliedBy(2));
        f.time.pass(SECOND);
        ClaimEvent renewed = watch.look().get(0);
        assertThat(words(renewed)).isEqualTo("a renewed");
        assertThat(renewed.by()).contains(lease.token().value());
        assertThat(renewed.before().readable().expiresAt())
                .isBefore(renewed.now().readable().expiresAt());
        other.complete(lease, MINUTE);
        f.time.pass(SECOND);
        ClaimEvent completed = watch.look().get(0);
        assertThat(words(completed)).isEqualTo("a completed");
        assertThat(completed.by()).contains(lease.token().value());
        f.time.pass(HOUR);
        assertThat(watch.look()).as("a memory that ends is no lease that does").isEmpty();
        assertThat(other.acquire("a", HOUR).acquired()).isPresent();
        assertThat(next(watch)).containsExactly("a acquired");
    }

    @Test
    void a_release_and_a_reset_say_who_and_why() {
        ClaimWatch watch = watch();
        watch.look();
        Lease lease = acquired("a");
        f.insert(f.processing("b", THEIRS, HOUR, Duration.ZERO));
        next(watch);
        other.release(lease, Payloads.SKIP);
        other.reset(f.seen("b"), new ResetOptions(Payloads.SKIP, false, "pod-2 is gone"));
        f.time.pass(SECOND);
        List<ClaimEvent> events = watch.look();
        assertThat(words(events)).containsExactly("a released", "b reset");
        assertThat(events.get(0).by()).contains(lease.token().value());
        assertThat(events.get(1).by().orElseThrow()).startsWith("reset-");
        assertThat(events.get(1).reason()).contains("pod-2 is gone");
        assertThat(events.get(1).from()).contains(THEIRS.value());
    }

    @Test
    void a_take_over_says_from_whom_and_the_end_of_a_lease_is_told_once() {
        f.insert(f.processing("a", THEIRS, SECOND.multipliedBy(2), MINUTE));
        ClaimWatch watch = watch();
        assertThat(words(watch.look())).containsExactly("a seen");
        assertThat(next(watch)).isEmpty();
        f.time.pass(SECOND);
        assertThat(next(watch)).containsExactly("a expired");
        assertThat(next(watch)).isEmpty();
        Lease lease = acquired("a");
        f.time.pass(SECOND);
        ClaimEvent taken = watch.look().get(0);
        assertThat(words(taken)).isEqualTo("a taken_over");
        assertThat(taken.by()).contains(lease.token().value());
        assertThat(taken.from()).contains(THEIRS.value());
        f.time.pass(HOUR);
        assertThat(next(watch)).containsExactly("a expired");
    }

    @Test
    void a_lease_that_was_over_before_the_watch_began_is_not_told_to_end() {
        f.insert(f.processing("a", THEIRS, MINUTE.negated(), HOUR));
        ClaimWatch watch = watch();
        assertThat(words(watch.look())).containsExactly("a seen");
        assertThat(next(watch)).isEmpty();
    }

    @Test
    void what_is_acquired_and_lapses_between_two_looks_is_told_as_both() {
        ClaimWatch watch = watch();
        watch.look();
        other.acquire("a", SECOND);
        f.time.pass(SECOND.multipliedBy(2));
        assertThat(words(watch.look())).containsExactly("a acquired", "a expired");
    }

    @Test
    void a_release_that_keeps_its_claim_is_told_as_that() {
        ClaimWatch watch = watch();
        Lease lease = acquired("a");
        other.putPayload(lease, new byte[] {1}, Map.of(), null);
        watch.look();
        f.time.pass(SECOND);
        other.release(lease, Payloads.SKIP);
        assertThat(next(watch)).containsExactly("a kept");
    }

    @Test
    void a_deletion_says_whether_ttl_may_have_done_it() {
        f.insert(f.processing("a", OURS, HOUR, MINUTE));
        f.insert(f.processing("b", OURS, SECOND, MINUTE));
        ClaimWatch watch = watch();
        watch.look();
        f.time.pass(SECOND);
        f.delete("a");
        f.delete("b");
        List<ClaimEvent> events = watch.look();
        assertThat(events).extracting(ClaimWatchTest::words).containsExactlyInAnyOrder("a deleted", "b deleted");
        assertThat(events).allSatisfy(e -> assertThat(e.ttlPossible()).isEqualTo(e.id().equals("b")));
        assertThat(watch.claims()).isEmpty();
        assertThat(next(watch)).isEmpty();
        f.insert(f.processing("a", THEIRS, HOUR, Duration.ZERO));
        assertThat(next(watch)).containsExactly("a acquired");
    }

    @Test
    void writes_of_go_workers_and_of_others_are_told() {
        f.insert(f.processing("a", OURS, HOUR, MINUTE));
        f.insert(f.processing("b", OURS, HOUR, MINUTE));
        f.insert(f.processing("c", OURS, HOUR, MINUTE));
        ClaimWatch watch = watch();
        watch.look();
        f.time.pass(SECOND);
        completedByGo("a");
        f.set("b", "status", new BsonInt32(7));
        f.set("c", "metadata", new BsonDocument("k", new BsonString("v")));
        List<ClaimEvent> events = watch.look();
        assertThat(events)
                .extracting(ClaimWatchTest::words)
                .containsExactlyInAnyOrder("a completed", "b malformed", "c changed");
        assertThat(events.stream()
                        .filter(e -> e.kind() == Kind.CHANGED)
                        .findFirst()
                        .orElseThrow()
                        .changedFields())
                .containsExactly("metadata");
        f.set("b", "status", new BsonString("processing"));
        assertThat(next(watch)).as("it can be read again").hasSize(1);
    }

    @Test
    void a_claim_of_a_worker_whose_clock_is_behind_is_found_and_one_whose_clock_is_ahead_is_told_once() {
        ClaimWatch watch = watch();
        watch.look();
        f.time.pass(MINUTE);
        watch.look();
        f.time.pass(SECOND);
        f.insert(f.processing("behind", THEIRS, HOUR, ClaimWatch.OVERLAP.minus(SECOND)));
        f.insert(f.processing("ahead", THEIRS, HOUR, MINUTE.negated()));
        assertThat(words(watch.look())).containsExactly("behind acquired", "ahead acquired");
        for (int i = 0; i < 90; i++) {
            assertThat(next(watch)).isEmpty();
        }
    }

    @Test
    void an_updated_at_that_goes_back_is_a_change_like_another() {
        f.insert(f.processing("a", OURS, HOUR, MINUTE));
        f.insert(f.processing("b", OURS, HOUR, MINUTE));
        ClaimWatch watch = watch();
        watch.look();
        f.set("a", "updated_at", f.date(HOUR.negated()));
        assertThat(next(watch)).containsExactly("a changed");
        assertThat(next(watch)).isEmpty();
        assertThat(watch.claims()).extracting(ClaimRow::id).containsExactly("b", "a");
    }

    @Test
    void of_many_with_one_time_each_is_told_once_over_pages_and_memory_stays_bounded() {
        ClaimWatch watch = watch();
        watch.look();
        f.time.pass(SECOND);
        int many = ClaimWatch.MOST * 2 + 7;
        f.documents.insertMany(IntStream.range(0, many)
                .mapToObj(i -> f.processing(String.format("id-%05d", i * 7919 % many), OURS, HOUR, Duration.ZERO))
                .toList());
        List<String> told = new ArrayList<>();
        do {
            told.addAll(words(watch.look()));
            assertThat(watch.claims()).hasSizeLessThanOrEqualTo(ClaimWatch.MOST);
        } while (watch.isBehind());
        assertThat(told).hasSize(many).doesNotHaveDuplicates().allMatch(word -> word.endsWith(" acquired"));
        for (int i = 0; i < 3; i++) {
            assertThat(next(watch)).as("nothing is told twice").isEmpty();
        }
        f.insert(f.processing("new", OURS, HOUR, Duration.ZERO));
        assertThat(next(watch)).containsExactly("new acquired");
        f.set("id-00000", "updated_at", f.date(Duration.ZERO));
        assertThat(next(watch)).as("one that was forgotten tells of itself").containsExactly("id-00000 acquired");
    }

    @Test
    void of_a_large_collection_the_last_changed_are_seen_and_older_ones_when_they_change() {
        f.documents.insertMany(IntStream.range(0, ClaimWatch.MOST + 50)
                .mapToObj(i -> f.processing("id-" + i, OURS, HOUR, SECOND.plusMillis(i)))
                .toList());
        ClaimWatch watch = watch();
        assertThat(watch.look()).hasSize(ClaimWatch.MOST);
        assertThat(watch.isBehind()).isFalse();
        assertThat(next(watch)).isEmpty();
        completedByGo("id-" + (ClaimWatch.MOST + 9));
        assertThat(next(watch)).containsExactly("id-" + (ClaimWatch.MOST + 9) + " completed");
    }

    @Test
    void many_claims_ahead_of_the_clock_hide_no_other() {
        f.documents.insertMany(IntStream.range(0, ClaimWatch.MOST + 50)
                .mapToObj(i -> f.processing("ahead-" + i, THEIRS, HOUR.multipliedBy(3), HOUR.negated()))
                .toList());
        ClaimWatch watch = watch();
        watch.look();
        f.insert(f.processing("a", OURS, HOUR, Duration.ZERO));
        assertThat(next(watch)).containsExactly("a acquired");
        assertThat(next(watch)).isEmpty();
    }

    @Test
    void a_filter_tells_what_comes_in_and_what_goes_out_and_nothing_else() {
        f.insert(f.processing("a", OURS, HOUR, MINUTE));
        f.insert(f.processing("b", THEIRS, HOUR, MINUTE));
        f.insert(f.processing("c", OURS, HOUR, MINUTE).append("status", new BsonString("completed")));
        ClaimWatch watch = watch(ClaimQuery.builder()
                .statuses(Set.of("processing"))
                .instance("pod-1")
                .build());
        assertThat(words(watch.look())).containsExactly("a seen");
        f.time.pass(SECOND);
        completedByGo("a");
        assertThat(words(watch.look())).containsExactly("a completed");
        assertThat(watch.claims()).isEmpty();
        f.set("a", "metadata", new BsonDocument());
        assertThat(next(watch)).isEmpty();
        f.delete("a");
        f.set("b", "event_name", new BsonString("x"));
        assertThat(next(watch)).isEmpty();
    }

    static Stream<ClaimQuery.Builder> conditions() {
        return Stream.of(
                ClaimQuery.builder().eventName("e"),
                ClaimQuery.builder().worker(OURS.value()),
                ClaimQuery.builder().instance("pod-1"),
                ClaimQuery.builder().idPrefix("in"),
                ClaimQuery.builder().payload(PayloadFilter.WITH),
                ClaimQuery.builder().createdFrom(Instant.parse("2026-01-02T02:00:00Z")),
                ClaimQuery.builder().createdTo(Instant.parse("2026-01-03T00:00:00Z")));
    }

    /** The list and the watch judge by the same rules, one on the server and one here. */
    @Test
    void a_query_matches_here_what_it_matches_on_the_server() {
        f.insert(f.processing("in-1", OURS, HOUR, MINUTE)
                .append("event_name", new BsonString("e"))
                .append("payload", new org.bson.BsonBinary(new byte[1])));
        BsonDocument out = f.processing("out", THEIRS, HOUR, MINUTE);
        out.put("created_at", f.date(HOUR.multipliedBy(48).negated()));
        f.insert(out);
        BsonDocument later = f.processing("late", THEIRS, HOUR, MINUTE);
        later.put("created_at", f.date(HOUR.multipliedBy(48)));
        f.insert(later);
        BsonDocument none = f.processing("none", new Token("pod-11:0123456789abcdef01234567"), HOUR, MINUTE);
        none.remove("created_at");
        f.insert(none);
        List<Claim> all = List.of(f.seen("in-1"), f.seen("out"), f.seen("late"), f.seen("none"));
        Instant created = all.get(0).createdAt();
        Stream<ClaimQuery.Builder> boundaries = Stream.of(
                ClaimQuery.builder().createdFrom(created), ClaimQuery.builder().createdTo(created));
        Stream.concat(conditions(), boundaries).map(ClaimQuery.Builder::build).forEach(query -> {
            List<String> listed = new ArrayList<>();
            try (ClaimCursor cursor = f.store.list(query)) {
                cursor.forEachRemaining(row -> listed.add(row.id()));
            }
            WatchedQuery here = new WatchedQuery(query);
            assertThat(all.stream().filter(here::matches).map(Claim::id)).containsExactlyInAnyOrderElementsOf(listed);
            assertThat(listed).isNotEmpty().hasSizeLessThan(4);
        });
    }

    @Test
    void named_claims_are_watched_whether_they_are_there_or_not_and_without_an_updated_at() {
        f.insert(new BsonDocument("_id", new BsonString("bare")));
        f.insert(f.processing("other", OURS, HOUR, MINUTE));
        ClaimWatch watch = watch("bare", "none");
        assertThat(watch.look())
                .extracting(ClaimWatchTest::words)
                .containsExactlyInAnyOrder("bare seen", "none missing");
        assertThat(next(watch)).isEmpty();
        f.set("bare", "event_name", new BsonString("e"));
        f.set("other", "event_name", new BsonString("e"));
        f.insert(f.processing("none", OURS, HOUR, HOUR));
        assertThat(next(watch)).containsExactlyInAnyOrder("bare changed", "none acquired");
        f.delete("none");
        assertThat(next(watch)).containsExactly("none deleted");
        assertThat(next(watch)).isEmpty();
    }

    /** More than a command takes, if they were all in one. */
    @Test
    void many_claims_with_very_long_ids_are_watched() {
        String longest = "注".repeat(10_000);
        for (int i = 0; i < 600; i++) {
            f.insert(f.processing(i + longest, OURS, HOUR, MINUTE));
        }
        ClaimWatch watch = watch(ClaimQuery.all());
        assertThat(watch.look()).hasSize(600);
        f.set(7 + longest, "event_name", new BsonString("e"));
        assertThat(watch.look()).extracting(ClaimEvent::kind).containsExactly(ClaimEvent.Kind.CHANGED);
    }

    @Test
    void a_payload_is_read_only_where_it_may_be_another_and_never_kept() {
        BsonValue payload = new org.bson.BsonBinary(new byte[1_000]);
        f.insert(f.processing("a", OURS, HOUR, MINUTE).append("payload", payload));
        ClaimWatch watch = watch();
        ClaimEvent seen = watch.look().get(0);
        assertThat(seen.now().readable().payload().size()).isEqualTo(1_000);
        assertThat(seen.now().readable().document()).doesNotContainKey("payload");
        f.commands();
        next(watch);
        assertThat(f.commands())
                .as("changed ones, standing ones, those with a payload")
                .containsExactly("find", "find", "find");
        f.set("a", "payload", new org.bson.BsonBinary(new byte[] {1}));
        f.set("a", "event_name", new BsonString("e"));
        assertThat(next(watch)).containsExactly("a payload_stored");
    }

    @Test
    void a_query_with_an_age_a_limit_or_an_order_is_refused_and_so_is_no_id() {
        for (ClaimQuery query : List.of(
                ClaimQuery.builder().olderThan(HOUR).build(),
                ClaimQuery.builder().limit(1L).build(),
                ClaimQuery.builder().sort(ClaimQuery.Sort.ID, false).build(),
                ClaimQuery.builder().sort(ClaimQuery.Sort.UPDATED, true).build())) {
            assertThatThrownBy(() -> f.store.watch(query)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> f.store.watch(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> f.store.watch(List.of(""))).isInstanceOf(IllegalArgumentException.class);
    }
}
