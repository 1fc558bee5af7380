package io.claimctl.sweep;

import static io.claimctl.sweep.AuditSamples.NOW;
import static io.claimctl.sweep.AuditSamples.claim;
import static io.claimctl.sweep.AuditSamples.document;
import static io.claimctl.sweep.AuditSamples.large;
import static io.claimctl.sweep.AuditSamples.lines;
import static io.claimctl.sweep.AuditSamples.recorded;
import static io.claimctl.sweep.AuditSamples.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.claim.Claim;
import io.claimctl.claim.Sleeper;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.SweptClaim.Result;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What stands in an audit file, and what becomes of a batch that cannot be written. */
class AuditFileTest {
    private static final String BY = "sweep-1:1";

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("audit.ndjson");
    }

    private AuditFile audit() throws IOException {
        return AuditFile.at(file, "shop.claims", null);
    }

    private static SweptClaim swept(Claim claim, Result result) {
        return new SweptClaim(claim, result, null);
    }

    @Test
    void each_claim_has_a_line_with_its_document_before_and_one_with_the_result_after() throws IOException {
        try (AuditFile audit = AuditFile.at(file, "shop.claims", "node \"7\"\nis gone\u2028")) {
            Claim claim = claim(document("a\n\u2028\u00e9"));
            audit.before(BY, NOW, List.of(claim));
            audit.after(NOW.plusMillis(5), List.of(new SweptClaim(claim, Result.WOULD_RESET, "why\u0007")));
        }
        assertThat(text(file)).isEqualTo("""
                {"record":"before","sweep_id":"sweep-1","reset_by":"sweep-1:1","at":"2026-01-02T03:04:05.670Z",\
                "namespace":"shop.claims","id":"a\\n\\u2028\\u00E9","reason":"node \\"7\\"\\nis gone\\u2028",\
                "document":{"_id": "a\\n\\u2028é", "status": "processing",\
                 "worker_id": "pod-7:0123456789abcdef01234567",\
                 "expires_at": {"$date": {"$numberLong": "1767323045669"}},\
                 "updated_at": {"$date": {"$numberLong": "1767319445670"}}}}
                {"record":"after","sweep_id":"sweep-1","reset_by":"sweep-1:1","at":"2026-01-02T03:04:05.675Z",\
                "namespace":"shop.claims","id":"a\\n\\u2028\\u00E9","result":"would-reset","detail":"why\\u0007"}
                """);
    }

    @Test
    void a_document_can_be_read_back_exactly() throws IOException {
        StringBuilder every = new StringBuilder();
        IntStream.rangeClosed(0, 0xffff)
                .filter(c -> !Character.isSurrogate((char) c))
                .forEach(every::appendCodePoint);
        byte[] bytes = new byte[256];
        IntStream.range(0, bytes.length).forEach(i -> bytes[i] = (byte) i);
        BsonDocument document = document(every + "\uD83D\uDCE6")
                .append("payload", new BsonBinary(bytes))
                .append("fence", new BsonInt64((1L << 53) - 1))
                .append("created_at", new BsonDateTime(-1))
                .append("kept_at", new BsonDateTime(253_402_300_800_000L))
                .append("metadata", new BsonDocument("k\u2028\"", new BsonString("\r\n\u0085")))
                .append("event_name", BsonNull.VALUE)
                .append(
                        "foreign",
                        BsonDocument.parse("{a: [1, 2.5, {$numberDecimal: '1.10'}, {$oid: '"
                                + "0123456789abcdef01234567'}, {$regularExpression: {pattern: 'x', options: 'i'}}]}"));
        try (AuditFile audit = audit()) {
            audit.before(BY, NOW, List.of(claim(document)));
        }
        assertThat(text(file))
                .doesNotContain("\u2028", "\u2029", "\u0085", "\r")
                .endsWith("}}\n");
        JsonNode line = lines(file).get(0);
        assertThat(line.get("id").asString()).isEqualTo(every + "\uD83D\uDCE6");
        String written = text(file);
        String json = written.substring(written.indexOf("\"document\":") + 11, written.length() - 2);
        assertThat(BsonDocument.parse(json)).isEqualTo(document);
    }

    @Test
    void what_the_sweep_left_alone_is_not_recorded_and_no_claim_is_recorded_twice() throws IOException {
        Claim a = claim("a");
        Claim b = claim("b");
        try (AuditFile audit = audit()) {
            audit.after(NOW, List.of(swept(a, Result.SKIPPED)));
            audit.before(BY, NOW, List.of(a));
            audit.after(NOW, List.of(swept(b, Result.SKIPPED), swept(a, Result.UNCLEAR)));
            audit.after(NOW, List.of(swept(a, Result.RESET)));
        }
        assertThat(recorded(file)).containsExactly("before a", "after a unclear");
    }

    @Test
    void batches_may_be_open_at_once_and_each_claim_ends_under_its_own() throws IOException {
        Claim a = claim("a");
        Claim later = claim(document("a").append("expires_at", new BsonDateTime(7)));
        try (AuditFile audit = audit()) {
            audit.before("s:1", NOW, List.of(a, claim("b")));
            audit.before("s:2", NOW, List.of(later, claim("c")));
            audit.before("s:3", NOW, List.of(a));
            audit.after(NOW, List.of(swept(later, Result.RESET), swept(claim("c"), Result.GONE)));
            audit.after(NOW, List.of(swept(a, Result.CHANGED), swept(a, Result.ERROR), swept(a, Result.RESET)));
            audit.after(NOW, List.of(swept(claim("b"), Result.RESET)));
        }
        assertThat(lines(file).stream()
                        .filter(line -> line.get("record").asString().equals("after"))
                        .map(line -> line.get("reset_by").asString() + " "
                                + line.get("id").asString() + " "
                                + line.get("result").asString()))
                .containsExactly("s:2 a reset", "s:2 c gone", "s:1 a changed", "s:3 a error", "s:1 b reset");
    }

    @Test
    void what_cannot_be_written_is_refused_at_once_with_the_reason() throws IOException {
        Files.createDirectory(folder.resolve("d"));
        Files.createFile(folder.resolve("f"));
        assertThatThrownBy(() -> AuditFile.at(folder.resolve("no/audit"), "n", null))
                .isInstanceOf(IOException.class)
                .hasMessage("the audit file " + folder.resolve("no/audit")
                        + " cannot be written: its folder does not exist");
        assertThatThrownBy(() -> AuditFile.at(folder.resolve("d"), "n", null)).hasMessageEndingWith(": it is a folder");
        assertThatThrownBy(() -> AuditFile.at(folder.resolve("f/audit"), "n", null))
                .hasMessageContaining(": its folder is a file");
    }

    @Test
    void the_mode_of_a_file_that_is_there_stays() throws IOException {
        Files.createFile(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        try (AuditFile audit = audit()) {
            audit.before(BY, NOW, List.of(claim("a")));
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void links_are_followed_also_to_what_is_not_there_yet() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        try (AuditFile audit = AuditFile.at(link, "n", null)) {
            audit.before(BY, NOW, List.of(claim("a")));
        }
        assertThat(recorded(file)).containsExactly("before a");
        assertThat(link).isSymbolicLink();
    }

    @Test
    void after_a_rotation_lines_go_to_the_file_that_has_the_name() throws IOException {
        Path old = folder.resolve("audit.1");
        Path copy = folder.resolve("audit.2");
        try (AuditFile audit = audit()) {
            audit.before("s:1", NOW, List.of(claim("a")));
            Files.move(file, old);
            audit.before("s:2", NOW, List.of(claim("b")));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            Files.copy(file, copy);
            Files.write(file, new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
            audit.after(NOW, List.of(swept(claim("a"), Result.RESET)));
        }
        assertThat(recorded(old)).containsExactly("before a");
        assertThat(recorded(copy)).containsExactly("before b");
        assertThat(recorded(file)).containsExactly("after a reset");
    }

    @Test
    void a_line_that_a_killed_process_left_torn_spoils_no_other() throws IOException {
        Files.writeString(file, "{\"record\":\"before\"}\n{\"record\":\"bef");
        try (AuditFile audit = audit()) {
            assertThat(text(file)).as("nothing was written yet").endsWith("bef");
            audit.before(BY, NOW, List.of(claim("a")));
            audit.before(BY, NOW, List.of(claim("b")));
        }
        assertThat(text(file).lines()).hasSize(4).satisfies(l -> {
            assertThat(l.get(1)).isEqualTo("{\"record\":\"bef");
            assertThat(l.get(2)).startsWith("{\"record\":\"before\",").endsWith("}}");
        });
    }

    @Test
    void a_batch_that_fails_is_taken_back_whole_and_a_torn_line_before_it_stays() throws IOException {
        Files.writeString(file, "torn");
        SharedFile shared = new SharedFile(file, Sleeper.THREAD);
        assertThatThrownBy(() -> shared.append(out -> {
                    out.write("x".repeat(1 << 20) + "\n");
                    throw new IOException("the disk is gone");
                }))
                .hasMessage("the disk is gone");
        assertThat(text(file)).isEqualTo("torn");
        shared.append(out -> out.write("next\n"));
        assertThat(text(file)).isEqualTo("torn\nnext\n");
    }

    @Test
    void what_others_wrote_behind_a_batch_that_fails_is_never_taken_back() throws IOException {
        SharedFile shared = new SharedFile(file, Sleeper.THREAD);
        assertThatThrownBy(() -> shared.append(out -> {
            out.write("x".repeat(1 << 20));
            Files.writeString(file, "others", StandardOpenOption.APPEND);
            throw new IOException("the disk is gone");
        }));
        assertThat(text(file)).endsWith("xothers");
        assertThatThrownBy(() -> shared.append(out -> {
            out.write("x".repeat(1 << 20));
            Files.writeString(file, "", StandardOpenOption.TRUNCATE_EXISTING);
            throw new IOException("the disk is gone");
        }));
        assertThat(file).as("not made longer by cutting").isEmptyFile();
    }

    @Test
    void a_result_that_could_not_be_written_can_be_written_later() throws IOException {
        Claim claim = claim("a");
        try (AuditFile audit = audit()) {
            audit.before(BY, NOW, List.of(claim));
            Files.delete(file);
            Files.createDirectory(file);
            assertThatThrownBy(() -> audit.after(NOW, List.of(swept(claim, Result.RESET))))
                    .hasMessageContaining("it is a folder");
            Files.delete(file);
            audit.after(NOW, List.of(swept(claim, Result.RESET)));
        }
        assertThat(recorded(file)).containsExactly("after a reset");
    }

    @Test
    void a_claim_whose_line_before_failed_gets_none_after() throws IOException {
        Claim claim = claim("a");
        try (AuditFile audit = audit()) {
            Files.delete(file);
            Files.createDirectory(file);
            assertThatThrownBy(() -> audit.before(BY, NOW, List.of(claim))).isInstanceOf(IOException.class);
            Files.delete(file);
            audit.after(NOW, List.of(swept(claim, Result.SKIPPED)));
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void a_lock_that_another_keeps_is_waited_for_and_not_for_ever() throws IOException {
        List<Long> pauses = new ArrayList<>();
        try (AuditFile audit = AuditFile.at(file, "n", null, time -> pauses.add(time.toMillis()));
                FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock held = other.lock()) {
            assertThat(held.isValid()).isTrue();
            assertThatThrownBy(() -> audit.before(BY, NOW, List.of(claim("a"))))
                    .hasMessageEndingWith("another process has kept it locked for 10 seconds");
        }
        assertThat(pauses.stream().mapToLong(Long::longValue).sum()).isEqualTo(10_000);
        assertThat(file).isEmptyFile();
    }

    @Test
    void a_wait_for_the_lock_ends_where_the_thread_is_told_to() throws IOException {
        try (AuditFile audit = AuditFile.at(file, "n", null, time -> false);
                FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock held = other.lock()) {
            assertThat(held.isValid()).isTrue();
            assertThatThrownBy(() -> audit.before(BY, NOW, List.of(claim("a"))))
                    .hasMessageEndingWith("was interrupted");
        }
    }

    @Test
    void a_file_that_is_renamed_while_its_lock_is_waited_for_gets_no_line_any_more() throws IOException {
        Path old = folder.resolve("audit.1");
        try (FileChannel other = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = other.lock()) {
            Sleeper rotating = time -> {
                try {
                    Files.move(file, old);
                    held.release();
                    return true;
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            };
            new SharedFile(file, rotating).append(out -> out.write("{}\n"));
        }
        assertThat(old).isEmptyFile();
        assertThat(text(file)).isEqualTo("{}\n");
    }

    @Test
    void two_sweeps_in_one_process_share_the_file() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                String sweep = "s" + t;
                all.add(threads.submit(() -> {
                    try (AuditFile audit = audit()) {
                        AuditMain.write(audit, sweep, 20, 10);
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(recorded(file)).hasSize(4 * 20 * 10 * 2).doesNotHaveDuplicates();
    }

    @Test
    void batches_larger_than_any_buffer_are_written_whole() throws IOException {
        List<Claim> claims =
                IntStream.range(0, 20).mapToObj(i -> large("c" + i, 100_000)).toList();
        try (AuditFile audit = audit()) {
            audit.before(BY, NOW, claims);
        }
        assertThat(lines(file)).hasSize(20);
        assertThat(Files.size(file)).isGreaterThan(2_600_000);
    }
}
