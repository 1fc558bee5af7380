package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.testing.Golden;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.TmuxSession;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code claims stats} on a terminal, as a person sees it. */
class StatsScreenIT {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.500Z");
    private static final String[] STATES = {"processing", "processing", "processing", "completed", "released", "paused"
    };

    private final ScriptedServer server = new ScriptedServer(Clock.fixed(NOW, ZoneOffset.UTC));

    @BeforeEach
    void fill() {
        TmuxSession.require();
        List<Document> claims = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            claims.add(claim(i));
        }
        claims.add(new Document("_id", "bare"));
        claims.add(claim(7).append("_id", "broken").append("status", 7).append("updated_at", "soon"));
        try (MongoClient client = MongoClients.create(server.uri())) {
            client.getDatabase("shop").getCollection("_message_state").insertMany(claims);
        }
    }

    private static Document claim(int i) {
        Document claim = new Document("_id", "order-" + i)
                .append("status", STATES[i % STATES.length])
                .append("worker_id", String.format("pod-%d:%024x", i % 7 * (i % 3), i))
                .append("expires_at", Date.from(NOW.plus(Duration.ofSeconds((i - 30L) * i))))
                .append("updated_at", Date.from(NOW.minus(Duration.ofSeconds((long) i * i * i))))
                .append("event_name", i % 4 == 0 ? "order.shipped" : "order.created");
        return i % 10 == 0 ? claim.append("payload", new Binary(new byte[i])) : claim;
    }

    @AfterEach
    void close() {
        server.close();
    }

    private TmuxSession stats(int columns, int rows, Map<String, String> more, String... options) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("CLAIMCTL_URI", server.uri() + "/shop");
        environment.put("CLAIMCTL_JAVA", System.getProperty("java.home") + "/bin/java");
        List<String> words = new ArrayList<>(List.of(Launch.CLAIMCTL.toString(), "claims", "stats"));
        words.addAll(List.of(options));
        return TmuxSession.start(columns, rows, environment, words.toArray(String[]::new));
    }

    @Test
    void eighty_columns_show_everything() throws IOException {
        try (TmuxSession session = stats(80, 24, Map.of(), "--top", "3")) {
            assertThat(session.exitStatus()).isZero();
            assertThat(session.screen().lines()).hasSizeLessThanOrEqualTo(24);
            Golden.check("screens/stats.80x24", session.screen());
            Golden.check("screens/stats.80-columns", session.scrollback());
        }
    }

    @Test
    void colours_follow_the_states() throws IOException {
        try (TmuxSession session = stats(80, 60, Map.of(), "--top", "3")) {
            assertThat(session.exitStatus()).isZero();
            Golden.check("screens/stats.80x60.colours", session.colouredScreen());
        }
    }

    @Test
    void twenty_columns_are_enough() throws IOException {
        try (TmuxSession session = stats(20, 24, Map.of(), "--top", "3")) {
            assertThat(session.exitStatus()).isZero();
            Golden.check("screens/stats.20-columns", session.scrollback());
        }
    }

    @Test
    void a_terminal_without_utf_8_gets_ascii() throws IOException {
        try (TmuxSession session = stats(80, 60, Map.of("LC_ALL", "C"), "--top", "3")) {
            assertThat(session.exitStatus()).isZero();
            Golden.check("screens/stats.80x60.ascii", session.screen());
        }
    }
}
