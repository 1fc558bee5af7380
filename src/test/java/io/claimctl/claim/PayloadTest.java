package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.Servers.TestServer;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class PayloadTest {
    private final Fixture f;

    PayloadTest(TestServer server) {
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        f.close();
    }

    private static final Lease LEASE = Lease.of("a", OURS);
    private static final byte[] MESSAGE = {1, 2, 3};

    private BsonDocument held() {
        return f.insert(f.processing("a", OURS, MINUTE, MINUTE));
    }

    @Test
    void a_message_is_stored_with_metadata_and_event_name_and_no_transition() {
        BsonDocument before = held().clone();
        f.commands();

        assertThat(f.store.putPayload(LEASE, MESSAGE, Map.of("k", "v"), "order.created"))
                .isEqualTo(new PayloadStored("a", 3));

        assertThat(f.commands()).containsExactly("findAndModify");
        assertThat(f.stored("a"))
                .isEqualTo(before.append("payload", new BsonBinary(MESSAGE))
                        .append("metadata", new BsonDocument("k", new BsonString("v")))
                        .append("event_name", new BsonString("order.created")));
    }

    @Test
    void a_second_message_without_metadata_and_name_keeps_the_old_ones() {
        held();
        f.store.putPayload(LEASE, MESSAGE, Map.of("k", "v"), "order.created");
        f.store.putPayload(LEASE, new byte[] {9}, Map.of(), "");
        f.store.putPayload(LEASE, new byte[] {9}, Map.of(), null);
        BsonDocument stored = f.stored("a");
        assertThat(stored.getBinary("payload").getData()).containsExactly(9);
        assertThat(stored.getDocument("metadata").getString("k").getValue()).isEqualTo("v");
        assertThat(stored.getString("event_name").getValue()).isEqualTo("order.created");
    }

    @Test
    void every_byte_is_kept_and_the_longest_message_fits() {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        byte[] longest = new byte[Payload.LONGEST];
        held();
        for (byte[] message : new byte[][] {all, longest}) {
            assertThat(f.store.putPayload(LEASE, message, Map.of("k", "v"), "order.created"))
                    .isEqualTo(new PayloadStored("a", message.length));
            assertThat(ClaimStore.payload(f.seen("a"))).contains(message);
            assertThat(f.seen("a").payload()).isEqualTo(new Payload(message.length));
        }
    }

    @Test
    void storing_nothing_sends_nothing() {
        held();
        f.commands();
        assertThat(f.store.putPayload(LEASE, new byte[0], Map.of("k", "v"), "e"))
                .isEqualTo(new PayloadStored("a", 0));
        assertThat(f.commands()).isEmpty();
    }

    @Test
    void clearing_drops_the_message_alone_and_may_be_repeated() {
        BsonDocument before = held().clone();
        f.store.putPayload(LEASE, MESSAGE, Map.of("k", "v"), "e");
        assertThat(f.store.clearPayload(LEASE)).isEqualTo(new PayloadCleared("a"));
        assertThat(f.store.clearPayload(LEASE)).isEqualTo(new PayloadCleared("a"));
        assertThat(f.stored("a"))
                .isEqualTo(before.append("metadata", new BsonDocument("k", new BsonString("v")))
                        .append("event_name", new BsonString("e")));
    }

    @Test
    void an_old_holder_that_stores_or_clears_after_a_takeover_is_fenced_and_the_successor_stays_byte_for_byte() {
        f.insert(f.processing("a", OURS, MINUTE.negated(), HOUR).append("payload", new BsonBinary(new byte[] {7})));
        f.other().acquire("a", MINUTE);
        BsonDocument successor = f.stored("a");
        assertThat(f.store.putPayload(LEASE, MESSAGE, Map.of(), "e")).isInstanceOf(Fenced.class);
        assertThat(f.store.clearPayload(LEASE)).isInstanceOf(Fenced.class);
        assertThat(f.stored("a")).isEqualTo(successor);
    }

    @Test
    void a_takeover_while_the_message_is_on_its_way_is_fenced() {
        f.insert(f.processing("a", OURS, MINUTE.negated(), HOUR));
        f.steering.beforeNext("findAndModify", () -> f.other().acquire("a", MINUTE));
        assertThat(f.store.putPayload(LEASE, MESSAGE, Map.of(), null)).isInstanceOf(Fenced.class);
        assertThat(f.stored("a").containsKey("payload")).isFalse();
    }

    @Test
    void neither_a_completed_nor_a_reset_nor_a_missing_claim_takes_a_message() {
        assertThat(f.store.putPayload(LEASE, MESSAGE, Map.of(), null)).isEqualTo(new NotFound("a"));
        assertThat(f.stored("a")).isNull();
        held();
        f.store.complete(LEASE, HOUR);
        assertThat(f.store.putPayload(LEASE, MESSAGE, Map.of(), null)).isInstanceOf(AlreadyCompleted.class);
        f.delete("a");
        held();
        f.store.reset(f.seen("a"), new ResetOptions(Payloads.SKIP, false, "why"));
        assertThat(((Reset) f.store.putPayload(LEASE, MESSAGE, Map.of(), null)).reason())
                .isEqualTo("why");
        assertThat(f.stored("a").containsKey("payload")).isFalse();
    }
}
