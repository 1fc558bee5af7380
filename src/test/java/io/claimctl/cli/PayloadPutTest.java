package io.claimctl.cli;

import static io.claimctl.cli.PayloadBench.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.claim.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Storing messages with claims, and dropping them. */
class PayloadPutTest {
    private final PayloadBench bench = new PayloadBench();

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        bench.close();
    }

    private RecordedRun.Setup put(String id, String file, String... more) {
        return bench.run(Stream.concat(Stream.of("payload", "put", id, file, "--token", TOKEN), Stream.of(more))
                .toArray(String[]::new));
    }

    private RecordedRun.Setup clear(String... more) {
        return bench.run(
                Stream.concat(Stream.of("payload", "clear"), Stream.of(more)).toArray(String[]::new));
    }

    private static String token(int n) {
        return String.format("pod-%d:%024x", n, n);
    }

    @Test
    void every_byte_of_a_file_or_of_standard_input_is_stored_and_comes_back() throws IOException {
        byte[] message = PayloadBench.anything();
        bench.held("a");
        bench.held("b");
        Path file = Files.write(folder.resolve("message"), message);
        put("a", file.toString())
                .run()
                .ends(ExitCode.DONE)
                .saysNothing()
                .shows("payload_stored", Integer.toString(message.length));
        put("b", "-").input(message).run().ends(ExitCode.DONE);
        assertThat(bench.payload("a")).isEqualTo(message);
        assertThat(bench.bytes(bench.run("payload", "get", "b"))).isEqualTo(message);
    }

    @Test
    void metadata_and_event_name_are_stored_with_it_and_stay_where_they_are_not_given() {
        Document before = bench.held("a");
        put(
                        "a",
                        "-",
                        "--metadata",
                        "region=eu",
                        "--metadata",
                        "query=a=b&c=",
                        "--metadata",
                        "none=",
                        "--event-name",
                        "e")
                .input("1")
                .run()
                .ends(ExitCode.DONE);
        Document metadata =
                new Document("region", "eu").append("query", "a=b&c=").append("none", "");
        assertThat(bench.stored("a")).containsEntry("metadata", metadata).containsEntry("event_name", "e");
        put("a", "-", "--event-name", "").input("2").run().ends(ExitCode.DONE);
        assertThat(bench.stored("a")).containsEntry("metadata", metadata).containsEntry("event_name", "e");
        put("a", "-", "--metadata", "k=v").input("3").run().ends(ExitCode.DONE);
        assertThat(bench.stored("a")).containsEntry("metadata", new Document("k", "v"));
        assertThat(bench.payload("a")).asString().isEqualTo("3");
        assertThat(bench.stored("a")).containsAllEntriesOf(before);
    }

    @ParameterizedTest
    @CsvSource({"nothing, has no =", "=value, has no key before the =", "'', has no ="})
    void metadata_without_a_key_is_refused(String pair, String why) {
        put("a", "-", "--metadata", pair)
                .input("1")
                .run()
                .ends(ExitCode.USAGE)
                .says("--metadata '" + pair + "' " + why);
        assertThat(bench.server.received()).isEmpty();
    }

    @Test
    void a_key_is_given_once() {
        put("a", "-", "--metadata", "k=1", "--metadata", "k=2")
                .input("1")
                .run()
                .ends(ExitCode.USAGE)
                .says("--metadata has the key 'k' twice");
    }

    @Test
    void an_empty_message_is_not_stored_and_what_was_stored_stays() throws IOException {
        bench.holding("a", "before");
        Document before = bench.stored("a");
        for (String file :
                new String[] {"-", Files.createFile(folder.resolve("empty")).toString()}) {
            put("a", file, "--event-name", "e", "--metadata", "k=v")
                    .run()
                    .ends(ExitCode.DONE)
                    .shows("nothing_stored")
                    .says("the message is empty, so nothing was stored");
        }
        put("a", "-", "-q", "-o", "json")
                .run()
                .ends(ExitCode.DONE)
                .saysNothing()
                .shows("nothing_stored");
        assertThat(bench.stored("a")).isEqualTo(before);
    }

    @Test
    void a_file_that_cannot_be_read_is_refused_before_anything_is_sent() {
        String none = folder.resolve("none").toString();
        put("a", none).run().ends(ExitCode.USAGE).says("there is no file " + none);
        put("a", folder.toString()).run().ends(ExitCode.USAGE).says("the file " + folder + " cannot be read: ");
        put("a", "").run().ends(ExitCode.USAGE).says("an empty text names no file");
        bench.run("payload", "put", "a", "--token", TOKEN)
                .run()
                .ends(ExitCode.USAGE)
                .says("FILE");
        assertThat(bench.server.received()).isEmpty();
    }

    @Test
    void the_longest_message_fits_and_one_byte_more_is_refused_with_its_size() throws IOException {
        bench.held("a");
        put("a", "-").input(new byte[Payload.LONGEST]).run().ends(ExitCode.DONE);
        assertThat(bench.payload("a")).hasSize(16_760_832);
        bench.server.forgetReceived();
        Path file = Files.write(folder.resolve("long"), new byte[Payload.LONGEST + 5]);
        put("a", file.toString())
                .run()
                .ends(ExitCode.REFUSED)
                .says("the message has 16760837 bytes, and at most 16760832 fit into a claim");
        put("a", "-")
                .input(new byte[Payload.LONGEST + 1])
                .run()
                .ends(ExitCode.REFUSED)
                .says("the message has more than 16760832 bytes");
        assertThat(bench.server.received()).isEmpty();
    }

    @Test
    void of_a_message_without_an_end_no_more_is_read_than_shows_that_it_is_too_long() {
        long[] read = {0};
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                read[0]++;
                return 1;
            }

            @Override
            public int read(byte[] to, int offset, int length) {
                read[0] += length;
                return length;
            }

            /** As that of a file does where it is a pipe. */
            @Override
            public byte[] readNBytes(int length) throws IOException {
                throw new IOException("Illegal seek");
            }
        };
        assertThatThrownBy(() -> new MessageFile(Path.of("-")).read(endless)).isInstanceOf(Refusal.class);
        assertThat(read[0]).isEqualTo(Payload.LONGEST + 1L);
    }

    @Test
    void a_standard_input_that_fails_is_said() {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("Bad file descriptor");
            }
        };
        assertThatThrownBy(() -> new MessageFile(Path.of("-")).read(broken))
                .isInstanceOf(Refusal.class)
                .hasMessage("standard input cannot be read: Bad file descriptor");
    }

    @Test
    void only_what_will_be_there_again_is_named_for_a_repeat() throws IOException {
        Path file = Files.createFile(folder.resolve("-x"));
        assertThat(new MessageFile(file).again()).isEqualTo(file.toString());
        for (String other : new String[] {"-", "/dev/stdin", "/proc/self/status", folder.toString()}) {
            assertThat(new MessageFile(Path.of(other)).again()).as(other).isNull();
        }
    }

    @Test
    void one_who_does_not_hold_the_claim_stores_and_clears_nothing() {
        bench.holding("a", "before");
        bench.claims.updateOne(new Document("_id", "a"), new Document("$set", new Document("worker_id", token(9))));
        bench.held("done");
        bench.claims.updateOne(new Document("_id", "done"), new Document("$set", new Document("status", "completed")));
        Document before = bench.stored("a");
        put("a", "-")
                .input("1")
                .run()
                .ends(ExitCode.LOST)
                .showsNothing()
                .says("claim a was not given a payload", token(9));
        clear("a", "--token", TOKEN)
                .run()
                .ends(ExitCode.LOST)
                .showsNothing()
                .says("claim a was not cleared of its payload", token(9));
        assertThat(bench.stored("a")).isEqualTo(before);
        put("done", "-").input("1").run().ends(ExitCode.ALREADY_COMPLETED);
        put("none", "-").input("1").run().ends(ExitCode.NOT_FOUND);
        clear("done", "--token", TOKEN).run().ends(ExitCode.ALREADY_COMPLETED);
        clear("none", "--token", TOKEN).run().ends(ExitCode.NOT_FOUND);
        assertThat(bench.stored("none")).isNull();
    }

    @Test
    void the_token_may_come_from_the_environment_and_must_be_given() {
        bench.held("a");
        bench.run("payload", "put", "a", "-")
                .input("1")
                .run()
                .ends(ExitCode.USAGE)
                .says("no token is given");
        bench.run("payload", "clear", "a").run().ends(ExitCode.USAGE).says("no token is given");
        bench.run("payload", "put", "a", "-")
                .with("CLAIMCTL_TOKEN", TOKEN)
                .input("1")
                .run()
                .ends(ExitCode.DONE);
        assertThat(bench.payload("a")).asString().isEqualTo("1");
        bench.run("payload", "put", "", "-", "--token", TOKEN)
                .run()
                .ends(ExitCode.USAGE)
                .says("an empty text is no claim id");
    }

    @Test
    void several_claims_are_cleared_each_by_its_own_token_and_keep_the_rest() {
        bench.holding("a", "1");
        bench.holding("b", "2");
        bench.claims.updateOne(
                new Document("_id", "b"),
                new Document("$set", new Document("worker_id", token(2)).append("metadata", new Document("k", "v"))));
        clear("a", "b", "--token", TOKEN, "--token", token(2), "-o", "name")
                .run()
                .ends(ExitCode.DONE)
                .shows("a\nb\n");
        assertThat(bench.stored("a")).doesNotContainKey("payload").containsEntry("status", "processing");
        assertThat(bench.stored("b")).doesNotContainKey("payload").containsEntry("metadata", new Document("k", "v"));
        clear("a", "c", "--token", TOKEN, "--token", TOKEN).run().ends(ExitCode.PARTIAL);
    }

    @Test
    void lists_show_how_large_messages_are_and_can_be_narrowed_to_those_that_hold_one() {
        bench.held("none");
        bench.holding("a", new byte[20_000]);
        bench.claims.updateMany(
                new Document(),
                new Document("$set", new Document("updated_at", java.util.Date.from(java.time.Instant.EPOCH))));
        for (String family : new String[] {"claims", "stale"}) {
            bench.run(family, "list").run().ends(ExitCode.DONE).shows("PAYLOAD", "19KiB");
            bench.run(family, "list", "-o", "ndjson").run().ends(ExitCode.DONE).shows("\"payload_bytes\":20000");
            bench.run(family, "list", "-o", "csv").run().ends(ExitCode.DONE).shows("payload_bytes", ",20000,");
        }
        bench.run("claims", "list", "--payload", "with", "-o", "name")
                .run()
                .ends(ExitCode.DONE)
                .shows("a\n")
                .neverPrints("none");
        bench.run("claims", "list", "--payload", "without", "-o", "name")
                .run()
                .ends(ExitCode.DONE)
                .shows("none\n")
                .neverPrints("a\n");
        bench.run("claims", "count", "--payload", "with", "-o", "json")
                .run()
                .ends(ExitCode.DONE)
                .shows("\"total\": 1");
        bench.run("claims", "list", "--payload", "some")
                .run()
                .ends(ExitCode.USAGE)
                .says("with, without");
    }
}
