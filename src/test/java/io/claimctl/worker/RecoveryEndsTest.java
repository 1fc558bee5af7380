package io.claimctl.worker;

import static io.claimctl.worker.RecoveryFixture.LAPSED;
import static io.claimctl.worker.RecoveryFixture.REQUEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.claim.LeaseFilter;
import io.claimctl.claim.Readings;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.SweepReport;
import io.claimctl.worker.RecoveredClaim.Result;
import io.claimctl.worker.RecoveryReport.End;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How far a pass goes. */
class RecoveryEndsTest {
    private final RecoveryFixture f = new RecoveryFixture();
    private final Set<String> refused = new HashSet<>();

    RecoveryEndsTest() {
        f.publishing = (message, lease) -> {
            if (refused.contains(message.id())) {
                throw new IOException("refused");
            }
        };
    }

    @AfterEach
    void close() {
        f.close();
    }

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void too_many_failures_in_a_row_end_the_publishing_and_the_rest_is_swept() {
        List.of("a", "b", "c", "d").forEach(f::message);
        f.insert(f.stale("without", LAPSED));
        refused.addAll(List.of("a", "b", "c", "d"));
        RecoveryReport report = f.pass(REQUEST.withFailuresInARow(3));
        assertThat(f.results()).containsExactly("a FAILED", "b FAILED", "c FAILED", "d HELD");
        assertThat(report.end()).isEqualTo(End.FAILURES);
        assertThat(f.text("without", "status")).isEqualTo("released");
    }

    @Test
    void what_is_not_tried_after_too_many_failures_is_held_so_that_TTL_does_not_delete_it_meanwhile() {
        f.message("a");
        BsonDocument before = f.message("b");
        f.insert(f.stale("live", RecoveryFixture.HOUR).append("payload", new BsonBinary(new byte[] {1})));
        BsonDocument live = f.stored("live");
        refused.add("a");
        f.pass(REQUEST.withFailuresInARow(1).withLease(LeaseFilter.ANY));
        assertThat(f.results()).containsExactly("a FAILED", "b HELD");
        assertThat(f.stored("b").get("payload")).isEqualTo(before.get("payload"));
        assertThat(f.stored("b").get("expires_at")).isEqualTo(f.date(REQUEST.hold()));
        assertThat(f.text("b", "worker_id")).startsWith("recover:");
        assertThat(f.stored("live")).as("its worker may be at it").isEqualTo(live);
    }

    @Test
    void what_failed_last_time_comes_last_next_time_so_that_a_few_bad_messages_hold_up_none() {
        List.of("a", "b", "c").forEach(f::message);
        refused.addAll(List.of("a", "b"));
        f.afterPublishing = () -> f.kept.time.pass(Duration.ofMillis(1));
        f.pass(REQUEST.withFailuresInARow(2));
        assertThat(f.published).isEmpty();
        f.kept.time.pass(RecoveryFixture.OLDER_THAN.plusMillis(5));
        f.recovered.clear();
        f.pass(REQUEST.withFailuresInARow(2));
        assertThat(f.results()).containsExactly("c PUBLISHED", "a FAILED", "b FAILED");
    }

    @Test
    void after_a_failure_it_pauses_ever_longer_up_to_half_a_minute_and_a_success_ends_that() {
        List.of("a", "b", "c", "d", "e", "f", "g", "h", "i").forEach(f::message);
        refused.addAll(List.of("a", "b", "c", "d", "e", "f", "g"));
        f.pass(REQUEST.withFailuresInARow(10));
        assertThat(f.pauses)
                .containsExactly(
                        seconds(0),
                        seconds(1),
                        seconds(2),
                        seconds(4),
                        seconds(8),
                        seconds(16),
                        seconds(30),
                        seconds(30),
                        seconds(0),
                        seconds(0));
        assertThat(f.publishedIds()).containsExactly("h", "i");
    }

    @Test
    void a_success_between_two_failures_starts_the_count_again() {
        List.of("a", "b", "c", "d", "e").forEach(f::message);
        refused.addAll(List.of("a", "c", "e"));
        RecoveryReport report = f.pass(REQUEST.withFailuresInARow(2));
        assertThat(f.publishedIds()).containsExactly("b", "d");
        assertThat(report.end()).isEqualTo(End.DONE);
    }

    @Test
    void the_limit_counts_messages_that_were_tried_and_as_many_other_claims() {
        List.of("a", "b", "c").forEach(f::message);
        List.of("x", "y", "z").forEach(id -> f.insert(f.stale(id, LAPSED)));
        refused.add("a");
        RecoveryReport report = f.pass(REQUEST.withLimit(2L));
        assertThat(f.results()).containsExactly("a FAILED", "b PUBLISHED");
        assertThat(report.end()).isEqualTo(End.LIMITED);
        assertThat(report.rest().orElseThrow().end()).isEqualTo(SweepReport.End.LIMITED);
        assertThat(List.of(f.text("x", "status"), f.text("y", "status"), f.text("z", "status")))
                .containsExactly("released", "released", "processing");
    }

    @Test
    void a_limit_that_all_fit_into_leaves_nothing_unsaid() {
        f.message("a");
        assertThat(f.pass(REQUEST.withLimit(1L)).end()).isEqualTo(End.DONE);
    }

    @Test
    void where_it_is_told_to_stop_nothing_more_is_taken_over_or_swept() {
        f.message("a");
        f.message("b");
        f.insert(f.stale("without", LAPSED));
        f.publishing = (message, lease) -> f.goesOn = false;
        RecoveryReport report = f.pass();
        assertThat(f.results()).containsExactly("a PUBLISHED");
        assertThat(report.end()).isEqualTo(End.STOPPED);
        assertThat(report.rest()).isEmpty();
        assertThat(f.text("b", "worker_id")).isEqualTo(RecoveryFixture.WORKER);
        assertThat(f.text("without", "status")).isEqualTo("processing");
    }

    @Test
    void where_it_is_told_to_stop_during_its_last_message_nothing_is_swept() {
        f.message("a");
        f.insert(f.stale("without", LAPSED));
        f.publishing = (message, lease) -> f.goesOn = false;
        assertThat(f.pass().end()).isEqualTo(End.STOPPED);
        assertThat(f.text("without", "status")).isEqualTo("processing");
    }

    @Test
    void where_it_is_told_to_stop_as_the_limit_or_the_failures_end_the_publishing_nothing_is_swept() {
        f.message("a");
        f.message("b");
        f.insert(f.stale("without", LAPSED));
        f.publishing = (message, lease) -> {
            f.goesOn = false;
            throw new IOException("stopped");
        };
        assertThat(f.pass(REQUEST.withLimit(1L)).end()).isEqualTo(End.STOPPED);
        f.goesOn = true;
        assertThat(f.pass(REQUEST.withFailuresInARow(1)).end()).isEqualTo(End.STOPPED);
        assertThat(f.text("without", "status")).isEqualTo("processing");
    }

    @Test
    void completions_that_do_not_get_through_end_the_publishing_like_failures_or_all_would_go_out_again_and_again() {
        List.of("a", "b", "c").forEach(f::message);
        f.publishing = (message, lease) -> answerNext("findAndModify");
        RecoveryReport report = f.pass(REQUEST.withFailuresInARow(2));
        assertThat(f.results()).containsExactly("a UNCLEAR", "b UNCLEAR", "c HELD");
        assertThat(report.end()).isEqualTo(End.FAILURES);
        assertThat(f.pauses).startsWith(seconds(0), seconds(1));
    }

    @Test
    void where_the_server_s_clock_cannot_be_read_nothing_is_judged_by_what_it_said_before() {
        f.message("a");
        f.kept.carried = true;
        f.kept.unreadable = Readings.failure(StoreException.Kind.TIMED_OUT, "no answer");
        assertThatThrownBy(() -> f.pass(REQUEST.asDryRun())).isSameAs(f.kept.unreadable);
        assertThat(f.recovered).isEmpty();
    }

    @Test
    void an_interrupt_while_publishing_ends_the_pass_after_what_is_published_was_completed() {
        f.message("a");
        f.message("b");
        f.publishing = (message, lease) -> Thread.currentThread().interrupt();
        RecoveryReport report = f.pass();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(f.results()).containsExactly("a PUBLISHED");
        assertThat(report.end()).isEqualTo(End.STOPPED);
    }

    @Test
    void an_interrupted_publisher_has_not_published() {
        f.message("a");
        f.publishing = (message, lease) -> {
            throw new InterruptedException("interrupted");
        };
        RecoveryReport report = f.pass();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(f.results()).containsExactly("a FAILED");
        assertThat(report.counts()).containsEntry(Result.FAILED, 1L);
    }

    @Test
    void a_store_that_fails_before_anything_was_changed_is_an_exception() {
        f.message("a");
        answerNext("find");
        assertThatThrownBy(f::pass).isInstanceOf(StoreException.class).hasMessageContaining("not now");
        assertThat(f.published).isEmpty();
    }

    @Test
    void a_store_that_fails_later_ends_the_pass_and_the_report_says_how_far_it_came() {
        f.message("a");
        f.message("b");
        f.publishing = (message, lease) -> answerNext("find");
        RecoveryReport report = f.pass();
        assertThat(f.results()).containsExactly("a PUBLISHED");
        assertThat(report.end()).isEqualTo(End.STORE);
        assertThat(report.failure()).hasMessageContaining("not now");
        assertThat(report.rest()).isEmpty();
    }

    @Test
    void a_refusal_of_one_claim_is_that_claims_error_and_the_others_are_published() {
        f.message("a");
        f.message("b");
        answerNext("findAndModify");
        f.pass();
        assertThat(f.results()).containsExactly("a ERROR", "b PUBLISHED");
    }

    private void answerNext(String command) {
        BsonDocument refusal = new BsonDocument("ok", new BsonInt32(0))
                .append("code", new BsonInt32(2))
                .append("errmsg", new BsonString("not now"));
        f.kept.server.answerNext(command, refusal, false);
    }
}
