package io.claimctl.claim;

import java.util.List;
import java.util.stream.Collectors;
import org.bson.BsonDocument;

/**
 * Claims, and who does what to them at the same time.
 *
 * @param clockMoves whether the clock is one of the actors, so that a look at it is a stop, too
 */
record InterleavedScene(List<BsonDocument> claims, List<Part> parts, boolean clockMoves) {

    /** What an actor does in a scene, once. */
    @FunctionalInterface
    interface Play {
        void play(InterleavedActor me) throws Exception;
    }

    /** @param holds the id of the claim that it holds when the scene begins; null for none */
    record Part(String name, String holds, Play play) {}

    static InterleavedScene of(List<BsonDocument> claims, Part... parts) {
        return new InterleavedScene(claims, List.of(parts), false);
    }

    /** The same, in which time passes. */
    static InterleavedScene timed(List<BsonDocument> claims, Part... parts) {
        return new InterleavedScene(claims, List.of(parts), true);
    }

    @Override
    public String toString() {
        return parts.stream().map(Part::name).collect(Collectors.joining(" x "));
    }
}
