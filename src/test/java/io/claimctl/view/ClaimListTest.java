package io.claimctl.view;

import static io.claimctl.view.Samples.NOW;
import static io.claimctl.view.Samples.PIPE;
import static io.claimctl.view.Samples.ZONE;
import static io.claimctl.view.Samples.draw;
import static io.claimctl.view.Samples.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.ClaimRow;
import io.claimctl.testing.Golden;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimListTest {

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void a_list_is_written_to_a_pipe_as_it_always_was(Format format) {
        Golden.check("view/claims." + format, written(format, PIPE, v -> draw(v.claims(), Samples.all(), "bmV4dA==")));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void stale_claims_are_written_to_a_pipe_as_they_always_were(Format format) {
        List<ClaimRow> stale = List.of(Samples.expired(), Samples.withPayload(), Samples.wrongDate());
        Golden.check("view/stale." + format, written(format, PIPE, v -> draw(v.stale("shop.claims"), stale, null)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 80, 120, 200})
    void a_list_fits_the_terminal(int width) {
        String table =
                written(Format.TABLE, Screen.terminal(width, false, ZONE), v -> draw(v.claims(), Samples.all(), null));
        Golden.check("view/claims.terminal." + width, table);
        if (width > 0) {
            assertThat(table.lines()).allMatch(line -> TextWidth.of(line) <= width);
        }
    }

    @Test
    void colours_follow_the_state() {
        Golden.check(
                "view/claims.colour",
                written(Format.TABLE, Screen.terminal(120, true, ZONE), v -> draw(v.claims(), Samples.all(), null)));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT", "TABLE", "WIDE"})
    void machine_formats_are_never_coloured(Format format) {
        String coloured = written(format, Screen.terminal(80, true, ZONE), v -> draw(v.claims(), Samples.all(), null));
        String plain = written(format, Screen.terminal(80, false, ZONE), v -> draw(v.claims(), Samples.all(), null));
        assertThat(coloured).isEqualTo(plain).doesNotContain("\u001b");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void an_empty_list_is_written_as_it_always_was(Format format) {
        Golden.check("view/empty." + format, written(format, PIPE, v -> draw(v.claims(), List.of(), null)));
    }

    @Test
    void a_table_has_one_line_for_each_row_whatever_the_rows_hold() {
        String table = written(Format.WIDE, PIPE, v -> draw(v.stale("shop.claims"), Samples.all(), null));
        assertThat(table.lines()).hasSize(Samples.all().size() + 1);
    }

    @Test
    void ids_are_whole_in_a_pipe_and_in_wide() {
        for (Format format : List.of(Format.TABLE, Format.WIDE)) {
            assertThat(written(format, PIPE, v -> draw(v.claims(), Samples.all(), null)))
                    .contains("\n" + Samples.LONG + " ");
        }
        assertThat(written(Format.WIDE, Screen.terminal(80, false, ZONE), v -> draw(v.claims(), Samples.all(), null)))
                .contains("\n" + Samples.LONG + " ");
    }

    @Test
    void one_long_id_does_not_widen_the_other_rows() {
        String table = written(Format.TABLE, PIPE, v -> draw(v.claims(), Samples.all(), null));
        assertThat(table.lines().filter(line -> line.startsWith("order-1 "))).allMatch(line -> line.length() < 300);
    }

    @Test
    void a_name_is_exact_in_a_pipe_and_safe_on_a_terminal() {
        List<ClaimRow> rows = List.of(Samples.claim("a\u202eb\\c", -5, 5, c -> {}));
        assertThat(written(Format.NAME, PIPE, v -> draw(v.claims(), rows, null)))
                .isEqualTo("a\u202eb\\c\n");
        assertThat(written(Format.NAME, Screen.terminal(80, false, ZONE), v -> draw(v.claims(), rows, null)))
                .isEqualTo("a\\u202eb\\\\c\n");
    }

    @Test
    void the_sink_counts_its_rows() {
        written(Format.TABLE, PIPE, v -> {
            ClaimSink sink = v.claims();
            sink.begin(NOW);
            Samples.all().forEach(sink::row);
            assertThat(sink.end(null)).isEqualTo(Samples.all().size());
        });
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void rows_are_written_as_they_come_and_never_held(Format format) {
        CountingWriter out = new CountingWriter();
        ClaimSink sink = new View(format, PIPE, CommandLines.plain(), out).claims();
        sink.begin(NOW);
        long before = 0;
        for (int i = 0; i < 1_000; i++) {
            sink.row(Samples.live());
            if (i == 500) {
                before = out.written;
            }
        }
        assertThat(before).as("after half of the rows").isPositive();
        long unseen = out.written;
        sink.end(null);
        assertThat(out.written - unseen).as("held back to the end").isLessThan(out.written / 10);
    }

    @ParameterizedTest
    @EnumSource(names = {"JSON", "YAML"})
    void a_list_that_breaks_off_does_not_look_whole(Format format) {
        StringWriter out = new StringWriter();
        ClaimSink sink = new View(format, PIPE, CommandLines.plain(), out).claims();
        sink.begin(NOW);
        for (int i = 0; i < 1_000; i++) {
            sink.row(Samples.live());
        }
        assertThat(out.toString()).doesNotContain("server_time");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void a_stream_that_fails_ends_the_list_with_its_own_failure(Format format) {
        ClaimSink sink = new View(format, PIPE, CommandLines.plain(), new BrokenWriter()).claims();
        Assertions.assertThatThrownBy(() -> draw(sink, Samples.all(), null))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the pipe is closed");
    }

    private static final class CountingWriter extends Writer {
        private long written;

        @Override
        public void write(char[] chars, int offset, int length) {
            written += length;
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            throw new AssertionError("a view closes nothing");
        }
    }

    private static final class BrokenWriter extends Writer {
        @Override
        public void write(char[] chars, int offset, int length) throws IOException {
            throw new IOException("the pipe is closed");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
