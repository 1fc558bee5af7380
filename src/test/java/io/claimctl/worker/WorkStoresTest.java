package io.claimctl.worker;

import static io.claimctl.worker.KeptFixture.NOTICE;
import static io.claimctl.worker.KeptFixture.TTL;
import static io.claimctl.worker.WorkFixture.BYTES;
import static io.claimctl.worker.WorkFixture.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.claimctl.claim.Fenced;
import io.claimctl.claim.PayloadStored;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.Unknown;
import io.claimctl.worker.WorkOutcome.ClaimEnd;
import io.claimctl.worker.WorkOutcome.Ran;
import java.time.Duration;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Storing the message with its claim before the work starts. */
class WorkStoresTest {
    private static final IllegalStateException OWN = new IllegalStateException("of the work");

    private final WorkFixture w = new WorkFixture();

    @AfterEach
    void close() {
        w.close();
    }

    private void storesNothing(ClaimedWork work, Message message) {
        work.run(message, w.doing(() -> {
            assertThat(w.commands()).as("the acquisition alone").containsExactly("findAndModify");
            assertThat(w.f.stored("a")).doesNotContainKeys("payload", "metadata", "event_name");
        }));
        assertThat(w.ran).isEqualTo(1);
        assertThat(w.events).doesNotContain("stored");
    }

    @Test
    void nothing_is_stored_unless_the_caller_wants_it() {
        storesNothing(w.work, MESSAGE);
        assertThat(w.events).containsExactly("acquired", "completed");
    }

    @Test
    void an_empty_message_is_not_stored() {
        storesNothing(w.storing, Message.of("a").withEventName("order.created"));
        assertThat(w.events).containsExactly("acquired", "completed");
    }

    @Test
    void a_message_larger_than_the_limit_is_not_stored_and_the_work_runs() {
        storesNothing(w.work.withPayloadsUpTo(BYTES.length - 1), MESSAGE);
        assertThat(w.events).containsExactly("acquired", "tooLarge", "completed");
        assertThat(w.values.get(1)).isEqualTo(BYTES.length - 1);
    }

    @Test
    void a_message_as_large_as_the_limit_is_stored_with_all_that_it_has_before_the_work_starts() {
        w.work.withPayloadsUpTo(BYTES.length).run(MESSAGE, w.doing(() -> {
            BsonDocument stored = w.f.stored("a");
            assertThat(stored.getBinary("payload").getData()).isEqualTo(BYTES);
            assertThat(stored.getDocument("metadata")).isEqualTo(BsonDocument.parse("{trace: 'abc'}"));
            assertThat(stored.getString("event_name").getValue()).isEqualTo("order.created");
            assertThat(w.events).containsExactly("acquired", "stored");
            assertThat(w.values.get(1)).isEqualTo(new PayloadStored("a", BYTES.length));
        }));
    }

    @Test
    void a_message_without_an_event_name_is_stored() {
        w.storing.run(
                Message.of("a").withPayload(BYTES),
                w.doing(() -> assertThat(w.f.stored("a").containsKey("payload")).isTrue()));
    }

    @Test
    void a_message_that_cannot_be_stored_does_not_count_as_stored_and_the_work_runs() {
        w.f.steering.afterNext("findAndModify", () -> w.f.refuse(1));
        WorkOutcome<String> outcome = w.storing.run(MESSAGE, w.succeeding());
        assertThat(outcome).isEqualTo(new Ran<>("done", ClaimEnd.COMPLETED));
        assertThat(w.events).containsExactly("acquired", "failed to STORE", "completed");
        assertThat(w.values.get(1)).isInstanceOf(StoreException.class);
    }

    @Test
    void a_failed_work_whose_message_could_not_be_stored_lets_its_claim_go() {
        w.f.steering.afterNext("findAndModify", () -> w.f.refuse(1));
        assertThatThrownBy(() -> w.storing.run(MESSAGE, w.failing(OWN))).isSameAs(OWN);
        assertThat(w.events).containsExactly("acquired", "failed to STORE", "released");
    }

    @Test
    void a_message_of_which_nobody_knows_whether_it_is_stored_is_kept_if_it_is() {
        ClaimedWork brief = ClaimedWork.on(w.f.store.withTimeout(Duration.ofMillis(400)), w.keeper, TTL, NOTICE)
                .withListener(w)
                .withPayloadsUpTo(1_000);
        w.f.steering.afterNext("findAndModify", () -> w.silence(true));
        assertThatThrownBy(() -> brief.run(MESSAGE, w.doing(() -> {
                    w.f.server.clear();
                    throw OWN;
                })))
                .isSameAs(OWN);
        assertThat(w.events).containsExactly("acquired", "notStored", "kept");
        assertThat(w.values.get(1)).isInstanceOf(Unknown.class);
        assertThat(w.f.stored("a").getBinary("payload").getData()).isEqualTo(BYTES);
    }

    @Test
    void where_storing_finds_a_successor_the_work_does_not_start_and_its_claim_is_as_it_was() {
        BsonDocument[] successors = new BsonDocument[1];
        w.f.steering.afterNext(
                "findAndModify",
                () -> w.f.steering.beforeNext("findAndModify", () -> {
                    w.takenOver();
                    successors[0] = w.f.stored("a");
                }));
        NotStartedException thrown = catchThrowableOfType(
                NotStartedException.class, () -> w.storing.withFailOpen().run(MESSAGE, w.succeeding()));
        LeaseLoss.Refused loss = (LeaseLoss.Refused) thrown.loss().orElseThrow();
        assertThat(loss.outcome()).isInstanceOf(Fenced.class);
        assertThat(thrown.outcome()).isEmpty();
        assertThat(thrown).hasMessage("the work of a was not started: its claim was lost before");
        assertThat(w.ran).isZero();
        assertThat(w.commands()).containsExactly("findAndModify", "findAndModify", "find");
        assertThat(w.events).containsExactly("acquired", "notStored", "lost");
        assertThat(w.f.stored("a")).isEqualTo(successors[0]);
        w.hear();
        w.renew();
        assertThat(w.commands()).isEmpty();
        assertThat(w.events).hasSize(3);
    }

    @Test
    void where_storing_takes_until_the_lease_is_lost_the_work_does_not_start_and_the_message_is_kept() {
        w.f.steering.afterNext(
                "findAndModify",
                () -> w.f.steering.afterNext("findAndModify", () -> w.f.time.pass(TTL.minusSeconds(1))));
        NotStartedException thrown =
                catchThrowableOfType(NotStartedException.class, () -> w.storing.run(MESSAGE, w.succeeding()));
        assertThat(thrown.loss()).isPresent();
        assertThat(w.ran).isZero();
        assertThat(w.f.stored("a")).containsKeys("payload", "kept_at");
        assertThat(w.events).containsExactly("acquired", "stored", "lost", "kept");
    }
}
