package io.claimctl.claim;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.claim.FaultedMutation.Said;
import io.claimctl.claim.FaultedMutation.Says;
import io.claimctl.claim.FaultedMutation.Settled;
import io.claimctl.testing.Servers;
import io.claimctl.testing.Servers.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every mutation through a proxy that loses, delays and forges, beside what is true behind it: whatever is reported is
 * true and stays so, or is {@code Unknown} and can be settled as the user is told to.
 */
@Tag("long")
class FaultTableTest {
    private static final String SLOW = "it took ";
    private static final String NOT_MET = "the fault never happened";
    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final List<FaultColumn> COLUMNS = FaultColumn.all();
    private static final List<FaultedMutation> MUTATIONS = FaultedMutations.all();
    /** What is brief takes time of the processor, the rest waits, mostly. */
    private static final ExecutorService BRIEF = Executors.newFixedThreadPool(4);

    private static final ExecutorService WAITING = Executors.newFixedThreadPool(24);
    private static final ExecutorService ELSEWHERE = Executors.newFixedThreadPool(6);
    private static final Map<String, MongoClient> DIRECT = new LinkedHashMap<>();
    private static final Map<TestServer, Map<FaultedMutation, Map<FaultColumn, Future<Cell>>>> TABLE =
            new LinkedHashMap<>();

    /** @param problems what is wrong; empty if nothing */
    private record Cell(String text, List<String> problems) {}

    @BeforeAll
    static void run_all_cells() {
        Servers.all().forEach(server -> {
            MongoClient direct = MongoClients.create(server.uri());
            DIRECT.put(server.name(), direct);
            Map<FaultedMutation, Map<FaultColumn, Future<Cell>>> rows = new LinkedHashMap<>();
            TABLE.put(server, rows);
            for (FaultedMutation mutation : mutations(server)) {
                rows.put(mutation, new LinkedHashMap<>());
                for (FaultColumn column : COLUMNS) {
                    if (column.brief() || (server.inThisJvm() && !mutation.brief())) {
                        ExecutorService pool = server.inThisJvm() ? column.brief() ? BRIEF : WAITING : ELSEWHERE;
                        rows.get(mutation).put(column, pool.submit(() -> cell(server, direct, mutation, column)));
                    }
                }
            }
        });
    }

    private static List<FaultedMutation> mutations(TestServer server) {
        return MUTATIONS.stream()
                .filter(mutation -> server.inThisJvm() || !mutation.brief())
                .toList();
    }

    static Stream<Arguments> rows() {
        return Servers.all()
                .flatMap(server -> mutations(server).stream().map(mutation -> Arguments.of(server, mutation.name())));
    }

    @ParameterizedTest(name = "{1}, {0}")
    @MethodSource("rows")
    void whatever_is_reported_is_true_or_unknown(TestServer server, String name) {
        List<String> problems = new ArrayList<>();
        row(server, name).forEach((column, future) -> {
            Cell cell = done(future);
            cell.problems()
                    .forEach(p -> problems.add(column.block() + " / " + column.name() + ": " + cell.text() + ": " + p));
        });
        assertThat(problems).as("%s on %s", name, server).isEmpty();
    }

    private static Map<FaultColumn, Future<Cell>> row(TestServer server, String name) {
        return TABLE.get(server).entrySet().stream()
                .filter(row -> row.getKey().name().equals(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    private static Cell done(Future<Cell> future) {
        try {
            return future.get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Where it took too long, even to come to the fault, the machine may have been busy: it is measured twice. */
    private static Cell cell(TestServer server, MongoClient direct, FaultedMutation mutation, FaultColumn column) {
        Cell cell = once(server, direct, mutation, column);
        boolean slow = cell.problems().stream().anyMatch(p -> p.startsWith(SLOW) || p.equals(NOT_MET));
        return slow ? once(server, direct, mutation, column) : cell;
    }

    private static Cell once(TestServer server, MongoClient direct, FaultedMutation mutation, FaultColumn column) {
        try (FaultBench b = new FaultBench(server.uri(), direct, mutation)) {
            column.arm().accept(b);
            long start = System.nanoTime();
            List<Said> said = said(b);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            List<String> problems = new ArrayList<>();
            boolean fired = b.allFired();
            if (column.always() && !fired) {
                problems.add(NOT_MET);
            }
            if (took.compareTo(FaultBench.TIMEOUT.plus(GRACE)) > 0) {
                problems.add(SLOW + took.toMillis() + " ms");
            }
            weakReads(b).ifPresent(problems::add);
            said.forEach(s -> judge(b, s, problems));
            b.harmed().ifPresent(problems::add);
            releaseLate(b, said, problems);
            if (said.stream().anyMatch(s -> s.says() == Says.UNKNOWN)) {
                b.heal();
                said.stream().filter(s -> s.says() == Says.UNKNOWN).forEach(s -> settle(b, s, problems));
            }
            b.harmed().ifPresent(problems::add);
            b.proxy.assertSound();
            return new Cell(text(said, problems) + (fired ? "" : " ~"), problems);
        } catch (RuntimeException | AssertionError e) {
            return new Cell("WRONG", List.of("the cell failed: " + e + " " + List.of(e.getStackTrace())));
        }
    }

    /** An exception says that nothing was changed. */
    private static List<Said> said(FaultBench b) {
        try {
            return b.mutation.act().apply(b);
        } catch (StoreException e) {
            return b.mutation.ids().stream()
                    .map(id -> new Said(id, "!" + e.kind().name().toLowerCase(), Says.NOT_APPLIED, s -> true, e))
                    .toList();
        }
    }

    private static void judge(FaultBench b, Said said, List<String> problems) {
        BsonDocument stored = b.stored(said.id());
        if (said.says() == Says.APPLIED
                && !(b.everApplied(said.id()) && said.holds().test(stored))) {
            problems.add("said " + said.outcome() + ", and the claim is " + stored);
        }
        if (said.says() == Says.NOT_APPLIED && b.everApplied(said.id())) {
            problems.add("said " + said.outcome() + ", and it was applied: " + stored);
        }
    }

    /** What was still waiting comes to the server now, in the state that favours it most. */
    private static void releaseLate(FaultBench b, List<Said> said, List<String> problems) {
        boolean failed = said.stream().allMatch(s -> s.says() == Says.NOT_APPLIED);
        boolean done = said.stream().allMatch(s -> s.says() == Says.APPLIED);
        if (failed) {
            b.restore();
        } else if (done) {
            b.letGo();
        }
        List<BsonDocument> before = b.all();
        boolean came = !b.proxy.release().isEmpty();
        if (came && failed && b.mutation.ids().stream().anyMatch(b::applied)) {
            problems.add("said " + said + ", and a command that was late applied it: " + b.all());
        }
        if (came && done && b.mutation.once() && !b.all().equals(before)) {
            problems.add("what was let go is taken by a command that was late: " + b.all());
        }
    }

    private static void settle(FaultBench b, Said said, List<String> problems) {
        Settled settled = b.mutation.settle().apply(b, said);
        boolean applied = b.applied(said.id());
        // What somebody else has ended since may rightly be called lost.
        boolean wrong = settled == Settled.APPLIED ? !applied : applied && !b.somebodyElseCame();
        if (settled == Settled.STILL_UNKNOWN || wrong) {
            problems.add("settling says " + settled + ", and the claim is " + b.stored(said.id()));
        }
    }

    /** Reads that settle something see what a majority has. */
    private static java.util.Optional<String> weakReads(FaultBench b) {
        List<BsonDocument> commands = b.proxy.seen();
        int writes = 0;
        boolean first = true;
        for (BsonDocument command : commands) {
            String name = command.getFirstKey();
            writes += name.equals(b.mutation.write()) ? 1 : 0;
            if (writes > b.mutation.skip() && name.equals("find")) {
                String level = command.getDocument("readConcern", new BsonDocument())
                        .getString("level", new org.bson.BsonString("none"))
                        .getValue();
                if (!(first ? Set.of("linearizable") : Set.of("linearizable", "majority")).contains(level)) {
                    return java.util.Optional.of("a read settles by read concern " + level);
                }
                first = false;
            }
        }
        return java.util.Optional.empty();
    }

    private static String text(List<Said> said, List<String> problems) {
        String words = said.stream().map(Said::word).distinct().collect(Collectors.joining("+"));
        if (!problems.isEmpty()) {
            return words + " WRONG";
        }
        return said.stream().anyMatch(s -> s.says() == Says.UNKNOWN) ? words : words + " true";
    }

    @AfterAll
    static void print_the_table() throws IOException {
        StringBuilder text = new StringBuilder();
        TABLE.forEach((server, rows) -> {
            text.append("\nFault table, ").append(server).append('\n');
            Map<String, List<FaultColumn>> blocks = COLUMNS.stream()
                    .filter(column -> rows.values().stream().anyMatch(row -> row.containsKey(column)))
                    .collect(Collectors.groupingBy(FaultColumn::block, LinkedHashMap::new, Collectors.toList()));
            blocks.forEach((block, columns) -> text.append('\n').append(aligned(lines(block, columns, rows))));
        });
        System.out.println(text);
        Files.writeString(Path.of("target/fault-table.txt"), text);
        BRIEF.shutdownNow();
        WAITING.shutdownNow();
        ELSEWHERE.shutdownNow();
        DIRECT.values().forEach(MongoClient::close);
    }

    private static List<List<String>> lines(
            String block, List<FaultColumn> columns, Map<FaultedMutation, Map<FaultColumn, Future<Cell>>> rows) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(new ArrayList<>(List.of(block)));
        columns.forEach(column -> lines.get(0).add(column.name()));
        rows.forEach((mutation, row) -> {
            List<String> line = new ArrayList<>(List.of("  " + mutation.name()));
            columns.forEach(column ->
                    line.add(row.containsKey(column) ? done(row.get(column)).text() : ""));
            lines.add(line);
        });
        return lines;
    }

    private static String aligned(List<List<String>> lines) {
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < line.size(); i++) {
                int column = i;
                int width = lines.stream()
                        .mapToInt(l -> l.get(column).length())
                        .max()
                        .orElse(0);
                row.append(String.format("%-" + (width + 2) + "s", line.get(i)));
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
