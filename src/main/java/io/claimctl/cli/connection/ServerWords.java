package io.claimctl.cli.connection;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import io.claimctl.claim.StoreException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** What a server says it is. */
final class ServerWords {
    private ServerWords() {}

    /** Version and kind, as far as it tells; any answer shows that the credentials are right. */
    static String of(MongoClient client, String database, Duration timeout) {
        String version;
        try {
            BsonDocument answer = client.getDatabase(database)
                    .withTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                    .runCommand(new BsonDocument("buildInfo", new BsonInt32(1)), BsonDocument.class);
            version = "version "
                    + answer.getString("version", new BsonString("unknown")).getValue();
        } catch (MongoCommandException keptToItself) {
            version = "it does not tell its version";
        } catch (MongoException e) {
            throw StoreException.of("asking the server what it is", e, client.getClusterDescription());
        }
        return version + ", "
                + client.getClusterDescription()
                        .getType()
                        .name()
                        .toLowerCase(Locale.ROOT)
                        .replace('_', ' ');
    }
}
