package io.claimctl.view;

import static io.claimctl.view.Samples.PIPE;
import static io.claimctl.view.Samples.ZONE;
import static io.claimctl.view.Samples.draw;
import static io.claimctl.view.Samples.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.ClaimRow;
import io.claimctl.testing.Rfc4180;
import java.io.FilterReader;
import java.io.IOException;
import java.io.PushbackReader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Ten thousand texts that nobody should have chosen, as ids, workers, events, reasons and metadata, in every format. */
class TextsFromHellTest {
    private static final int BATCHES = 40;
    private static final int IN_BATCH = 250;
    private static final JsonMapper JSON = new JsonMapper();
    private static final YAMLMapper YAML = new YAMLMapper();
    /** Pieces that have broken somebody's parser, terminal or shell. */
    private static final List<String> PIECES = List.of(
            "\u001b[31m",
            "\u001b]0;x\u0007",
            "\u009b2J",
            "\r",
            "\n",
            "\r\n",
            "\t",
            "\u0000",
            "\u0008",
            "\u007f",
            "\u0085",
            "\u2028",
            "\u2029",
            "\u202e",
            "\u2066",
            "\u200b",
            "\u200d",
            "\ufeff",
            "\u00ad",
            "\u00a0",
            "\u3000",
            "\ufffd",
            "\ud83d\udce6",
            "\ud83d\udc68\u200d\ud83d\udc69",
            "e\u0301",
            "\u0301\u0301\u0301\u0301\u0301",
            "注文",
            "ﷺ",
            "\"",
            "'",
            "\\",
            "\\n",
            "\\u0041",
            "`id`",
            "$(id)",
            "${x}",
            "%s%n",
            ",",
            ";",
            ":",
            "|",
            "#",
            "- ",
            "? ",
            "!!",
            "&a",
            "*a",
            "{",
            "}",
            "[",
            "]",
            "<",
            ">",
            " ",
            "  ",
            "~",
            "null",
            "true",
            "yes",
            "no",
            "on",
            "1e3",
            "0x1F",
            "1_000",
            "12:30:45",
            ".inf",
            "=cmd|' /C calc'!A0",
            "@SUM(1)",
            "--",
            "-rf",
            "...",
            "---",
            "\udbff\udfff",
            "\ue000");

    static IntStream batches() {
        return IntStream.range(0, BATCHES);
    }

    private static List<String> texts(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> texts = new ArrayList<>();
        while (texts.size() < IN_BATCH) {
            texts.add(text(random));
        }
        return texts;
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int pieces = random.nextInt(100) == 0 ? 400 : random.nextInt(1, 9);
        for (int i = 0; i < pieces; i++) {
            switch (random.nextInt(4)) {
                case 0 -> text.append(PIECES.get(random.nextInt(PIECES.size())));
                case 1 -> text.append((char) random.nextInt(0x20, 0x7f));
                case 2 -> text.append((char) random.nextInt(0x100));
                default -> text.appendCodePoint(anyPoint(random));
            }
        }
        return text.toString();
    }

    private static int anyPoint(SplittableRandom random) {
        int point = random.nextInt(0x110000);
        return point >= 0xd800 && point < 0xe000 ? anyPoint(random) : point;
    }

    private static List<ClaimRow> rows(List<String> texts) {
        return texts.stream()
                .map(text -> Samples.claim(
                        text,
                        -5,
                        5,
                        c -> c.append("worker_id", new BsonString(text))
                                .append("event_name", new BsonString(text))
                                .append("reset_by", new BsonString(text))
                                .append("reset_reason", new BsonString(text))
                                .append("metadata", new BsonDocument(text.replace("\0", ""), new BsonString(text)))))
                .toList();
    }

    private static String in(Format format, List<ClaimRow> rows) {
        return in(format, rows, PIPE);
    }

    private static String in(Format format, List<ClaimRow> rows, Screen screen) {
        return written(format, screen, v -> draw(v.claims(), rows, null));
    }

    @ParameterizedTest
    @MethodSource("batches")
    void every_text_comes_back_exactly_from_the_formats_of_programs(int seed) {
        List<String> texts = texts(seed);
        List<ClaimRow> rows = rows(texts);
        List<JsonNode> claims = claims(JSON.readTree(in(Format.JSON, rows)));
        for (String field : List.of("id", "worker_id", "event_name", "reset_by", "reset_reason")) {
            assertThat(claims).extracting(claim -> claim.get(field).asString()).isEqualTo(texts);
        }
        assertThat(claims)
                .extracting(
                        claim -> claim.get("metadata").properties().iterator().next())
                .extracting(metadata -> metadata.getValue().asString())
                .isEqualTo(texts);
        assertThat(in(Format.NDJSON, rows).lines().map(JSON::readTree)).isEqualTo(claims);
        assertThat(claims(YAML.readTree(new WholeCharacters(in(Format.YAML, rows)))))
                .hasToString(claims.toString());
        List<List<String>> records = Rfc4180.parse(in(Format.CSV, rows));
        int worker = records.get(0).indexOf("worker_id");
        assertThat(records.subList(1, records.size()))
                .allMatch(record -> record.size() == records.get(0).size());
        assertThat(records.subList(1, records.size()))
                .extracting(record -> record.get(0))
                .isEqualTo(texts);
        assertThat(records.subList(1, records.size()))
                .extracting(record -> record.get(worker))
                .isEqualTo(texts);
    }

    @ParameterizedTest
    @MethodSource("batches")
    void every_text_that_xargs_can_take_comes_back_exactly_from_names_with_nuls(int seed) {
        List<String> texts = texts(seed);
        Layout nulls = new Layout(List.of(), true, true);
        long[] leftOut = {0};
        String names = Samples.written(Format.NAME, nulls, PIPE, v -> {
            draw(v.claims(), rows(texts), null);
            leftOut[0] = v.leftOut();
        });
        List<String> writable =
                texts.stream().filter(text -> text.indexOf('\0') < 0).toList();
        assertThat(names).endsWith("\0");
        assertThat(Arrays.asList(names.split("\0"))).isEqualTo(writable);
        assertThat(leftOut[0]).isEqualTo(texts.size() - writable.size());
    }

    @ParameterizedTest
    @MethodSource("batches")
    void every_text_leaves_tables_tables_and_terminals_unharmed(int seed) {
        List<ClaimRow> rows = rows(texts(seed));
        int width = List.of(20, 80, 132).get(seed % 3);
        Screen utf8 = Screen.terminal(width, false, ZONE);
        Screen screen = seed % 2 == 0 ? utf8 : utf8.inAscii();

        String table = in(Format.TABLE, rows, screen);
        assertThat(table.lines()).hasSize(rows.size() + 1);
        assertThat(table.lines()).allMatch(line -> TextWidth.of(line) <= width);
        for (Format format : Format.general()) {
            assertSafe(in(format, rows, screen), screen, format);
        }
        assertSafe(written(Format.TABLE, screen, v -> draw(v.inspect(), rows, null)), screen, Format.TABLE);
    }

    private static void assertSafe(String text, Screen screen, Format format) {
        assertThat(text.replace("\r\n", "").replace("\n", "").codePoints())
                .as(() -> format + " on " + screen)
                .noneMatch(point -> SafeText.unsafe(point) || (screen.ascii() && point > 0x7e));
    }

    private static List<JsonNode> claims(JsonNode document) {
        return document.get("claims").valueStream().toList();
    }

    /** Gives no half characters at the end of a chunk: the parser of this test reads behind its buffer then. */
    private static final class WholeCharacters extends FilterReader {
        WholeCharacters(String text) {
            super(new PushbackReader(new StringReader(text)));
        }

        @Override
        public int read(char[] chars, int offset, int length) throws IOException {
            int read = in.read(chars, offset, length);
            if (read > 1 && Character.isHighSurrogate(chars[offset + read - 1])) {
                ((PushbackReader) in).unread(chars[offset + read - 1]);
                return read - 1;
            }
            return read;
        }
    }
}
