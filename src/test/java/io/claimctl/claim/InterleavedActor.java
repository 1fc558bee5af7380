package io.claimctl.claim;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.bson.BsonDocument;

/**
 * One of those who work on the same claims: a thread and a client of its own. The thread stops before every command it
 * sends until it is let go, and, where time passes in the scene, before every look at the clock.
 */
final class InterleavedActor implements CommandListener, TimeSource, AutoCloseable {
    /** They neither see nor change a claim. */
    private static final Set<String> NO_STOPS =
            Set.of("hello", "isMaster", "ismaster", "ping", "listCollections", "endSessions", "killCursors");

    static final String CLOCK = "clock";

    final int place;
    private final FixedTime clock;
    private final Semaphore stopped;
    private final Semaphore go = new Semaphore(0);
    private final ExecutorService thread = Executors.newSingleThreadExecutor(InterleavedActor::daemon);
    private final MongoClient plain;
    private final MongoClient client;
    private final MongoNamespace namespace;
    private final ClaimStore store;
    private volatile InterleavedVariant variant = InterleavedVariant.NONE;
    private volatile boolean playing;
    private boolean clockMoves;
    private InterleavedWorld world;
    private InterleavedScene.Part part;
    private InterleavedDeed deed;
    private String next;
    private Throwable failure;

    /**
     * @param place its place among the actors of a scene
     * @param stopped gets a permit whenever the actor has stopped or ended
     */
    InterleavedActor(int place, String uri, MongoNamespace namespace, FixedTime clock, Semaphore stopped) {
        this.place = place;
        this.clock = clock;
        this.stopped = stopped;
        this.namespace = namespace;
        plain = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri))
                .addCommandListener(this)
                .build());
        plain.getDatabase("admin").runCommand(new org.bson.Document("ping", 1));
        client = RewritingClient.of(plain, command -> variant.rewrite(command));
        store = ClaimStore.on(client, namespace).withTimeSource(this).withTimeout(Duration.ofMinutes(5));
    }

    /** One that stopped for good, where the interleaver itself fails, keeps nobody waiting. */
    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "interleaved");
        thread.setDaemon(true);
        return thread;
    }

    /** Begins to play, up to the first stop. */
    void begin(InterleavedWorld in, InterleavedScene scene, InterleavedScene.Part its, InterleavedVariant as) {
        world = in;
        part = its;
        variant = as;
        clockMoves = scene.clockMoves();
        deed = null;
        failure = null;
        playing = true;
        thread.execute(() -> {
            try {
                its.play().play(this);
            } catch (Throwable e) {
                failure = e;
            } finally {
                playing = false;
                next = null;
                stopped.release();
            }
        });
    }

    /** Lets it take its next step; it has stopped again or ended when its permit comes. */
    void step() {
        go.release();
    }

    boolean playing() {
        return playing;
    }

    /** Whether its next step changes nothing that another can see. */
    boolean reads() {
        return next.equals("find") || next.equals(CLOCK);
    }

    /** The command that it is about to send. */
    String next() {
        return next;
    }

    Throwable failure() {
        return failure;
    }

    InterleavedDeed deed() {
        return deed;
    }

    String name() {
        return part.name();
    }

    ClaimStore store() {
        return store;
    }

    /** What the operations that a store is made of send with. */
    StoreAccess access() {
        return new StoreAccess(
                client,
                namespace,
                this,
                HostClock.SYSTEM,
                store.timeout(),
                new CollectionCheck(),
                new AtomicBoolean(true));
    }

    InterleavedVariant variant() {
        return variant;
    }

    /** The documents, for those who go by id alone. */
    MongoCollection<BsonDocument> documents() {
        return plain.getDatabase(namespace.getDatabaseName())
                .getCollection(namespace.getCollectionName(), BsonDocument.class);
    }

    /** Calls an operation, and notes what it was told. */
    <T> T does(InterleavedDeed its, Supplier<T> call) {
        world.begun(its);
        deed = its;
        T outcome = call.get();
        its.outcome = outcome;
        its.end = world.steps().size();
        return outcome;
    }

    /** Stops until it is let go. */
    void stop(String before) {
        next = before;
        stopped.release();
        go.acquireUninterruptibly();
    }

    FixedTime clock() {
        return clock;
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        if (playing && !NO_STOPS.contains(event.getCommandName()) && !isProbe(event.getCommand())) {
            stop(event.getCommandName());
        }
    }

    /** A delete for an {@code _id} that nobody has. */
    private static boolean isProbe(BsonDocument command) {
        return command.getFirstKey().equals("delete") && command.toJson().contains("claimctl-delete-probe-");
    }

    @Override
    public ServerTime read(Duration limit) {
        return look(true);
    }

    @Override
    public ServerTime recent(Duration limit) {
        return look(deed == null || !deed.is(InterleavedDeed.Kind.SWEEP)); // a sweep judges by what it reads
    }

    private ServerTime look(boolean judges) {
        if (playing && clockMoves) {
            stop(CLOCK);
        }
        if (deed != null && judges) {
            deed.reads(clock.now());
        }
        return new ServerTime(
                clock.now(),
                clock.nanos(),
                clock.wallMillis(),
                clock,
                PrimaryIdentity.of(plain.getClusterDescription()));
    }

    @Override
    public void forget() {}

    @Override
    public void close() {
        thread.shutdownNow();
        plain.close();
    }
}
