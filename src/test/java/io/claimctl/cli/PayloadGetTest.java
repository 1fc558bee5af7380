package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The message of a claim, as it is stored. */
class PayloadGetTest {
    private final PayloadBench bench = new PayloadBench();

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        bench.close();
    }

    private RecordedRun.Setup get(String... more) {
        return bench.run(
                Stream.concat(Stream.of("payload", "get"), Stream.of(more)).toArray(String[]::new));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void every_byte_comes_as_it_is_and_nothing_beside_it() throws IOException {
        byte[] message = PayloadBench.anything();
        bench.holding("a", message);
        assertThat(bench.bytes(get("a"))).isEqualTo(message);
        assertThat(bench.bytes(get("a", "-O", "-"))).isEqualTo(message);
        Path file = folder.resolve("out");
        get("a", "-O", file.toString()).run().ends(ExitCode.DONE).showsNothing().saysNothing();
        assertThat(file).hasBinaryContent(message);
    }

    @Test
    void a_message_of_no_bytes_is_one_and_so_is_text() {
        bench.holding("empty", new byte[0]);
        bench.holding("text", (Object) "Grüße");
        assertThat(bench.bytes(get("empty"))).isEmpty();
        assertThat(bench.bytes(get("text"))).asString().isEqualTo("Grüße");
    }

    @Test
    void what_is_not_there_is_said() {
        bench.held("none");
        bench.holding("null", (Object) null);
        get("nobody").run().ends(ExitCode.NOT_FOUND).showsNothing().says("there is no claim nobody in shop._message");
        get("none").run().ends(ExitCode.NOT_FOUND).showsNothing().says("claim none holds no payload");
        get("null").run().ends(ExitCode.NOT_FOUND).showsNothing().says("the payload of claim null is null");
        Path file = folder.resolve("out");
        get("none", "-O", file.toString()).run().ends(ExitCode.NOT_FOUND);
        assertThat(file).doesNotExist();
    }

    @Test
    void a_payload_of_a_wrong_type_is_refused_and_a_defect_elsewhere_is_not() {
        bench.holding("int", (Object) 7);
        bench.holding("uuid", new Binary((byte) 4, new byte[16]));
        bench.holding("odd", "hello");
        bench.claims.updateOne(
                new Document("_id", "odd"),
                new Document("$set", new Document("expires_at", "soon").append("fence", 1)));
        get("int")
                .run()
                .ends(ExitCode.REFUSED)
                .showsNothing()
                .says("claim int is malformed: payload is a 32-bit integer, not binary", "--raw");
        get("uuid").run().ends(ExitCode.REFUSED).showsNothing().says("subtype 4");
        assertThat(bench.bytes(get("odd"))).asString().isEqualTo("hello");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "{\n\t\"a\": \"Grüße\"\n}\n", "back\\slash", " blanks ", "日本\n"})
    void plain_text_is_written_to_a_terminal_as_it_is(String text) {
        bench.holding("a", text);
        assertThat(bench.bytes(get("a").terminals("ioe"))).asString().isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b[2J",
                "bell\u0007",
                "over\rwritten",
                "nul\u0000",
                "\u202eback",
                "c1\u009b",
                "\u200b",
                "del\u007f"
            })
    void what_a_terminal_would_act_on_is_kept_from_it_and_from_nothing_else(String text) {
        bench.holding("a", text);
        int size = text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
        get("a").terminals("ioe")
                .run()
                .ends(ExitCode.REFUSED)
                .showsNothing()
                .says("the payload of claim a (" + size + " bytes) is not plain text", "-O FILE", "a pipe");
        assertThat(bench.bytes(get("a").terminals("ie"))).asString().isEqualTo(text);
        Path file = folder.resolve("out");
        get("a", "-O", file.toString()).terminals("ioe").run().ends(ExitCode.DONE);
        assertThat(file).hasContent(text);
    }

    @Test
    void bytes_that_are_no_utf8_are_kept_from_a_terminal() {
        bench.holding("latin", new byte[] {'G', 'r', (byte) 0xfc, (byte) 0xdf, 'e'});
        bench.holding("cut", new byte[] {'a', (byte) 0xc3});
        get("latin").terminals("o").run().ends(ExitCode.REFUSED).showsNothing();
        get("cut", "-O", "-").terminals("o").run().ends(ExitCode.REFUSED).showsNothing();
    }

    @Test
    void a_file_is_replaced_as_a_whole_and_is_for_its_owner_alone() throws IOException {
        bench.holding("a", "hello");
        Path file = Files.writeString(folder.resolve("out"), "something that was longer before");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        Path open = Files.createLink(folder.resolve("old"), file); // who has it open goes on reading what was there
        get("a", "--output-file", link.toString()).run().ends(ExitCode.DONE);
        assertThat(file).hasContent("hello");
        assertThat(open).hasContent("something that was longer before");
        assertThat(link).isSymbolicLink();
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(names()).containsExactlyInAnyOrder("out", "link", "old");
    }

    @Test
    void an_empty_name_is_no_file() {
        get("a", "-O", "").run().ends(ExitCode.USAGE).says("-O is empty, and names no file");
    }

    @Test
    void a_file_that_cannot_be_written_is_refused_before_anything_is_read() throws IOException {
        bench.holding("a", "hello");
        Path plain = Files.writeString(folder.resolve("plain"), "x");
        bench.server.forgetReceived();
        for (List<String> line : List.of(
                List.of(folder.resolve("none/out").toString(), "its folder does not exist"),
                List.of(folder.toString(), "it is there, and no plain file"),
                List.of(plain.resolve("out").toString(), "its folder is a file"),
                List.of("/dev/stdout", "no plain file of yours"))) {
            get("a", "-O", line.get(0))
                    .run()
                    .ends(ExitCode.USAGE)
                    .showsNothing()
                    .says("-O " + line.get(0) + " cannot be written", line.get(1));
        }
        assertThat(bench.server.received()).isEmpty();
        assertThat(names()).containsExactly("plain");
    }

    @Test
    void a_file_that_cannot_be_written_in_the_end_is_said_and_leaves_nothing_behind() throws IOException {
        bench.holding("a", "hello");
        Path file = folder.resolve("f".repeat(250)); // a name for which no longer one can stand beside it
        get("a", "-O", file.toString()).run().ends(ExitCode.UNEXPECTED).says("-O " + file + " cannot be written: ");
        assertThat(names()).isEmpty();
    }

    @Test
    void a_read_that_fails_leaves_the_file_as_it_was() throws IOException {
        bench.holding("a", "hello");
        Path file = Files.writeString(folder.resolve("out"), "before");
        bench.server.answerNext("find", BsonDocument.parse("{ok: 0.0, code: 13, errmsg: 'not authorized'}"), false);
        get("a", "-O", file.toString()).run().ends(ExitCode.DENIED);
        assertThat(file).hasContent("before");
    }

    @Test
    void a_reader_that_goes_away_ends_it_quietly_and_a_full_disk_does_not() {
        bench.holding("a", PayloadBench.anything());
        get("a").reader(failing("Broken pipe")).run().ends(ExitCode.signal(13)).saysNothing();
        get("a").reader(failing("No space left on device"))
                .run()
                .ends(ExitCode.UNEXPECTED)
                .says("standard output cannot be written: No space left on device");
    }

    private static OutputStream failing(String reason) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(reason);
            }
        };
    }

    @Test
    void it_takes_one_claim_and_changes_nothing() {
        bench.holding("a", "hello");
        Document before = bench.stored("a");
        get("").run().ends(ExitCode.USAGE).says("an empty text is no claim id");
        get("a", "b").run().ends(ExitCode.USAGE).says("one argument too many: 'b'");
        get().run().ends(ExitCode.USAGE).says("ID");
        get("a").run().ends(ExitCode.DONE).shows("hello");
        assertThat(bench.stored("a")).isEqualTo(before);
    }
}
