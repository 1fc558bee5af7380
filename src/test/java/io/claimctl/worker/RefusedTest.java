package io.claimctl.worker;

import static io.claimctl.worker.KeptFixture.FRESH;
import static io.claimctl.worker.KeptFixture.TIMEOUT;
import static io.claimctl.worker.KeptFixture.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.Claim;
import io.claimctl.claim.Expired;
import io.claimctl.claim.Fenced;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Malformed;
import io.claimctl.claim.NotFound;
import io.claimctl.claim.Payloads;
import io.claimctl.claim.RenewOutcome;
import io.claimctl.claim.Reset;
import io.claimctl.claim.ResetOptions;
import java.time.Duration;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the store says of a lease that is not ours any more is told at once; a completion of our own is no loss. */
class RefusedTest {
    private final KeptFixture f = new KeptFixture();
    private final KeptLease kept = f.kept("a");

    @AfterEach
    void close() {
        f.close();
    }

    /** What the next renewal is answered, and told at once, and once. */
    private RenewOutcome told() {
        Lease before = kept.lease();
        f.renewWhenDue(kept);
        assertThat(kept.lost()).isTrue();
        assertThat(f.told).hasSize(1);
        assertThat(f.heard()).containsExactly(kept.loss().orElseThrow());
        assertThat(f.over).containsExactly(kept);

        f.steering.forgetSent();
        f.pass(TTL, kept);
        kept.renewIfDue(TIMEOUT);
        assertThat(f.steering.sent()).isEmpty();
        assertThat(f.heard()).hasSize(1);
        assertThat(f.renewals).isEmpty();
        assertThat(kept.lease()).isEqualTo(before);
        LeaseLoss.Refused refused = (LeaseLoss.Refused) kept.loss().orElseThrow();
        assertThat(refused.lease()).isEqualTo(before);
        return refused.outcome();
    }

    @Test
    void another_holder_is_named() {
        f.set("a", "worker_id", new BsonString("pod-2:89abcdef0123456701234567"));
        assertThat(told())
                .isInstanceOfSatisfying(
                        Fenced.class,
                        fenced -> assertThat(fenced.claim().workerId()).isEqualTo("pod-2:89abcdef0123456701234567"));
    }

    @Test
    void a_reset_says_by_whom_and_why() {
        Claim seen = (Claim) f.other.find("a").orElseThrow();
        f.other.reset(seen, new ResetOptions(Payloads.SKIP, false, "pod-1 is gone"));
        String by = f.stored("a").getString("reset_by").getValue();
        assertThat(told()).isInstanceOfSatisfying(Reset.class, reset -> {
            assertThat(reset.by()).isEqualTo(by);
            assertThat(reset.reason()).isEqualTo("pod-1 is gone");
        });
    }

    @Test
    void a_claim_that_is_gone_is_not_found() {
        f.documents.deleteOne(new BsonDocument("_id", new BsonString("a")));
        assertThat(told()).isEqualTo(new NotFound("a"));
        assertThat(f.stored("a")).isNull();
    }

    @Test
    void a_lease_that_has_ended_in_the_store_is_expired() {
        f.set("a", "expires_at", new BsonDateTime(f.time.now().toEpochMilli()));
        assertThat(told()).isInstanceOf(Expired.class);
    }

    @Test
    void a_claim_that_cannot_be_read_is_malformed() {
        f.set("a", "expires_at", new BsonString("soon"));
        assertThat(told()).isInstanceOf(Malformed.class);
    }

    @Test
    void a_release_by_the_own_token_is_a_loss_since_anybody_may_take_the_claim() {
        f.other.release(kept.lease(), Payloads.SKIP);
        assertThat(told())
                .isInstanceOfSatisfying(
                        Reset.class,
                        reset -> assertThat(reset.by())
                                .isEqualTo("release:" + kept.lease().token().value()));
    }

    @Test
    void a_refusal_after_failures_is_told_as_what_it_is() {
        f.refuse(2);
        f.renewWhenDue(kept);
        f.renewWhenDue(kept);
        f.set("a", "worker_id", new BsonString("pod-2:89abcdef0123456701234567"));
        assertThat(told()).isInstanceOf(Fenced.class);
    }

    @Test
    void a_completion_under_the_own_token_is_no_loss_and_nothing_is_sent_any_more() {
        f.other.complete(kept.lease(), Duration.ofHours(1));
        BsonDocument completed = f.stored("a");
        assertThat(kept.completed()).isFalse();
        f.renewWhenDue(kept);
        assertThat(kept.completed()).isTrue();
        assertThat(f.over).containsExactly(kept);

        f.steering.forgetSent();
        f.pass(Duration.ofMinutes(2), kept);
        kept.renewIfDue(TIMEOUT);
        assertThat(f.steering.sent()).isEmpty();
        assertThat(kept.lost()).isFalse();
        assertThat(kept.loss()).isEmpty();
        assertThat(f.told).isEmpty();
        assertThat(f.stored("a")).isEqualTo(completed);
    }

    @Test
    void a_completion_by_another_is_a_loss() {
        f.set("a", "worker_id", new BsonString("pod-2:89abcdef0123456701234567"));
        f.set("a", "status", new BsonString("completed"));
        assertThat(told()).isInstanceOf(Fenced.class);
        assertThat(kept.completed()).isFalse();
    }

    @Test
    void an_answer_that_comes_after_the_loss_changes_nothing() {
        Lease before = kept.lease();
        f.steering.afterNext("findAndModify", () -> f.pass(FRESH.minusSeconds(9), kept));
        f.renewWhenDue(kept);
        assertThat(f.stored("a").getDateTime("expires_at").getValue())
                .isGreaterThan(before.expiresAt().orElseThrow().toEpochMilli());
        assertThat(kept.lease()).isEqualTo(before);
        assertThat(kept.lost()).isTrue();
        assertThat(f.renewals).isEmpty();
        assertThat(f.heard()).hasSize(1);
    }

    @Test
    void an_answer_that_comes_after_the_notice_changes_nothing_even_if_nobody_has_looked() {
        Lease before = kept.lease();
        f.steering.afterNext("findAndModify", () -> f.pass(FRESH.minusSeconds(9)));
        f.renewWhenDue(kept);
        assertThat(kept.lease()).isEqualTo(before);
        assertThat(f.renewals).isEmpty();
        assertThat(kept.lost()).isTrue();
    }

    @Test
    void a_refusal_that_comes_after_the_loss_changes_nothing() {
        f.set("a", "worker_id", new BsonString("pod-2:89abcdef0123456701234567"));
        f.steering.afterNext("findAndModify", () -> f.pass(FRESH, kept));
        f.renewWhenDue(kept);
        assertThat(kept.loss()).containsInstanceOf(LeaseLoss.Unconfirmed.class);
        assertThat(f.heard()).hasSize(1);
    }
}
