package io.claimctl.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/** What a MongoDB 4.4.6 was seen to answer to a command, from {@code src/test/resources/real-replies}. */
public record RealReply(String name, BsonDocument command, BsonDocument reply) {

    /** Those of one file. */
    public static Stream<RealReply> of(String file) {
        try (InputStream in = RealReply.class.getResourceAsStream("/real-replies/" + file + ".json")) {
            return BsonDocument.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .getArray("replies")
                    .stream()
                    .map(r -> r.asDocument())
                    .map(r -> new RealReply(
                            r.getString("name").getValue(), r.getDocument("command"), r.getDocument("reply")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
