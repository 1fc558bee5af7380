package io.claimctl.claim;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.bson.BsonDocument;

/** The claims, the clock, and what has happened: plays one scene in one order of steps, and keeps its history. */
final class InterleavedWorld implements AutoCloseable {
    /** The server's time when a scene begins. */
    static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");

    private static final Set<String> WRITES = Set.of("insert", "update", "delete", "findAndModify");

    private final String uri;
    private final MongoNamespace namespace = new MongoNamespace(
            "claimctl_test", "i" + UUID.randomUUID().toString().replace("-", ""));
    private final MongoClient beside;
    private final MongoCollection<BsonDocument> documents;
    private final FixedTime clock;
    private final Semaphore stopped = new Semaphore(0);
    private final List<InterleavedActor> actors = new ArrayList<>();
    private final List<InterleavedDeed> deeds = new ArrayList<>();
    private volatile List<InterleavedStep> steps = new ArrayList<>();

    InterleavedWorld(String uri) {
        this.uri = uri;
        beside = MongoClients.create(uri);
        documents = beside.getDatabase(namespace.getDatabaseName())
                .getCollection(namespace.getCollectionName(), BsonDocument.class);
        clock = new FixedTime(beside);
    }

    /** The steps taken so far. */
    List<InterleavedStep> steps() {
        return steps;
    }

    /** The calls that were begun. */
    List<InterleavedDeed> deeds() {
        return deeds;
    }

    void begun(InterleavedDeed deed) {
        synchronized (deeds) {
            deeds.add(deed);
        }
    }

    /**
     * Plays a scene to its end.
     *
     * @param choice which of those that have not ended takes the next step
     * @throws AssertionError if an actor failed
     */
    void play(InterleavedScene scene, InterleavedVariant variant, ToIntFunction<List<InterleavedActor>> choice) {
        clock.set(START);
        documents.deleteMany(new BsonDocument());
        documents.insertMany(scene.claims());
        deeds.clear();
        steps = new ArrayList<>();
        List<InterleavedActor> playing = new ArrayList<>();
        for (int i = 0; i < scene.parts().size(); i++) {
            playing.add(actor(i));
            actor(i).begin(this, scene, scene.parts().get(i), variant);
            awaitStop(scene);
        }
        List<InterleavedActor> all = List.copyOf(playing);
        Map<String, BsonDocument> now = new TreeMap<>();
        scene.claims().forEach(claim -> now.put(claim.getString(Fields.ID).getValue(), claim));
        history(scene, playing, choice, now);
        for (InterleavedActor actor : all) {
            if (actor.failure() != null) {
                throw new AssertionError(actor.name() + " failed: " + actor.failure(), actor.failure());
            }
        }
    }

    private void history(
            InterleavedScene scene,
            List<InterleavedActor> playing,
            ToIntFunction<List<InterleavedActor>> choice,
            Map<String, BsonDocument> first) {
        Map<String, BsonDocument> now = first;
        for (playing.removeIf(a -> !a.playing()); !playing.isEmpty(); playing.removeIf(a -> !a.playing())) {
            InterleavedActor actor = playing.get(choice.applyAsInt(playing));
            String command = actor.next();
            InterleavedDeed deed = actor.deed();
            actor.step();
            awaitStop(scene);
            Map<String, BsonDocument> after = WRITES.contains(command) ? look() : now;
            Instant read = deed == null ? null : deed.read;
            steps.add(new InterleavedStep(actor.name(), command, deed, clock.now(), read, now, after));
            now = after;
        }
    }

    private InterleavedActor actor(int i) {
        while (actors.size() <= i) {
            actors.add(new InterleavedActor(actors.size(), uri, namespace, clock, stopped));
        }
        return actors.get(i);
    }

    private void awaitStop(InterleavedScene scene) {
        try {
            if (!stopped.tryAcquire(30, TimeUnit.SECONDS)) {
                throw new AssertionError("stuck: " + scene + " after " + steps);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Map<String, BsonDocument> look() {
        Map<String, BsonDocument> all = new TreeMap<>();
        documents
                .find()
                .batchSize(1_000)
                .forEach(d -> all.put(d.getString(Fields.ID).getValue(), d));
        return all;
    }

    @Override
    public void close() {
        documents.drop();
        actors.forEach(InterleavedActor::close);
        beside.close();
    }
}
