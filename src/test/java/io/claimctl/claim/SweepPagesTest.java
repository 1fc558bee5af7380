package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sweep reads page by page: every stale document once, whatever stands at the border of two pages. */
@OnEveryServer
class SweepPagesTest {
    private static final SweepRequest SWEEP = SweepRequest.olderThan(Duration.ofMinutes(2));
    private final Fixture f;
    private final List<String> rows = new ArrayList<>();
    private final SweepListener noting = new SweepListener() {
        @Override
        public void afterBatch(List<SweptClaim> swept) {
            swept.forEach(s -> rows.add(s.seen().id() + " " + s.result()));
        }
    };

    SweepPagesTest(TestServer server) {
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        f.close();
    }

    private BsonDocument lapsed(String id, Duration age) {
        return f.processing(id, Tokens.random().next(), MINUTE.negated(), age);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 100})
    void whatever_the_size_of_a_page_each_stale_document_comes_once_oldest_first_and_arrays_last(int page) {
        f.insert(lapsed("b", HOUR));
        f.insert(lapsed("a", HOUR)); // of the same millisecond
        f.insert(lapsed("c", HOUR));
        f.insert(lapsed("d", HOUR.plusMillis(1)));
        f.insert(lapsed("live", HOUR).append("expires_at", f.date(MINUTE)));
        f.insert(lapsed("x", HOUR).append("_id", new BsonObjectId(new ObjectId("0123456789abcdef01234567"))));
        f.insert(lapsed("y", HOUR).append("worker_id", new BsonInt32(1)));
        f.insert(lapsed("z", HOUR)
                .append("updated_at", new BsonArray(List.of(f.date(HOUR.negated()), f.date(MINUTE)))));
        f.insert(lapsed("young", MINUTE));
        SweepReport report = f.store.sweep(SWEEP.withBatch(page), noting);

        assertThat(rows)
                .containsExactlyInAnyOrder(
                        "d RESET",
                        "a RESET",
                        "b RESET",
                        "c RESET",
                        "live SKIPPED",
                        "y SKIPPED",
                        "{\"$oid\": \"0123456789abcdef01234567\"} SKIPPED",
                        "z SKIPPED");
        assertThat(rows.stream().filter(row -> row.endsWith("RESET")))
                .containsExactly("d RESET", "a RESET", "b RESET", "c RESET");
        assertThat(report.malformedLeft()).isEqualTo(3);
        assertThat(report.end()).isEqualTo(SweepReport.End.DONE);
    }

    @Test
    void a_claim_that_changes_between_two_pages_is_not_met_again() {
        IntStream.range(0, 6).forEach(i -> f.insert(lapsed("a" + i, HOUR.minusMillis(i))));
        f.steering.afterNext("update", () -> f.set("a3", "status", new BsonString("completed")));
        f.store.sweep(SWEEP.withBatch(2), noting);
        assertThat(rows).containsExactly("a0 RESET", "a1 RESET", "a2 RESET", "a4 RESET", "a5 RESET");
    }

    @Test
    void several_batches_on_their_way_reset_each_claim_once_and_are_reported_in_their_order() {
        IntStream.range(0, 20).forEach(i -> f.insert(lapsed(String.format("a%02d", i), HOUR.minusMillis(i))));
        SweepReport report = f.store.sweep(SWEEP.withBatch(2).withParallel(4), noting);
        assertThat(report.count(Result.RESET)).isEqualTo(20);
        assertThat(rows).isSorted().hasSize(20);
        Set<String> marks = new TreeSet<>();
        f.documents.find().forEach(d -> marks.add(d.getString("reset_by").getValue()));
        assertThat(marks).hasSize(10);
    }

    @Test
    void where_the_listener_ends_it_what_is_on_its_way_is_reported_and_the_next_batch_unchanged() {
        IntStream.range(0, 20).forEach(i -> f.insert(lapsed(String.format("a%02d", i), HOUR.minusMillis(i))));
        SweepReport report = f.store.sweep(SWEEP.withBatch(2).withParallel(4), new SweepListener() {
            private int sent;

            @Override
            public Optional<String> beforeBatch(String by, List<Claim> seen) {
                return ++sent == 4 ? Optional.of("enough") : Optional.empty();
            }

            @Override
            public void afterBatch(List<SweptClaim> swept) {
                noting.afterBatch(swept);
            }
        });
        assertThat(report.end()).isEqualTo(SweepReport.End.STOPPED);
        assertThat(report.stopped()).isEqualTo("enough");
        assertThat(rows).hasSize(6).allMatch(row -> row.endsWith("RESET"));
        assertThat(f.documents.countDocuments(new BsonDocument("status", new BsonString("released"))))
                .isEqualTo(6);
    }

    @Test
    void asked_between_batches_it_ends_before_anything_and_nothing_is_changed() {
        f.insert(lapsed("a", HOUR));
        SweepReport report = f.store.sweep(SWEEP, new SweepListener() {
            @Override
            public Optional<String> reasonToStop() {
                return Optional.of("told to");
            }
        });
        assertThat(report.stopped()).isEqualTo("told to");
        assertThat(report.counts()).isEmpty();
        assertThat(f.stored("a").getString("status").getValue()).isEqualTo("processing");
    }

    @Test
    void a_plan_is_gone_by_in_pages_and_what_it_names_more_than_once_is_reset_once() {
        List<PlannedClaim> plan = new ArrayList<>();
        IntStream.range(0, 5).forEach(i -> {
            f.insert(lapsed("a" + i, HOUR));
            plan.add(new PlannedClaim("a" + i, f.seen("a" + i).fingerprint().text()));
        });
        plan.add(0, plan.get(4));
        plan.add(plan.get(0));
        plan.add(new PlannedClaim("never", plan.get(0).fingerprint()));
        f.set("a1", "status", new BsonString("completed"));
        f.set("a2", "updated_at", f.date(MINUTE.negated()));
        f.delete("a3");
        SweepReport report = f.store.sweep(SWEEP.withBatch(2), plan, true, noting);
        assertThat(rows)
                .containsExactlyInAnyOrder(
                        "a4 RESET",
                        "a0 RESET",
                        "a1 CHANGED",
                        "a2 CHANGED",
                        "a3 GONE",
                        "a4 SKIPPED",
                        "a4 SKIPPED",
                        "never GONE");
        assertThat(report.count(Result.RESET)).isEqualTo(2);
    }

    @Test
    void what_is_planned_as_completed_or_young_is_left_alone() {
        f.insert(lapsed("done", HOUR).append("status", new BsonString("completed")));
        f.insert(lapsed("young", MINUTE));
        List<PlannedClaim> plan = List.of(
                new PlannedClaim("done", f.seen("done").fingerprint().text()),
                new PlannedClaim("young", f.seen("young").fingerprint().text()));
        f.store.sweep(SWEEP, plan, false, noting);
        assertThat(rows).containsExactlyInAnyOrder("done SKIPPED", "young SKIPPED");
        rows.clear();
        f.store.sweep(SWEEP, plan, true, noting);
        assertThat(rows).containsExactlyInAnyOrder("done SKIPPED", "young RESET");
        f.commands();
        f.store.sweep(SWEEP, plan.subList(0, 1), true, noting);
        assertThat(f.commands()).as("nothing is sent for it").doesNotContain("update");
    }
}
