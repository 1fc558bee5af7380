package io.claimctl.claim;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonDocument;

/**
 * What one actor did from one stop to its next: one command, or one move of the clock.
 *
 * @param deed the call that it belongs to; null for the clock
 * @param now the server's clock then
 * @param read the server's clock as the call had read it last
 * @param before every document before it, by id
 * @param after every document after it
 */
record InterleavedStep(
        String actor,
        String command,
        InterleavedDeed deed,
        Instant now,
        Instant read,
        Map<String, BsonDocument> before,
        Map<String, BsonDocument> after) {

    /** The claims that it changed, made or removed. */
    Set<String> changed() {
        if (before.equals(after)) {
            return Set.of();
        }
        Set<String> ids = new TreeSet<>(before.keySet());
        ids.addAll(after.keySet());
        ids.removeIf(id -> Objects.equals(before.get(id), after.get(id)));
        return ids;
    }

    boolean released(String id) {
        BsonDocument was = before.get(id);
        BsonDocument is = after.get(id);
        return is != null && has(is, Status.RELEASED) && !is.equals(was);
    }

    boolean deleted(String id) {
        return before.containsKey(id) && !after.containsKey(id);
    }

    static boolean has(BsonDocument document, Status status) {
        return ((Claim) Documents.row(document)).is(status);
    }

    @Override
    public String toString() {
        return actor + ":" + command;
    }
}
