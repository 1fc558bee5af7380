package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.claim.ClaimEvent;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.ClaimWatch;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.view.WatchState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class WatchRunTest {
    private static final BsonDocument TOO_LATE =
            BsonDocument.parse("{ok: 0.0, code: 50, errmsg: 'operation exceeded time limit'}");

    /** What a watch was told, in words. */
    private static final class Told implements WatchShown {
        private final List<String> words = new ArrayList<>();
        private final Runnable afterFirst;
        private boolean news;

        Told(Runnable afterFirst) {
            this.afterFirst = afterFirst;
        }

        @Override
        public void seen(List<ClaimEvent> events) {
            if (words.isEmpty()) {
                words.add("seen");
                afterFirst.run();
            }
        }

        @Override
        public void stands(WatchState state) {
            news |= state.silentFor() != null;
        }

        @Override
        public void fellSilent(String why) {
            words.add("silent: " + why);
        }

        @Override
        public void answersAgain(Duration after) {
            words.add("again");
        }

        @Override
        public void close() {}
    }

    @Test
    void a_store_that_fails_again_and_again_is_said_once_and_so_is_its_return_which_stays_for_a_while() {
        try (ScriptedServer server = new ScriptedServer();
                MongoClient client = MongoClients.create(server.uri());
                ClaimWatch watch =
                        ClaimStore.on(client, new MongoNamespace("shop.claims")).watch(List.of("order-1"))) {
            Told told = new Told(() -> {
                for (int i = 0; i < 5; i++) {
                    server.answerNext("find", TOO_LATE, false);
                }
            });
            new WatchRun(watch, told, Duration.ofMillis(1), Duration.ofSeconds(1), e -> "it fails").run();
            assertThat(told.words).containsExactly("seen", "silent: it fails", "again");
            assertThat(told.news).isTrue();
        }
    }
}
