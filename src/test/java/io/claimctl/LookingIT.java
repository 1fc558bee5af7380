package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.testing.ScriptedServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Looking at claims from a shell, with surroundings that nobody has tidied up. */
@Tag("long")
class LookingIT {
    private static final int CLAIMS = 20_000;

    private final ScriptedServer server = new ScriptedServer();
    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    private Path folder;

    private record Ran(int code, String out, String err) {}

    @BeforeEach
    void surroundings() {
        environment.put("PATH", Path.of(System.getProperty("claimctl.home"), "bin") + ":" + System.getenv("PATH"));
        environment.put(
                "CLAIMCTL_JAVA",
                Path.of(System.getProperty("java.home"), "bin", "java").toString());
        environment.put("CLAIMCTL_URI", server.uri() + "/shop");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void fill(int count) {
        try (MongoClient client = MongoClients.create(server.uri())) {
            List<Document> claims = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                claims.add(new Document("_id", "commande-é-" + i)
                        .append("status", "processing")
                        .append("worker_id", String.format("pod-1:%024x", i))
                        .append("expires_at", Date.from(Instant.now().plusSeconds(3600)))
                        .append("created_at", Date.from(Instant.now()))
                        .append("updated_at", Date.from(Instant.now())));
            }
            client.getDatabase("shop").getCollection("_message_state").insertMany(claims);
        }
        server.forgetReceived();
    }

    private Ran sh(String script) throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).as(script).isTrue();
        return new Ran(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"table", "wide", "ndjson", "csv", "name", "json", "yaml"})
    void a_reader_that_has_seen_enough_ends_a_long_list_quietly(String format) throws Exception {
        fill(CLAIMS);
        Ran ran = sh("{ claimctl claims list -o " + format + "; echo $? >&2; } | head -1");
        assertThat(ran.out().lines()).hasSize(1);
        assertThat(ran.err()).isEqualTo("141\n");
        assertThat(server.received())
                .as("a pipe holds a few pages of 1,000, and the reader takes no more")
                .hasSizeLessThan(CLAIMS / 1_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                "UTC",
                "Nowhere/None",
                "Europe/Berlin",
                "EST5EDT,M3.2.0,M11.1.0",
                "<+0330>-3:30",
                "../../etc/passwd",
                "GMT+99:99",
                "é"
            })
    void an_odd_time_zone_keeps_nobody_from_looking(String zone) throws Exception {
        fill(1);
        environment.put("TZ", zone);
        for (String options : List.of("", " --absolute", " --utc")) {
            Ran ran = sh("claimctl inspect commande-é-0" + options);
            assertThat(ran.code()).as("%s", ran).isZero();
            assertThat(ran.out()).contains("until ");
            assertThat(ran.err()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "POSIX", "C.UTF-8", "de_DE.ISO-8859-1", "no_such_locale", ""})
    void an_id_with_an_accent_is_found_and_written_exactly_in_every_locale(String locale) throws Exception {
        fill(1);
        environment.put("LC_ALL", locale);
        Ran named = sh("claimctl claims list -0 | xargs -0 claimctl inspect -o name");
        assertThat(named).isEqualTo(new Ran(0, "commande-é-0\n", ""));
        assertThat(sh("claimctl claims list --columns id --no-headers").out()).isEqualTo("commande-é-0\n");
    }

    @Test
    void without_any_stream_it_still_ends_as_it_should() throws Exception {
        fill(1);
        assertThat(sh("claimctl claims count <&- >&- 2>&-").code()).isEqualTo(1);
        assertThat(sh("claimctl claims count <&- 2>&-").code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"NO_COLOR=1", "TERM=dumb", "CI=true", "X=1"})
    void what_goes_into_a_file_has_no_colours(String variable) throws Exception {
        fill(3);
        Ran ran = sh(variable + " claimctl claims list; " + variable + " claimctl claims stats; " + variable
                + " claimctl inspect commande-é-0");
        assertThat(ran.code()).isZero();
        assertThat(ran.out() + ran.err()).doesNotContain("\u001b", "\r");
    }
}
