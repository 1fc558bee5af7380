package io.claimctl.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Held;
import io.claimctl.claim.Released;
import io.claimctl.claim.ResetOptions;
import io.claimctl.testing.Await;
import io.claimctl.testing.ScriptedServer;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SingleFlightTest {
    private static final Duration SHORT = Duration.ofMillis(900);
    private final ScriptedServer server = new ScriptedServer();
    private final MongoClient client = MongoClients.create(server.uri());
    private final ClaimStore store = ClaimStore.on(client, new MongoNamespace("shop.claims"));

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private Claim claim() {
        return (Claim) store.find("sweep").orElseThrow();
    }

    @Test
    void one_has_it_at_a_time_and_the_next_at_once_when_it_is_let_go() {
        try (SingleFlight first = SingleFlight.take(store, "sweep")) {
            assertThat(first.outcome().acquired()).isPresent();
            try (SingleFlight second = SingleFlight.take(store, "sweep")) {
                assertThat(second.outcome()).isInstanceOf(Held.class);
                assertThat(second.lost()).isFalse();
                assertThat(second.letGo()).as("it was never taken").isEmpty();
            }
            assertThat(first.letGo())
                    .hasValueSatisfying(outcome -> assertThat(outcome).isInstanceOf(Released.class));
        }
        try (SingleFlight third = SingleFlight.take(store, "sweep")) {
            assertThat(third.outcome().acquired()).isPresent();
            third.letGo();
        }
        assertThat(claim().status()).as("never completed").isEqualTo("released");
    }

    @Test
    void it_is_renewed_while_it_is_held_and_a_loss_is_seen() throws Exception {
        ClaimStore quick = store.withTimeout(Duration.ofMillis(100));
        try (SingleFlight flight = SingleFlight.take(quick, "sweep", SHORT)) {
            Instant first = claim().expiresAt();
            Await.until("it is renewed", () -> claim().expiresAt().isAfter(first));
            assertThat(flight.lost()).isFalse();
            store.reset(claim(), ResetOptions.defaults());
            Await.until("the loss is seen", flight::lost);
            assertThat(flight.letGo()).as("it is not ours to release").isEmpty();
        }
    }

    @Test
    void its_lease_is_a_minute_or_as_long_as_a_renewal_needs() {
        assertThat(SingleFlight.ttl(Duration.ofSeconds(10))).isEqualTo(Duration.ofMinutes(1));
        assertThat(SingleFlight.ttl(Duration.ofMinutes(5))).isGreaterThan(Duration.ofMinutes(5));
    }
}
