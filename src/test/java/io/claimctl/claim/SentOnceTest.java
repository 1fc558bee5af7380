package io.claimctl.claim;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.ProxyFault;
import io.claimctl.testing.ScriptedServer;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * On a server that takes retryable writes the driver would send a write again by itself; the answer to that says nothing
 * of the first one, which may still be waiting in the server. So it must not know that it could.
 */
class SentOnceTest {
    private static final ScriptedServer SERVER = new ScriptedServer();
    private static final MongoClient DIRECT = MongoClients.create(SERVER.uri());

    @AfterAll
    static void stop() {
        DIRECT.close();
        SERVER.close();
    }

    static Stream<String> mutations() {
        return FaultedMutations.all().stream().map(FaultedMutation::name);
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void a_write_leaves_once_also_to_a_server_that_could_take_it_twice(String name) {
        FaultedMutation mutation = FaultedMutations.all().stream()
                .filter(m -> m.name().equals(name))
                .findFirst()
                .orElseThrow();
        try (FaultBench b = new FaultBench(SERVER.uri(), DIRECT, mutation)) {
            b.proxy.always(FaultProxy.DRIVER, ProxyFault.answer(true, (request, real) -> asMember(real, b.proxy)));
            b.reconnect();
            mutation.act().apply(b);
            assertThat(b.proxy.seen())
                    .as("the driver takes it for such a server")
                    .anyMatch(command -> command.containsKey("lsid"))
                    .as("a number would be there for a second attempt of the driver's own")
                    .noneMatch(command -> command.containsKey("txnNumber"));
        }
    }

    private static BsonDocument asMember(BsonDocument real, FaultProxy proxy) {
        BsonDocument member = new BsonDocument();
        member.putAll(real);
        return member.append("setName", new BsonString("rs0"))
                .append("setVersion", new BsonInt32(1))
                .append("hosts", new BsonArray(List.of(new BsonString(proxy.address()))))
                .append("me", new BsonString(proxy.address()))
                .append("secondary", BsonBoolean.FALSE)
                .append("logicalSessionTimeoutMinutes", new BsonInt32(30));
    }
}
