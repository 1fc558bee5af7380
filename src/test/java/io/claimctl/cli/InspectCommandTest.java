package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.testing.ScriptedServer;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class InspectCommandTest {
    private static final ScriptedServer SERVER = new ScriptedServer();

    @BeforeAll
    static void fill() {
        try (MongoClient client = MongoClients.create(SERVER.uri())) {
            client.getDatabase("shop")
                    .getCollection("orders")
                    .insertOne(new Document("_id", "order-1")
                            .append("status", "completed")
                            .append("worker_id", "w:1"));
            client.getDatabase("shop").getCollection("_message_state").insertOne(new Document("_id", "@é"));
        }
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static RecordedRun.Setup inspect(String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "inspect";
        System.arraycopy(words, 0, all, 1, words.length);
        return RecordedRun.claimctl(all).on(SERVER.uri() + "/shop");
    }

    @Test
    void a_claim_is_shown_on_standard_output() {
        inspect("order-1", "-c", "orders")
                .run()
                .ends(ExitCode.DONE)
                .saysNothing()
                .shows("order-1", "completed");
    }

    @Test
    void a_claim_that_is_not_there_is_named_with_its_collection() {
        inspect("order-2", "-c", "orders")
                .run()
                .ends(ExitCode.NOT_FOUND)
                .says("claimctl: there is no claim order-2 in shop.orders\n");
        inspect("order-1", "order-2", "-c", "orders")
                .run()
                .ends(ExitCode.PARTIAL)
                .shows("order-1")
                .says("order-2");
    }

    @Test
    void the_collection_of_the_workers_is_the_default_and_an_id_may_begin_with_an_at_sign() {
        inspect("@é", "-o", "name").run().ends(ExitCode.DONE).shows("@é\n");
    }

    @Test
    void the_raw_document_is_one_line_of_json() {
        RecordedRun run = inspect("order-1", "-c", "orders", "--raw").run().ends(ExitCode.DONE);
        assertThat(Document.parse(run.out())).containsEntry("_id", "order-1");
    }

    @Test
    void an_empty_id_is_refused() {
        inspect("").run().ends(ExitCode.USAGE).says("an empty text is no claim id");
    }

    @Test
    void the_command_lines_that_are_shown_repeat_the_options() {
        inspect("order-1", "-c", "orders").run().shows("-c orders");
    }
}
