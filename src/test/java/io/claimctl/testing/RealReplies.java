package io.claimctl.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Replies that a real MongoDB gave. */
public final class RealReplies {

    private RealReplies() {}

    /** The reply of this name, from a file of {@code real-replies}. */
    public static BsonDocument reply(String file, String name) {
        try (InputStream in = RealReplies.class.getResourceAsStream("/real-replies/" + file + ".json")) {
            return BsonDocument.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .getArray("replies")
                    .stream()
                    .map(BsonValue::asDocument)
                    .filter(reply -> reply.getString("name").getValue().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(file + " has no reply '" + name + "'"))
                    .getDocument("reply");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The reply of {@code listCollections} for one collection: {@code capped}, {@code _message_state}, or one that is not there. */
    public static BsonDocument listed(String collection) {
        BsonDocument reply = reply("collections", "listCollections");
        BsonArray listed = reply.getDocument("cursor").getArray("firstBatch");
        listed.removeIf(c -> !c.asDocument().getString("name").getValue().equals(collection));
        listed.forEach(c -> c.asDocument().remove("info")); // its UUID is nothing that the embedded server can write
        return reply;
    }
}
