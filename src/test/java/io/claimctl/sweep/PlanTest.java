package io.claimctl.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.claimctl.claim.PlannedClaim;
import io.claimctl.sweep.Plan.Expected;
import io.claimctl.sweep.PlanException.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a plan takes for rows, what it refuses before anything is changed, and what it gives back. */
class PlanTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final Expected EXPECTED = new Expected("shop.claims", NOW, Duration.ofHours(1));
    private static final String PRINT = "c1.0123456789abcdefABC-_z";

    @TempDir
    Path folder;

    @AfterEach
    void nothing_is_left_in_the_folder() throws IOException {
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    private Plan read(String rows) throws PlanException {
        return Plan.read(new ByteArrayInputStream(rows.getBytes(StandardCharsets.UTF_8)), EXPECTED, folder);
    }

    private PlanException refusal(String rows) {
        return catchThrowableOfType(PlanException.class, () -> read(rows));
    }

    private static ObjectNode node(String id) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("id", id)
                .put("fingerprint", PRINT)
                .put("namespace", "shop.claims")
                .put("server_time", NOW.toString());
    }

    private static String row(String id) {
        return node(id) + "\n";
    }

    private static List<String> ids(Plan plan) {
        List<String> ids = new ArrayList<>();
        plan.forEach(claim -> ids.add(claim.id()));
        return ids;
    }

    @Test
    void rows_are_kept_in_their_order_and_can_be_walked_several_times_at_once() throws PlanException {
        try (Plan plan = read(row("a") + row("b") + row("a"))) {
            assertThat(plan.size()).isEqualTo(3);
            Iterator<PlannedClaim> first = plan.iterator();
            assertThat(first.next()).isEqualTo(new PlannedClaim("a", PRINT));
            assertThat(ids(plan)).containsExactly("a", "b", "a");
            assertThat(first.next().id()).isEqualTo("b");
            assertThat(first.next().id()).isEqualTo("a");
            assertThat(first.hasNext()).isFalse();
            assertThatThrownBy(first::next).isInstanceOf(NoSuchElementException.class);
        }
    }

    @Test
    void any_white_space_may_stand_between_rows_and_within_them_and_other_members_are_passed_over()
            throws PlanException {
        ObjectNode more = node("b").put("age_ms", 5);
        more.putObject("metadata").put("id", "x").put("fingerprint", 1).putArray("namespace");
        more.putArray("tags").addObject().put("malformed", true);
        String pretty = more.toPrettyString().replace("\n", "\r\n\t");
        try (Plan plan = read("\n " + pretty + node("c") + node("d") + "\n\n" + row("a"))) {
            assertThat(ids(plan)).containsExactly("b", "c", "d", "a");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", " \r\n\t "})
    void no_rows_are_a_plan_without_claims(String nothing) throws PlanException {
        try (Plan plan = read(nothing)) {
            assertThat(plan.size()).isZero();
            assertThat(plan.oldest()).isEmpty();
            assertThat(ids(plan)).isEmpty();
        }
    }

    @Test
    void every_character_that_an_id_may_have_comes_back() throws PlanException {
        StringBuilder all = new StringBuilder();
        for (int c = 0; c <= 0xffff; c++) {
            all.append((char) c);
        }
        List<String> hard = List.of(
                all.toString(),
                "x".repeat(10_000),
                "\u00ff".repeat(10_000),
                "注".repeat(10_000),
                "a\nb\r\u2028",
                "{\"_id\": 1}",
                "\uD83D\uDCE6",
                "\uDCE6\uD83D");
        StringBuilder rows = new StringBuilder();
        hard.forEach(id -> rows.append(escaped(id)));
        try (Plan plan = read(rows.toString())) {
            assertThat(ids(plan)).isEqualTo(hard);
        }
    }

    /** Half characters survive in JSON alone, not in UTF-8. */
    private static String escaped(String id) {
        StringBuilder text = new StringBuilder();
        for (char c : id.toCharArray()) {
            text.append(String.format("\\u%04x", (int) c));
        }
        return row("ID").replace("\"ID\"", "\"" + text + "\"");
    }

    @Test
    void the_oldest_time_is_that_of_the_row_listed_first() throws PlanException {
        String older = node("b").put("server_time", "2026-01-02T02:04:05.678Z").toString();
        try (Plan plan = read(row("a") + older + row("c"))) {
            assertThat(plan.oldest()).contains(NOW.minus(Duration.ofHours(1)));
        }
    }

    @Test
    void malformed_rows_are_counted_and_left_out_and_may_lack_a_fingerprint() throws PlanException {
        ObjectNode bad = node("bad");
        bad.remove("fingerprint");
        bad.putArray("malformed").addObject().put("field", "status").put("problem", "is a double, not a string");
        try (Plan plan = read(bad + row("a") + bad)) {
            assertThat(plan.skipped()).isEqualTo(2);
            assertThat(plan.size()).isEqualTo(1);
            assertThat(ids(plan)).containsExactly("a");
        }
        assertThat(refusal(bad.put("namespace", "x.y").toString()).kind()).isEqualTo(Kind.OTHER_NAMESPACE);
    }

    @Test
    void rows_of_another_collection_are_refused_with_both_names() {
        PlanException refusal = refusal(row("a") + node("b").put("namespace", "shop.other"));
        assertThat(refusal.kind()).isEqualTo(Kind.OTHER_NAMESPACE);
        assertThat(refusal)
                .hasMessage("row 2 of the plan is of shop.other, not of shop.claims; nothing was changed; "
                        + "name that collection, or list the claims again in this one");
    }

    @Test
    void rows_older_than_allowed_are_refused_and_those_exactly_as_old_are_not() throws PlanException {
        PlanException refusal =
                refusal(node("a").put("server_time", "2026-01-02T02:04:05.677Z").toString());
        assertThat(refusal.kind()).isEqualTo(Kind.TIME);
        assertThat(refusal)
                .hasMessage("row 1 of the plan was listed at 2026-01-02T02:04:05.677Z, more than 1h ago; nothing was "
                        + "changed; list the claims again, or allow that age with --from-max-age");
        read(node("a").put("server_time", "2026-01-02T02:04:05.678Z").toString())
                .close();
    }

    @Test
    void rows_from_the_servers_future_are_refused_beyond_a_minute() throws PlanException {
        read(node("a").put("server_time", "2026-01-02T03:05:05.678Z").toString())
                .close();
        PlanException refusal =
                refusal(node("a").put("server_time", "2026-01-02T03:05:05.679Z").toString());
        assertThat(refusal.kind()).isEqualTo(Kind.TIME);
        assertThat(refusal).hasMessageContainingAll("03:05:05.679Z", "has not come to: it is " + NOW);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "{\"id\":\"x\"",
                "[]",
                "\"a\"",
                "1",
                "null",
                "{}",
                "{\"claims\":[]}",
                "{\"a\":\"\\q\"}",
                "\u0000",
                "\ufeff{}"
            })
    void what_is_no_row_is_refused_by_its_number(String bad) {
        PlanException refusal = refusal(row("a") + row("b") + bad);
        assertThat(refusal.kind()).isEqualTo(Kind.UNREADABLE);
        assertThat(refusal)
                .hasMessageMatching(
                        "(?s)row [23] of the plan is no row of a list of stale claims: .*; nothing was"
                                + " changed; print them with stale list -o ndjson, and let jq, if any, choose among whole rows");
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "fingerprint", "namespace", "server_time"})
    void a_row_without_one_of_its_members_or_with_another_type_is_refused_by_name(String name) {
        ObjectNode without = node("a");
        without.remove(name);
        assertThat(refusal(without.toString())).hasMessageContaining("it has no " + name);
        assertThat(refusal(without.put(name, 5).toString())).hasMessageContaining("its " + name + " is no text");
        assertThat(refusal(without.putNull(name).toString())).hasMessageContaining("its " + name + " is no text");
        String twice = "{\"" + name + "\":\"x\"," + node("a").toString().substring(1);
        assertThat(refusal(twice)).hasMessageContaining("it has two members " + name);
    }

    @Test
    void an_empty_id_no_time_and_no_fingerprint_are_refused() {
        assertThat(refusal(row(""))).hasMessageContaining("the id is empty");
        assertThat(refusal(node("a").put("server_time", "yesterday").toString()))
                .hasMessageContaining("its server_time is no time: 'yesterday'");
        String long1 = "c1." + "x".repeat(5_000);
        assertThat(refusal(node("a").put("fingerprint", long1).toString()))
                .hasMessageContaining("its fingerprint is none: 'c1." + "x".repeat(77) + "…'");
    }

    @Test
    void text_that_is_not_utf_8_is_refused_and_never_guessed() {
        byte[] latin = row("\u00e9").getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> Plan.read(new ByteArrayInputStream(latin), EXPECTED, folder))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("row 1 of the plan")
                .hasMessageContaining("text in it that is not UTF-8");
    }

    @Test
    void a_source_that_fails_is_no_plan() {
        InputStream failing = new InputStream() {
            private final InputStream first = new ByteArrayInputStream(row("a").getBytes(StandardCharsets.UTF_8));

            @Override
            public int read() throws IOException {
                int b = first.read();
                if (b < 0) {
                    throw new IOException("the disk is gone");
                }
                return b;
            }
        };
        assertThatThrownBy(() -> Plan.read(failing, EXPECTED, folder))
                .isInstanceOfSatisfying(PlanException.class, e -> {
                    assertThat(e.kind()).isEqualTo(Kind.UNREADABLE);
                    assertThat(e).hasMessageContaining("the disk is gone");
                });
    }

    @Test
    void a_folder_that_is_not_there_is_said() {
        Path none = folder.resolve("none");
        assertThatThrownBy(() -> Plan.read(InputStream.nullInputStream(), EXPECTED, none))
                .isInstanceOfSatisfying(PlanException.class, e -> {
                    assertThat(e.kind()).isEqualTo(Kind.NOT_KEPT);
                    assertThat(e)
                            .hasMessageContaining("the plan cannot be kept in " + none + ": its folder does not exist");
                });
    }

    @Test
    void a_plan_is_made_of_claims_too() throws PlanException {
        Plan plan;
        try (Plan.Writer writer = Plan.writer(folder)) {
            writer.add("a", PRINT);
            assertThatThrownBy(() -> writer.add("", PRINT)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> writer.add("b", "c1.x")).isInstanceOf(IllegalArgumentException.class);
            writer.add("b\n", PRINT);
            plan = writer.finish();
        }
        try (plan) {
            assertThat(ids(plan)).containsExactly("a", "b\n");
            assertThat(plan.oldest()).isEmpty();
            assertThat(plan.skipped()).isZero();
        }
    }

    @Test
    void a_plan_of_many_rows_is_not_held_in_memory() throws PlanException {
        long rows = 20_000;
        InputStream endless = new InputStream() {
            private long number;
            private byte[] row = new byte[0];
            private int at;

            @Override
            public int read() {
                throw new AssertionError("many at a time");
            }

            @Override
            public int read(byte[] to, int offset, int length) {
                if (at == row.length) {
                    if (number == rows) {
                        return -1;
                    }
                    String name = "n".repeat(2_000) + number++;
                    row = node("order-" + number).put(name, name).toString().getBytes(StandardCharsets.UTF_8);
                    at = 0;
                }
                int some = Math.min(length, row.length - at);
                System.arraycopy(row, at, to, offset, some);
                at += some;
                return some;
            }
        };
        long before = used();
        try (Plan plan = Plan.read(endless, EXPECTED, folder)) {
            assertThat(plan.size()).isEqualTo(rows);
            assertThat(used() - before).isLessThan(8L << 20);
            long walked = 0;
            for (PlannedClaim claim : plan) {
                assertThat(claim.id()).isEqualTo("order-" + ++walked);
            }
            assertThat(walked).isEqualTo(rows);
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
