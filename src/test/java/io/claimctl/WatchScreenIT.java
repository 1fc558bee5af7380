package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.claimctl.testing.Await;
import io.claimctl.testing.FaultProxy;
import io.claimctl.testing.Golden;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.TmuxSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code claimctl claims watch} on a terminal, as a person sees it. */
@Tag("long")
class WatchScreenIT {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.500Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String WATCH = "\"$BIN\" claims watch --interval 100ms";

    private final ScriptedServer server = new ScriptedServer(Clock.fixed(NOW, ZoneOffset.UTC));
    private final FaultProxy proxy = new FaultProxy(server.uri() + "/shop");
    private final MongoClient client = MongoClients.create(server.uri());
    private final MongoCollection<Document> claims = client.getDatabase("shop").getCollection("_message_state");

    @TempDir
    private Path folder;

    /** Leases and ages are hours, so that their words stay the same for a minute. */
    @BeforeEach
    void fill() {
        TmuxSession.require();
        for (int i = 1; i <= 30; i++) {
            claims.insertOne(claim("order-" + i, i % 3 == 0 ? "completed" : "processing", i + 1)
                    .append("event_name", "order.created"));
        }
        claims.insertOne(claim("Auftrag-ä\u001b[31m", "processing", 3).append("expires_at", "soon"));
    }

    @AfterEach
    void stop() {
        client.close();
        proxy.close();
        server.close();
    }

    private static Document claim(String id, String status, int hours) {
        return new Document("_id", id)
                .append("status", status)
                .append("worker_id", String.format("pod-%d:%024x", hours, hours))
                .append("expires_at", after(HOUR.multipliedBy(hours)))
                .append("created_at", after(HOUR.multipliedBy(-hours)))
                .append("updated_at", after(HOUR.multipliedBy(-hours)));
    }

    private static Date after(Duration time) {
        return Date.from(NOW.plus(time));
    }

    private void change(String id, Bson... updates) {
        claims.updateOne(Filters.eq(id), Updates.combine(updates));
    }

    private TmuxSession shell(int columns, int rows, String... variables) {
        Map<String, String> environment = new HashMap<>(Map.of(
                "BIN",
                Launch.CLAIMCTL.toString(),
                "CLAIMCTL_URI",
                server.uri() + "/shop",
                "CLAIMCTL_JAVA",
                System.getProperty("java.home") + "/bin/java",
                "FOLDER",
                folder.toString(),
                "TZ",
                "UTC"));
        for (int i = 0; i < variables.length; i += 2) {
            environment.put(variables[i], variables[i + 1]);
        }
        return TmuxSession.shell(columns, rows, environment);
    }

    /** Its clock and its silence go on while it is looked at. */
    private static String still(String screen) {
        return screen.replaceAll("[0-9]{2}:[0-9]{2}:[0-9]{2}", "HH:MM:SS");
    }

    private static void awaitEnd(TmuxSession session, int code) {
        session.await("the prompt", screen -> screen.stripTrailing().endsWith("$"));
        session.type("echo ended with $?");
        session.awaitText("ended with " + code);
    }

    @Test
    void the_list_changes_in_place_follows_the_size_and_leaves_the_terminal_as_it_was() throws Exception {
        try (TmuxSession session = shell(80, 24)) {
            session.type("echo before; stty -a >\"$FOLDER/before\"");
            session.awaitText("before");
            session.type(WATCH);
            Golden.check("screen/watch.80x24", still(session.awaitText("Ctrl-C ends")));
            assertThat(session.alternateScreen()).isTrue();
            assertThat(session.cursorShown()).isFalse();

            change("order-20", Updates.set("status", "completed"), Updates.set("updated_at", after(HOUR.negated())));
            session.await("the change", screen -> screen.lines().toList().get(2).startsWith("order-20 "));
            claims.deleteOne(Filters.eq("order-2"));
            session.await("the deletion", screen -> !screen.contains("order-2 "));
            session.resize(40, 10);
            Golden.check("screen/watch.40x10", still(session.await("a smaller one", s -> lastLine(s, 9))));
            session.resize(20, 5);
            Golden.check("screen/watch.20x5", still(session.await("a tiny one", s -> lastLine(s, 4))));
            session.resize(80, 24);
            Golden.check("screen/watch.back", still(session.await("the first size", s -> lastLine(s, 23))));

            session.press("C-c");
            awaitEnd(session, 130);
            assertThat(session.alternateScreen()).isFalse();
            assertThat(session.cursorShown()).isTrue();
            assertThat(session.screen()).contains("before").doesNotContain("order-20");
            session.type("stty -a >\"$FOLDER/after\"; echo measured");
            session.await("the end", screen -> screen.contains("\nmeasured"));
        }
        assertThat(Files.readString(folder.resolve("after"))).isEqualTo(Files.readString(folder.resolve("before")));
    }

    /** It is drawn anew when the last line of the screen of this size is there. */
    private static boolean lastLine(String screen, int index) {
        return screen.lines().toList().size() == index + 1
                && screen.lines().toList().get(index).startsWith("Ctrl-C ends")
                && screen.lines().toList().get(1).startsWith("ID");
    }

    @ParameterizedTest
    @CsvSource({"TERM,143", "HUP,129"})
    void a_signal_leaves_the_terminal_as_it_was(String signal, int code) throws Exception {
        try (TmuxSession session = shell(80, 24)) {
            session.type(WATCH);
            session.awaitText("Ctrl-C ends");
            long watch = ProcessHandle.of(session.pid())
                    .orElseThrow()
                    .children()
                    .findFirst()
                    .orElseThrow()
                    .pid();
            new ProcessBuilder("kill", "-" + signal, Long.toString(watch))
                    .start()
                    .waitFor();
            session.await("the former screen", screen -> !session.alternateScreen());
            awaitEnd(session, code);
            assertThat(session.cursorShown()).isTrue();
        }
    }

    @Test
    void ctrl_z_gives_the_terminal_back_and_fg_takes_it_again() throws Exception {
        try (TmuxSession session = shell(80, 24)) {
            session.type(WATCH);
            session.awaitText("Ctrl-C ends");
            session.press("C-z");
            session.await("the prompt", screen -> screen.contains("Stopped"));
            assertThat(session.alternateScreen()).isFalse();
            assertThat(session.cursorShown()).isTrue();
            session.type("fg");
            session.await("the list", screen -> session.alternateScreen() && screen.contains("Ctrl-C ends"));
            change("order-21", Updates.set("updated_at", after(HOUR.negated())));
            session.await("a change", screen -> screen.lines().toList().get(2).startsWith("order-21 "));
            session.press("C-c");
            awaitEnd(session, 130);
        }
    }

    /** As at the other end of ssh -t or docker run -it: nobody could let it go on. */
    @Test
    void ctrl_z_does_nothing_where_no_shell_is_above_it() throws Exception {
        Process probe = new ProcessBuilder("sh", "-c", "script -qfec true /dev/null </dev/null >/dev/null").start();
        assumeTrue(probe.waitFor() == 0, "there is no script that makes a terminal: util-linux is missing");
        try (TmuxSession session = shell(80, 24, "SHELL", "/bin/sh")) {
            session.type("script -qec 'exec " + WATCH + "' /dev/null");
            session.awaitText("Ctrl-C ends");
            session.press("C-z");
            change("order-21", Updates.set("updated_at", after(HOUR.negated())));
            session.await("a change", screen -> screen.lines().toList().get(2).startsWith("order-21 "));
            session.press("C-c");
            session.await("the former screen", screen -> !session.alternateScreen());
        }
    }

    @Test
    void the_size_is_asked_again_after_a_stop() throws Exception {
        try (TmuxSession session = shell(80, 24)) {
            session.type(WATCH);
            session.awaitText("Ctrl-C ends");
            session.press("C-z");
            session.await("the prompt", screen -> screen.contains("Stopped"));
            session.resize(50, 10);
            session.type("fg");
            session.await(
                    "the list on a smaller screen",
                    screen -> screen.lines().findFirst().orElse("").endsWith("every 100ms")
                            && screen.lines().toList().get(9).contains("Ctrl-C ends"));
            session.press("C-c");
            awaitEnd(session, 130);
        }
    }

    @Test
    void a_server_that_is_gone_for_a_while_is_waited_for_and_it_says_so() throws Exception {
        try (TmuxSession session = shell(80, 24, "CLAIMCTL_URI", proxy.uri())) {
            session.type(WATCH + " --timeout 1s");
            session.awaitText("Ctrl-C ends");
            proxy.vanish();
            session.awaitText("no answer since 03:04:");
            change("order-20", Updates.set("status", "completed"), Updates.set("updated_at", after(HOUR.negated())));
            proxy.heal();
            session.awaitText("answers again after ");
            session.await("the change", screen -> screen.lines().toList().get(2).startsWith("order-20 "));
            session.press("C-c");
            awaitEnd(session, 130);
        }
    }

    @Test
    void a_history_is_lines_that_stay_above_one_that_counts_down() throws Exception {
        try (TmuxSession session = shell(100, 12)) {
            session.type(WATCH + " order-5 none");
            session.awaitText("next lease");
            change("order-5", Updates.set("expires_at", after(HOUR.multipliedBy(7))));
            session.awaitText("renewed");
            change("order-5", Updates.set("worker_id", "pod-9:0123456789abcdef01234567"));
            session.awaitText("taken over");
            change("order-5", Updates.set("status", "completed"), Updates.set("updated_at", after(HOUR.negated())));
            session.awaitText("completed");
            claims.deleteOne(Filters.eq("order-5"));
            session.awaitText("deleted");
            session.await("the line below", screen -> screen.contains("0 of 2 claims processing"));
            assertThat(session.alternateScreen()).isFalse();
            String seen = still(session.scrollback());
            Golden.check("screen/watch.history", seen.substring(seen.indexOf("HH:MM:SS")));
            session.press("C-c");
            awaitEnd(session, 130);
            assertThat(session.scrollback())
                    .contains(" order-5 renewed by pod-6:")
                    .doesNotContain("Ctrl-C ends");
        }
    }

    @Test
    void on_a_dumb_terminal_there_are_sentences_alone() throws Exception {
        try (TmuxSession session = shell(100, 40)) {
            session.type("TERM=dumb " + WATCH + " --status completed");
            session.awaitText(" order-3 is completed");
            assertThat(session.alternateScreen()).isFalse();
            session.press("C-c");
            awaitEnd(session, 130);
        }
    }

    /** What the server's silence is said on, where standard output is a pipe. */
    @Test
    void in_a_pipe_events_come_at_once_and_a_signal_ends_it() throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(
                        Launch.CLAIMCTL.toString(),
                        "claims",
                        "watch",
                        "order-1",
                        "--interval",
                        "100ms",
                        "--timeout",
                        "1s")
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("CLAIMCTL_URI", proxy.uri());
        builder.environment().put("CLAIMCTL_JAVA", System.getProperty("java.home") + "/bin/java");
        Process watch = builder.start();
        try {
            Await.until("the first event", () -> Files.readString(out).endsWith("\n"));
            proxy.vanish();
            Await.until("that it is gone", () -> Files.readString(err).contains("the server gives no answer: "));
            proxy.heal();
            Await.until("that it is back", () -> Files.readString(err).contains("the server answers again, after "));
            claims.deleteOne(Filters.eq("order-1"));
            Await.until("the event", () -> Files.readString(out).contains("\"event\":\"deleted\""));
            watch.destroy();
            assertThat(watch.waitFor()).isEqualTo(143);
            assertThat(Files.readString(out).lines()).hasSize(2).allMatch(line -> line.endsWith("}"));
            assertThat(Files.readString(err).lines()).hasSize(2);
        } finally {
            watch.destroyForcibly();
        }
    }
}
