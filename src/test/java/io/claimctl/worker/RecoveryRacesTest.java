package io.claimctl.worker;

import static io.claimctl.worker.RecoveryFixture.HOUR;
import static io.claimctl.worker.RecoveryFixture.LAPSED;
import static io.claimctl.worker.RecoveryFixture.OLDER_THAN;
import static io.claimctl.worker.RecoveryFixture.REQUEST;
import static io.claimctl.worker.RecoveryFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.LeaseFilter;
import io.claimctl.claim.Payloads;
import io.claimctl.claim.ResetOptions;
import io.claimctl.claim.SweptClaim;
import io.claimctl.testing.Await;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.worker.RecoveredClaim.Result;
import io.claimctl.worker.RecoveryReport.End;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What others do between two commands of a recovery, and answers that nobody saw. */
class RecoveryRacesTest {
    private final RecoveryFixture f = new RecoveryFixture();

    @AfterEach
    void close() {
        f.close();
    }

    private void beforeTakeOver(Runnable action) {
        f.kept.steering.beforeNext("findAndModify", action);
    }

    private ClaimStore other() {
        return f.kept.other;
    }

    private String detail() {
        return String.valueOf(f.recovered.get(0).detail());
    }

    @Test
    void a_claim_that_was_taken_over_after_it_was_read_is_left_as_it_is_and_its_message_not_published() {
        f.message("a");
        List<BsonDocument> theirs = new ArrayList<>();
        beforeTakeOver(() -> {
            other().acquire("a", HOUR).acquired().orElseThrow();
            theirs.add(f.stored("a"));
        });
        f.pass();
        assertThat(f.results()).containsExactly("a CHANGED");
        assertThat(f.published).isEmpty();
        assertThat(f.stored("a")).isEqualTo(theirs.get(0));
    }

    @Test
    void a_claim_that_was_completed_after_it_was_read_is_left_as_it_is_and_its_message_not_published() {
        f.message("a");
        beforeTakeOver(() -> f.kept.set("a", "status", new BsonString("completed")));
        f.pass();
        assertThat(f.results()).containsExactly("a CHANGED");
        assertThat(f.published).isEmpty();
        assertThat(f.text("a", "worker_id")).isEqualTo(RecoveryFixture.WORKER);
    }

    @Test
    void a_claim_whose_message_was_replaced_after_it_was_read_is_left_as_it_is() {
        f.message("a");
        beforeTakeOver(() -> f.kept.set("a", "payload", new BsonBinary(bytes("other"))));
        f.pass();
        assertThat(f.results()).containsExactly("a CHANGED");
        assertThat(f.published).isEmpty();
    }

    @Test
    void a_kept_claim_whose_holder_renews_it_after_it_was_read_is_left_to_it() {
        f.insert(f.stale("a", HOUR)
                .append("payload", new BsonBinary(bytes("a")))
                .append("kept_at", f.date(HOUR.negated())));
        beforeTakeOver(() -> f.kept.set("a", "updated_at", f.date(Duration.ZERO)));
        f.pass();
        assertThat(f.results()).containsExactly("a CHANGED");
    }

    /** As a server that finds a document in one state and sends it in the next, in which another recovery has it. */
    @Test
    void a_claim_that_is_read_as_another_recovery_has_it_by_then_is_not_taken_from_it() {
        f.message("a");
        f.message("b");
        BsonDocument theirs = f.stored("a")
                .append("worker_id", new BsonString("recover:0123456789abcdef01234567"))
                .append("expires_at", f.date(HOUR))
                .append("updated_at", f.date(Duration.ZERO));
        f.kept.documents.replaceOne(new BsonDocument("_id", new BsonString("a")), theirs);
        for (LeaseFilter lease : List.of(LeaseFilter.EXPIRED, LeaseFilter.ANY)) {
            f.kept.server.answerNext("find", batchOf(theirs), false);
            f.pass(REQUEST.withLease(lease));
        }
        assertThat(f.stored("a")).isEqualTo(theirs);
        assertThat(f.publishedIds()).containsExactly("b");
    }

    private static BsonDocument batchOf(BsonDocument document) {
        return new BsonDocument(
                        "cursor",
                        new BsonDocument("id", new BsonInt64(0))
                                .append("ns", new BsonString("claimctl_test.kept"))
                                .append("firstBatch", new BsonArray(List.of(document))))
                .append("ok", new BsonInt32(1));
    }

    @Test
    void a_claim_that_TTL_deletes_after_it_was_read_is_gone() {
        f.message("a");
        beforeTakeOver(() -> f.kept.documents.deleteOne(new BsonDocument("_id", new BsonString("a"))));
        f.pass();
        assertThat(f.results()).containsExactly("a GONE");
        assertThat(f.published).isEmpty();
    }

    @Test
    void a_message_that_comes_while_the_rest_is_swept_is_neither_published_nor_dropped() {
        f.insert(f.stale("a", LAPSED));
        f.kept.steering.beforeNext("update", () -> f.kept.set("a", "payload", new BsonBinary(bytes("a"))));
        RecoveryReport report = f.pass();
        assertThat(report.rest().orElseThrow().count(SweptClaim.Result.CHANGED)).isEqualTo(1);
        assertThat(f.text("a", "status")).isEqualTo("processing");
        assertThat(f.stored("a").getBinary("payload").getData()).isEqualTo(bytes("a"));
    }

    @Test
    void a_message_that_comes_after_the_first_phase_is_left_to_the_next_pass() {
        f.insert(f.stale("a", LAPSED));
        f.message("b");
        f.publishing = (message, lease) -> f.kept.set("a", "payload", new BsonBinary(bytes("a")));
        f.kept.set("a", "updated_at", f.date(HOUR.multipliedBy(-2))); // before "b", so this pass is past it
        RecoveryReport report = f.pass();
        assertThat(f.publishedIds()).containsExactly("b");
        assertThat(report.rest().orElseThrow().payloadsLeft()).isEqualTo(1);
        assertThat(f.text("a", "status")).isEqualTo("processing");
        f.pass();
        assertThat(f.publishedIds()).containsExactly("b", "a");
    }

    @Test
    void a_claim_that_an_operator_resets_while_its_message_is_published_is_lost_and_stays_as_they_left_it() {
        f.message("a");
        List<BsonDocument> theirs = new ArrayList<>();
        f.publishing = (message, lease) -> {
            other().reset(f.seen("a"), new ResetOptions(Payloads.INCLUDE, false, null));
            other().acquire("a", HOUR).acquired().orElseThrow();
            theirs.add(f.stored("a"));
        };
        RecoveryReport report = f.pass();
        assertThat(f.results()).containsExactly("a LOST");
        assertThat(detail()).isEqualTo("published; its claim was not this recovery's any more");
        assertThat(f.stored("a")).isEqualTo(theirs.get(0));
        assertThat(report.count(Result.LOST)).isEqualTo(1);
    }

    @Test
    void a_publisher_that_completes_the_claim_itself_has_published() {
        f.message("a");
        f.publishing = (message, lease) -> other().complete(lease.lease().orElseThrow(), HOUR);
        f.pass();
        assertThat(f.results()).containsExactly("a PUBLISHED");
    }

    @Test
    void a_take_over_whose_answer_nobody_saw_publishes_nothing_and_ends_the_pass() {
        f.message("a");
        f.message("b");
        ClaimStore impatient = f.kept.store.withTimeout(Duration.ofMillis(300));
        beforeTakeOver(() -> {
            f.kept.server.cutNext("findAndModify", ScriptedServer.Fault.CUT_AFTER);
            cutAll("findAndModify");
            cutAll("find");
        });
        RecoveryReport report = f.pass(impatient, REQUEST);
        assertThat(f.published).isEmpty();
        assertThat(f.results()).containsExactly("a UNCLEAR");
        assertThat(detail()).startsWith("not published; nobody knows whether it was taken over: ");
        assertThat(report.end()).isEqualTo(End.STORE);
        f.kept.server.clear();

        f.kept.time.pass(OLDER_THAN.plusMillis(1));
        f.pass();
        assertThat(f.publishedIds()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void after_a_take_over_that_nobody_saw_no_other_is_tried_though_the_store_can_be_read() {
        f.message("a");
        f.message("b");
        beforeTakeOver(() -> cutAll("findAndModify"));
        RecoveryReport report = f.pass(f.kept.store.withTimeout(Duration.ofMillis(300)), REQUEST);
        f.kept.server.clear();
        assertThat(f.results()).containsExactly("a UNCLEAR");
        assertThat(report.end()).isEqualTo(End.STORE);
    }

    private void cutAll(String command) {
        for (int i = 0; i < 500; i++) {
            f.kept.server.cutNext(command, ScriptedServer.Fault.CUT_BEFORE);
        }
    }

    @Test
    void a_completion_whose_answer_nobody_saw_is_unclear_and_says_that_the_message_was_published() {
        f.message("a");
        ClaimStore impatient = f.kept.store.withTimeout(Duration.ofMillis(300));
        f.publishing = (message, lease) -> cutAll("findAndModify");
        f.pass(impatient, REQUEST);
        f.kept.server.clear();
        assertThat(f.results()).containsExactly("a UNCLEAR");
        assertThat(detail()).startsWith("published; ");
        assertThat(f.publishedIds()).containsExactly("a");
    }

    @Test
    void while_a_message_is_published_its_claim_is_renewed_so_that_no_other_recovery_takes_it() throws Exception {
        f.message("a");
        f.publishing = (message, lease) -> {
            for (int third = 0; third < 6; third++) {
                f.kept.time.pass(OLDER_THAN.dividedBy(3));
                BsonDateTime due = f.date(Duration.ZERO);
                Await.until(() -> "the renewal: " + f.stored("a"), () -> {
                    f.kept.time.pass(Duration.ofMillis(1));
                    return f.stored("a").getDateTime("updated_at").compareTo(due) >= 0;
                });
                assertThat(f.stored("a").getDateTime("expires_at").getValue())
                        .isEqualTo(f.stored("a").getDateTime("updated_at").getValue()
                                + Duration.ofHours(24).toMillis());
                assertThat(other().findRecoverable(f.kept.time.now().minus(OLDER_THAN), LeaseFilter.ANY, null))
                        .isEmpty();
                assertThat(lease.lost()).isFalse();
            }
        };
        f.pass();
        assertThat(f.results()).containsExactly("a PUBLISHED");
    }

    @Test
    void a_renewal_is_relied_on_until_the_claim_is_stale_again_and_not_until_the_hold_ends() {
        f.message("a");
        f.publishing = (message, lease) -> {
            BsonDateTime taken = f.stored("a").getDateTime("updated_at");
            f.kept.time.pass(OLDER_THAN.dividedBy(3));
            Await.until("the renewal", () -> {
                f.kept.time.pass(Duration.ofMillis(1));
                return f.stored("a").getDateTime("updated_at").compareTo(taken) > 0
                        && lease.lease()
                                .orElseThrow()
                                .expiresAt()
                                .orElseThrow()
                                .isAfter(f.kept.time.now().plus(OLDER_THAN.dividedBy(2)));
            });
            f.kept.refuse(1_000);
            f.kept.time.pass(OLDER_THAN);
            assertThat(lease.lost()).isTrue();
            f.kept.server.clear();
        };
        f.pass();
        assertThat(f.results()).as("nobody has taken it").containsExactly("a PUBLISHED");
    }

    @Test
    void where_this_host_stood_still_since_the_claim_was_taken_over_nothing_is_published() {
        f.message("a");
        f.beforePublishing = () -> f.kept.time.suspend(OLDER_THAN);
        f.pass();
        assertThat(f.published).isEmpty();
        assertThat(f.results()).containsExactly("a LOST");
        assertThat(detail()).startsWith("not published; ");
    }

    @Test
    void where_no_renewal_gets_through_the_publisher_is_told_before_the_claim_may_be_another_s() {
        f.message("a");
        CountDownLatch told = new CountDownLatch(1);
        f.publishing = (message, lease) -> {
            lease.whenLost(loss -> told.countDown());
            f.kept.refuse(1_000);
            f.kept.time.pass(OLDER_THAN.minusSeconds(3));
            assertThat(told.getCount()).isEqualTo(1);
            assertThat(lease.lost()).isFalse();
            f.kept.time.pass(Duration.ofMillis(600)); // half a second of margin, two seconds of notice
            assertThat(lease.lost()).isTrue();
            assertThat(told.await(5, TimeUnit.SECONDS)).isTrue();
            assertThat(other().findRecoverable(f.kept.time.now().minus(OLDER_THAN), LeaseFilter.ANY, null))
                    .as("nobody else may take it yet")
                    .isEmpty();
            f.kept.server.clear();
            throw new IOException("stopped");
        };
        f.pass();
        assertThat(f.results()).containsExactly("a LOST");
        assertThat(f.text("a", "status")).isEqualTo("processing");
        assertThat(f.stored("a").getBinary("payload").getData()).isEqualTo(bytes("a"));
    }
}
