package io.claimctl.claim;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Updates;
import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;

/** For src/bench/sweep: fills a collection with stale claims, and sweeps it beside what the reference does, in turn. */
final class SweepBench {
    private static final int BATCH = Integer.getInteger("bench.batch", SweepRequest.MOST_IN_BATCH);
    private static final Duration STALE = Duration.ofMinutes(2);

    private final Commands commands = new Commands();
    private final MongoClient client;
    private final MongoCollection<Document> claims;

    private enum Way {
        FENCED,
        UNFENCED,
        FENCED_DELETE,
        UNFENCED_DELETE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** What one pass over all claims took: its time, the processor's within it, how many commands, and the time of each. */
    private record Pass(double seconds, double cpu, long sent, Map<String, Double> commandSeconds) {
        double of(String... names) {
            return List.of(names).stream()
                    .mapToDouble(n -> commandSeconds.getOrDefault(n, 0.0))
                    .sum();
        }
    }

    private SweepBench(String uri, String collection) {
        ConnectionString where = new ConnectionString(uri);
        client = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(where)
                .addCommandListener(commands)
                .build());
        String database = where.getDatabase() == null ? "claimctl_test" : where.getDatabase();
        claims = client.getDatabase(database).getCollection(collection);
    }

    /** {@code compare}, {@code fill}, {@code drop} or {@code database}; URI, COLLECTION; how many claims; how many rounds. */
    public static void main(String[] args) {
        SweepBench bench = new SweepBench(args[1], args[2]);
        try (bench.client) {
            switch (args[0]) {
                case "fill" -> bench.fill(Integer.parseInt(args[3]));
                case "drop" -> bench.claims.drop();
                case "database" ->
                    System.out.println(bench.claims.getNamespace().getDatabaseName());
                case "compare" -> bench.compare(Integer.parseInt(args[3]), Integer.parseInt(args[4]));
                default -> throw new IllegalArgumentException(args[0]);
            }
        }
    }

    private void fill(int size) {
        claims.drop();
        claims.createIndex(BsonDocument.parse("{expires_at: 1}")); // without TTL, which would delete what is measured
        claims.createIndex(BsonDocument.parse("{status: 1, updated_at: 1, _id: 1}"));
        claims.createIndex(BsonDocument.parse("{updated_at: 1, _id: 1}"));
        claims.createIndex(BsonDocument.parse("{event_name: 1, updated_at: 1, _id: 1}"));
        Instant first = Instant.now().minus(Duration.ofHours(2));
        for (int from = 0; from < size; from += BATCH) {
            claims.insertMany(IntStream.range(from, Math.min(size, from + BATCH))
                    .mapToObj(i -> claim(i, first))
                    .toList());
        }
    }

    private static Document claim(int number, Instant first) {
        Instant at = first.plusMillis(number);
        return new Document("_id", "order-%09d".formatted(number))
                .append("status", "processing")
                .append("worker_id", "pod-%d:%024x".formatted(number % 7, number))
                .append("event_name", "order.created")
                .append("created_at", Date.from(at))
                .append("updated_at", Date.from(at))
                .append("expires_at", Date.from(at.plusSeconds(60)));
    }

    private void compare(int size, int rounds) {
        Map<Way, List<Pass>> passes = new EnumMap<>(Way.class);
        for (int round = 0; round <= rounds; round++) {
            for (Way way : Way.values()) {
                fill(size);
                Pass pass = pass(way, size);
                if (round > 0) { // the first only warms up
                    passes.computeIfAbsent(way, w -> new ArrayList<>()).add(pass);
                }
            }
        }
        System.out.printf("%n%,d claims, batches of %,d, medians of %d rounds%n", size, BATCH, rounds);
        String heading = "%-16s %9s %6s %7s %7s %7s %7s %10s%n";
        System.out.printf(heading, "", "claims/s", "trips", "s", "find", "write", "clock", "cpu us/each");
        passes.forEach((way, all) -> {
            Pass pass = median(all);
            System.out.printf(
                    "%-16s %9.0f %6d %7.2f %7.2f %7.2f %7.2f %10.1f%n",
                    way,
                    size / pass.seconds,
                    pass.sent,
                    pass.seconds,
                    pass.of("find", "getMore"),
                    pass.of("update", "delete"),
                    pass.of("hello", "isMaster", "isdbgrid"),
                    pass.cpu / size * 1e6);
        });
        ratio(passes, Way.FENCED, Way.UNFENCED);
        ratio(passes, Way.FENCED_DELETE, Way.UNFENCED_DELETE);
    }

    private static void ratio(Map<Way, List<Pass>> passes, Way ours, Way theirs) {
        Pass a = median(passes.getOrDefault(ours, List.of()));
        Pass b = median(passes.getOrDefault(theirs, List.of()));
        System.out.printf(
                "%s / %s: rate %.2f, of the writes alone %.2f%n",
                ours, theirs, b.seconds / a.seconds, b.of("update", "delete") / a.of("update", "delete"));
    }

    private static Pass median(List<Pass> all) {
        return all.stream()
                .sorted(Comparator.comparingDouble(Pass::seconds))
                .toList()
                .get(all.size() / 2);
    }

    private Pass pass(Way way, int size) {
        commands.clear();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cpu = threads.getCurrentThreadCpuTime();
        long begin = System.nanoTime();
        long changed = switch (way) {
            case FENCED -> fenced(false);
            case UNFENCED -> unfenced(false);
            case FENCED_DELETE -> fenced(true);
            case UNFENCED_DELETE -> unfenced(true);
        };
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (changed != size) {
            throw new IllegalStateException(way + " changed " + changed + " of " + size);
        }
        return commands.pass(seconds, (threads.getCurrentThreadCpuTime() - cpu) / 1e9);
    }

    private long fenced(boolean delete) {
        SweepReport report = ClaimStore.on(client, claims.getNamespace())
                .withTimeout(Duration.ofMinutes(5))
                .sweep(
                        SweepRequest.olderThan(STALE)
                                .withBatch(BATCH)
                                .withReset(new ResetOptions(Payloads.SKIP, delete, null)),
                        new SweepListener() {});
        return delete ? report.deleted() : report.count(SweptClaim.Result.RESET);
    }

    /** Lists ids and changes whatever they name by then, as the reference's ResetStale with a limit, until there are none. */
    private long unfenced(boolean delete) {
        Date cutoff = Date.from(Instant.now().minus(STALE));
        long changed = 0;
        while (true) {
            List<String> ids = claims.find(and(eq("status", "processing"), lt("updated_at", cutoff)))
                    .projection(Projections.include("_id"))
                    .limit(BATCH)
                    .batchSize(BATCH + 1)
                    .map(d -> d.getString("_id"))
                    .into(new ArrayList<>());
            if (ids.isEmpty()) {
                return changed;
            }
            Date now = new Date();
            changed += delete
                    ? claims.deleteMany(in("_id", ids)).getDeletedCount()
                    : claims.updateMany(
                                    in("_id", ids),
                                    Updates.combine(
                                            Updates.set("status", "released"),
                                            Updates.set("expires_at", now),
                                            Updates.set("updated_at", now)))
                            .getModifiedCount();
        }
    }

    private static final class Commands implements CommandListener {
        private final Map<String, Double> seconds = new TreeMap<>();
        private long sent;

        @Override
        public void commandStarted(CommandStartedEvent event) {
            sent++;
        }

        @Override
        public void commandSucceeded(CommandSucceededEvent event) {
            add(event.getCommandName(), event.getElapsedTime(TimeUnit.NANOSECONDS));
        }

        /** Where {@code hello} is unknown. */
        @Override
        public void commandFailed(CommandFailedEvent event) {
            add(event.getCommandName(), event.getElapsedTime(TimeUnit.NANOSECONDS));
        }

        private void add(String name, long nanos) {
            seconds.merge(name, nanos / 1e9, Double::sum);
        }

        void clear() {
            seconds.clear();
            sent = 0;
        }

        Pass pass(double all, double cpu) {
            return new Pass(all, cpu, sent, Map.copyOf(seconds));
        }
    }
}
