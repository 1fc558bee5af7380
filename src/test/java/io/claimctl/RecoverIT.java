package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** {@code claimctl recover} as a process, with publishers that are processes. */
@Execution(ExecutionMode.CONCURRENT)
class RecoverIT {
    private static final int LARGE = 10 << 20;
    private static final int TOGETHER = 40;
    /** A hundred in CI, which has the time. */
    private static final int KILLED = Integer.getInteger("claimctl.kills", 20);

    private static final int AT_ONCE = 3;
    private static final int AT_FIRST = 60;
    private static final int EACH_TIME = 2;
    private static final int MESSAGES = AT_FIRST + EACH_TIME * KILLED;
    private static final int HITS = KILLED / 5;

    /** Puts a message into the folder out in one step, once for each time that it is published. */
    private static final String[] ATOMIC = {
        "[ -z \"$ROUND\" ] || { echo \"$CLAIMCTL_ID $CLAIMCTL_TOKEN\" >\"tmp/$ROUND\" && mv \"tmp/$ROUND\" \"at/$ROUND\"; }",
        "[ ! -e slow ] || sleep 0.3",
        "cat >\"tmp/$CLAIMCTL_FENCE\" || exit 1",
        "mv \"tmp/$CLAIMCTL_FENCE\" \"out/$CLAIMCTL_ID.$CLAIMCTL_FENCE\""
    };

    @RegisterExtension
    private final RunBench bench = new RunBench();

    private final Random random = new Random(7);

    private byte[] message(String id, int size) {
        byte[] payload = new byte[size];
        random.nextBytes(payload);
        Instant then = Instant.now().minus(Duration.ofHours(1));
        bench.claims()
                .insertOne(new Document("_id", id)
                        .append("status", "processing")
                        .append("worker_id", RunBench.STRANGER)
                        .append("expires_at", Date.from(then))
                        .append("created_at", Date.from(then))
                        .append("updated_at", Date.from(then))
                        .append("payload", new Binary(payload)));
        return payload;
    }

    private void prepareOut() throws IOException {
        Files.createDirectory(bench.file("tmp"));
        Files.createDirectory(bench.file("out"));
        Files.createDirectory(bench.file("at"));
        bench.script("publish.sh", ATOMIC);
    }

    /** What was published, by the id; one entry for each time. */
    private Map<String, List<byte[]>> published() throws IOException {
        try (Stream<Path> files = Files.list(bench.file("out"))) {
            return files.collect(Collectors.groupingBy(
                    file -> file.getFileName().toString().replaceAll("\\..*", ""),
                    Collectors.mapping(RecoverIT::bytes, Collectors.toList())));
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void ten_megabytes_reach_the_publisher_byte_for_byte_and_what_it_prints_is_not_the_report() throws Exception {
        byte[] payload = message("m", LARGE);
        bench.script(
                "publish.sh",
                "cat >got",
                "echo told",
                "echo \"${CLAIMCTL_URI-no uri} ${LC_ALL-no locale} ${CLAIMCTL_EVENT_NAME-no event} ${CLAIMCTL_META_A-no key}\"");
        StartedRun run = bench.claimctl("recover", "-o", "json", "--", "./publish.sh")
                .with("CLAIMCTL_EVENT_NAME", "the caller's")
                .with("CLAIMCTL_META_A", "the caller's")
                .start()
                .ends(0)
                .says("told\nno uri no locale no event no key\n");
        assertThat(bench.file("got")).hasBinaryContent(payload);
        assertThat(JsonMapper.shared()
                        .readTree(run.out())
                        .at("/claims/0/result")
                        .asString())
                .isEqualTo("published");
        assertThat(bench.stored("m")).containsEntry("status", "completed").doesNotContainKey("payload");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void a_publisher_that_closes_its_input_at_once_decides_by_its_exit_code(int code) throws Exception {
        byte[] payload = message("m", LARGE);
        bench.claimctl("recover", "--", "sh", "-c", "exec <&-; sleep 0.2; exit " + code)
                .start()
                .ends(code == 0 ? 0 : 6);
        if (code == 0) {
            assertThat(bench.stored("m")).containsEntry("status", "completed");
        } else {
            assertThat(bench.stored("m")).containsEntry("payload", new Binary(payload));
        }
    }

    @Test
    void a_publisher_that_leaves_something_that_reads_nothing_has_published_at_once() throws Exception {
        message("m", 1 << 20);
        message("n", 1 << 20);
        bench.claimctl("recover", "--", "sh", "-c", "exec 3<&0; sleep 20 <&3 >/dev/null 2>&1 & sleep 0.2; exit 0")
                .start()
                .ends(0);
        assertThat(bench.living()).as("what was left, and goes on").hasSizeGreaterThanOrEqualTo(2);
        assertThat(left()).isZero();
    }

    @Test
    void a_publisher_that_hangs_is_ended_with_all_that_it_started_and_its_message_kept() throws Exception {
        byte[] payload = message("m", LARGE);
        bench.claimctl("recover", "--publish-timeout", "500ms", "--grace", "200ms", "-o", "csv", "--", "sh", "-c", """
                        trap '' TERM; sleep 600 & sleep 600""")
                .start()
                .ends(6);
        Await.until("the end of the publisher", () -> bench.living().isEmpty());
        assertThat(bench.stored("m"))
                .containsEntry("status", "processing")
                .containsEntry("payload", new Binary(payload));
    }

    @Test
    void told_to_end_it_ends_the_publisher_and_finishes_its_report() throws Exception {
        message("m", 10);
        StartedRun run = bench.claimctl("recover", "-o", "json", "--", "sh", "-c", "echo >up; sleep 600 & wait")
                .start();
        Await.until(run::toString, () -> !bench.text("up").isEmpty());
        run.signalled("TERM").ends(143);
        assertThat(JsonMapper.shared().readTree(run.out()).at("/summary/ended").asString())
                .isEqualTo("stopped");
        Await.until("the end of the publisher", () -> bench.living().isEmpty());
        assertThat(bench.stored("m")).containsKey("payload");
    }

    @Test
    void two_at_once_publish_each_message_once() throws Exception {
        prepareOut();
        for (int i = 0; i < TOGETHER; i++) {
            message("m" + i, 100);
        }
        List<StartedRun> runs = List.of(
                bench.claimctl("recover", "--", "./publish.sh").start(),
                bench.claimctl("recover", "--", "./publish.sh").start());
        for (StartedRun run : runs) {
            run.ends(0);
        }
        assertThat(published())
                .hasSize(TOGETHER)
                .allSatisfy((id, times) -> assertThat(times).as(id).hasSize(1));
        assertThat(bench.claims().countDocuments(new Document("status", "completed")))
                .isEqualTo(TOGETHER);
    }

    @Test
    void killed_again_and_again_they_publish_every_message_at_least_once_and_lose_none() throws Exception {
        prepareOut();
        Files.createFile(bench.file("slow"));
        Map<String, byte[]> payloads = new HashMap<>();
        add(payloads, AT_FIRST);
        List<StartedRun> runs = new ArrayList<>();
        int hits = 0;
        for (int killed = 0; killed < KILLED; killed++) {
            add(payloads, EACH_TIME);
            while (runs.size() < AT_ONCE) {
                runs.add(recovery(killed + runs.size()));
            }
            hits += hits(runs.remove(0), killed) ? 1 : 0;
        }
        assertThat(hits).as("kills while a message was being published").isGreaterThanOrEqualTo(HITS);
        Files.delete(bench.file("slow"));
        for (StartedRun run : runs) {
            run.process().waitFor();
        }
        for (int pass = 0; pass < 20 && left() > 0; pass++) {
            recovery(KILLED + AT_ONCE + pass).process().waitFor();
        }
        assertThat(left()).isZero();
        Map<String, List<byte[]>> published = published();
        assertThat(published.keySet()).isEqualTo(payloads.keySet());
        published.forEach((id, times) ->
                assertThat(times).as(id).allSatisfy(bytes -> assertThat(bytes).isEqualTo(payloads.get(id))));
        assertThat(bench.claims().countDocuments(new Document("status", "completed")))
                .isEqualTo(MESSAGES);
    }

    private void add(Map<String, byte[]> payloads, int count) {
        for (int i = 0; i < count; i++) {
            String id = "m" + payloads.size();
            payloads.put(id, message(id, payloads.size() % 10 == 0 ? 100_000 : 200));
        }
    }

    /** Kills it, every other time once it publishes; and whether it has left a claim behind. */
    private boolean hits(StartedRun run, int round) throws Exception {
        String at = "at/" + round;
        if (round % 2 == 0) {
            Await.until(
                    run::toString,
                    () -> Files.exists(bench.file(at)) || !run.process().isAlive());
        } else {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(500));
        }
        run.process().destroyForcibly().waitFor();
        String[] words = bench.text(at).strip().split(" ");
        return words.length == 2
                && bench.claims()
                                .countDocuments(new Document("_id", words[0])
                                        .append("worker_id", words[1])
                                        .append("payload", new Document("$exists", true)))
                        == 1;
    }

    private StartedRun recovery(int round) throws IOException {
        return bench.claimctl(
                        "recover", "--older-than", "3s", "--timeout", "900ms", "--grace", "100ms", "--", "./publish.sh")
                .with("ROUND", Integer.toString(round))
                .start();
    }

    private long left() {
        return bench.claims().countDocuments(new Document("payload", new Document("$exists", true)));
    }
}
