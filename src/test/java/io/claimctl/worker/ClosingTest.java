package io.claimctl.worker;

import static io.claimctl.worker.KeptFixture.FRESH;
import static io.claimctl.worker.KeptFixture.NOTICE;
import static io.claimctl.worker.KeptFixture.TIMEOUT;
import static io.claimctl.worker.KeptFixture.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.claim.Fenced;
import io.claimctl.claim.KeptForRecovery;
import io.claimctl.claim.Lease;
import io.claimctl.claim.Payloads;
import io.claimctl.claim.Released;
import java.time.Duration;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** In whatever order leases, keepers and clients are closed, nothing is released unless told to. */
class ClosingTest {
    private final KeptFixture f = new KeptFixture();

    @AfterEach
    void close() {
        f.close();
    }

    private void nothingMoreHappensTo(KeptLease kept) {
        BsonDocument before = f.stored(kept.lease().id());
        f.steering.forgetSent();
        f.pass(TTL, kept);
        kept.renewIfDue(TIMEOUT);
        assertThat(f.steering.sent()).isEmpty();
        assertThat(f.told).isEmpty();
        assertThat(f.stored(kept.lease().id())).isEqualTo(before);
    }

    @Test
    void a_lease_that_is_closed_runs_out_and_is_neither_renewed_nor_released_nor_lost() {
        KeptLease kept = f.kept("a");
        kept.close();
        assertThat(f.over).containsExactly(kept);
        assertThat(f.stored("a").getString("status").getValue()).isEqualTo("processing");
        nothingMoreHappensTo(kept);
        assertThat(kept.lost()).isFalse();
        assertThat(kept.completed()).isFalse();
    }

    @Test
    void closing_twice_does_nothing_more() {
        KeptLease kept = f.kept("a");
        kept.close();
        kept.close();
        nothingMoreHappensTo(kept);
    }

    @Test
    void closing_after_a_loss_leaves_it_lost() {
        KeptLease kept = f.kept("a");
        f.pass(FRESH, kept);
        assertThat(f.heard()).hasSize(1);
        kept.close();
        assertThat(kept.lost()).isTrue();
        nothingMoreHappensTo(kept);
    }

    @Test
    void closing_after_a_completion_leaves_it_completed() {
        KeptLease kept = f.kept("a");
        f.other.complete(kept.lease(), Duration.ofHours(1));
        f.renewWhenDue(kept);
        kept.close();
        assertThat(kept.completed()).isTrue();
        nothingMoreHappensTo(kept);
    }

    @Test
    void a_lease_that_is_closed_while_its_renewal_is_on_its_way_goes_on_in_the_store_alone() {
        KeptLease kept = f.kept("a");
        Lease before = kept.lease();
        f.steering.beforeNext("findAndModify", kept::close);
        f.renewWhenDue(kept);
        assertThat(kept.lease()).isEqualTo(before);
        assertThat(f.renewals).isEmpty();
        nothingMoreHappensTo(kept);
    }

    @Test
    void a_refusal_after_the_closing_is_no_loss() {
        KeptLease kept = f.kept("a");
        f.steering.beforeNext("findAndModify", () -> kept.release(Payloads.SKIP));
        f.renewWhenDue(kept);
        assertThat(kept.lost()).isFalse();
        assertThat(f.told).isEmpty();
        assertThat(f.stored("a").getString("status").getValue()).isEqualTo("released");
    }

    @Test
    void releasing_lets_the_claim_go_and_renews_it_no_more() {
        KeptLease kept = f.kept("a");
        assertThat(kept.release(Payloads.SKIP)).isEqualTo(new Released("a"));
        assertThat(f.over).containsExactly(kept);
        assertThat(f.stored("a").getString("status").getValue()).isEqualTo("released");
        nothingMoreHappensTo(kept);
    }

    @Test
    void releasing_a_claim_with_a_payload_keeps_it_unless_payloads_are_included() {
        KeptLease kept = f.kept("a");
        f.set("a", "payload", new BsonBinary(new byte[] {1}));
        assertThat(kept.release(Payloads.SKIP)).isInstanceOf(KeptForRecovery.class);
        assertThat(kept.release(Payloads.INCLUDE)).isEqualTo(new Released("a"));
    }

    @Test
    void releasing_a_lease_that_another_has_taken_leaves_it_to_the_other() {
        KeptLease kept = f.kept("a");
        f.set("a", "worker_id", new BsonString("pod-2:89abcdef0123456701234567"));
        BsonDocument others = f.stored("a");
        f.renewWhenDue(kept);
        assertThat(kept.release(Payloads.SKIP)).isInstanceOf(Fenced.class);
        assertThat(f.stored("a")).isEqualTo(others);
    }

    @Test
    void a_keeper_its_leases_and_the_client_can_be_closed_in_any_order_and_twice() {
        for (List<Integer> order : List.of(
                List.of(0, 1, 2),
                List.of(0, 2, 1),
                List.of(1, 0, 2),
                List.of(1, 2, 0),
                List.of(2, 0, 1),
                List.of(2, 1, 0))) {
            try (KeptFixture closed = new KeptFixture()) {
                LeaseKeeper keeper = LeaseKeeper.on(closed.store);
                Lease lease = closed.acquired("a", TTL);
                KeptLease kept = keeper.keep(lease, TTL, NOTICE, closed);
                List<AutoCloseable> all = List.of(kept, keeper, closed.client);
                for (int i = 0; i < 6; i++) {
                    assertThatNoExceptionIn(all.get(order.get(i % 3)));
                }
                assertThat(kept.lost()).isFalse();
                assertThat(closed.losses).isEmpty();
                assertThat(closed.stored("a").getString("status").getValue()).isEqualTo("processing");
                refusesToKeep(keeper, lease);
            }
        }
    }

    private static void assertThatNoExceptionIn(AutoCloseable closed) {
        org.assertj.core.api.Assertions.assertThatCode(closed::close).doesNotThrowAnyException();
    }

    private void refusesToKeep(LeaseKeeper keeper, Lease lease) {
        assertThatThrownBy(() -> keeper.keep(lease, TTL, NOTICE, f))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("this keeper is closed");
    }

    @Test
    void a_closed_keeper_keeps_nothing_and_does_not_even_ask_for_the_time() {
        LeaseKeeper keeper = LeaseKeeper.on(f.store);
        Lease lease = f.acquired("a", TTL);
        keeper.close();
        f.limits.clear();
        refusesToKeep(keeper, lease);
        assertThat(f.limits).isEmpty();
    }
}
