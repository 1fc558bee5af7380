package io.claimctl.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.ClaimEvent.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every pair of states, and what lies between them. */
class ClaimTransitionTest {
    private static final String ALL = "created_at: {$date: {$numberLong: '1000'}}";

    /** One claim in one state after another; later ones have later times where a transition sets them. */
    private static final Map<String, String> STATES = Map.ofEntries(
            Map.entry("held", held("w1", 2_000, 9_000)),
            Map.entry("held, renewed", held("w1", 3_000, 10_000)),
            Map.entry("held, shorter", held("w1", 2_000, 8_000)),
            Map.entry("held, with a payload", held("w1", 2_000, 9_000) + payload("aGVsbG8=")),
            Map.entry("held, with another payload", held("w1", 2_000, 9_000) + payload("d29ybGQ=")),
            Map.entry("renewed, with a payload", held("w1", 3_000, 10_000) + payload("aGVsbG8=")),
            Map.entry("kept", held("w1", 4_000, 9_000) + payload("aGVsbG8=") + date("kept_at", 4_000)),
            Map.entry("taken over", held("w2", 5_000, 11_000)),
            Map.entry("of another generation", held("w2", 5_000, 11_000).replace("'1000'", "'5000'")),
            Map.entry("completed", state("completed", "w1", 6_000, 99_000)),
            Map.entry("completed, longer", state("completed", "w1", 6_000, 99_999)),
            Map.entry("completed again", state("completed", "w1", 7_000, 99_000)),
            Map.entry("completed by another", state("completed", "w2", 7_000, 99_000)),
            Map.entry("released", state("released", "w1", 6_000, 5_999) + mark("release:w1", 6_000)),
            Map.entry("reset", state("released", "w1", 6_500, 6_499) + mark("reset-1", 6_500)),
            Map.entry("released by a Go worker", state("released", "w1", 6_700, 6_699) + mark("reset-0", 1_500)),
            Map.entry("foreign", state("parked", "w1", 2_000, 9_000)),
            Map.entry("without a status", ALL));

    private static final Set<String> HELD = Set.of(
            "held",
            "held, renewed",
            "held, shorter",
            "held, with a payload",
            "held, with another payload",
            "renewed, with a payload",
            "kept");

    private static final Set<String> SECOND_TOKEN =
            Set.of("taken over", "of another generation", "completed by another");

    private static String held(String worker, long updated, long expires) {
        return state("processing", worker, updated, expires);
    }

    private static String state(String status, String worker, long updated, long expires) {
        return ALL + ", status: '" + status + "', worker_id: '" + worker + "'" + date("updated_at", updated)
                + date("expires_at", expires);
    }

    private static String date(String field, long millis) {
        return ", " + field + ": {$date: {$numberLong: '" + millis + "'}}";
    }

    private static String payload(String base64) {
        return ", payload: {$binary: {base64: '" + base64 + "', subType: '00'}}";
    }

    private static String mark(String by, long at) {
        return ", reset_by: '" + by + "'" + date("reset_at", at);
    }

    private static WatchedClaim claim(String fields) {
        return WatchedClaim.of(BsonDocument.parse("{_id: 'a', " + fields + "}"));
    }

    private static Kind between(String before, String now) {
        WatchedClaim one = claim(STATES.get(before));
        WatchedClaim two = claim(STATES.get(now));
        return ClaimTransition.of(one.row(), two.row(), one.payloadHash() != two.payloadHash());
    }

    /** What the second state is after the first, by rules that are another's than those of the class. */
    private static Kind expected(String before, String now) {
        if (HELD.contains(now)) {
            return HELD.contains(before) ? amongHeld(before, now) : afterAnotherHolder(before, now);
        }
        return switch (now) {
            case "taken over" ->
                SECOND_TOKEN.contains(before) ? Kind.CHANGED : HELD.contains(before) ? Kind.TAKEN_OVER : Kind.ACQUIRED;
            case "of another generation" -> SECOND_TOKEN.contains(before) ? Kind.CHANGED : Kind.ACQUIRED;
            case "completed" -> before.equals("completed, longer") ? Kind.CHANGED : Kind.COMPLETED;
            case "completed, longer" -> before.equals("completed") ? Kind.CHANGED : Kind.COMPLETED;
            case "completed again", "completed by another" -> Kind.COMPLETED;
            case "released", "released by a Go worker" -> Kind.RELEASED;
            case "reset" -> Kind.RESET;
            default -> Kind.CHANGED;
        };
    }

    private static Kind amongHeld(String before, String now) {
        if (now.equals("kept")) {
            return Kind.KEPT;
        }
        String had = payloadOf(before);
        String has = payloadOf(now);
        if (!has.equals(had)) {
            return has.isEmpty() ? Kind.PAYLOAD_CLEARED : Kind.PAYLOAD_STORED;
        }
        return end(now) > end(before) ? Kind.RENEWED : Kind.CHANGED;
    }

    private static Kind afterAnotherHolder(String before, String now) {
        if (before.equals("taken over")) {
            return Kind.TAKEN_OVER;
        }
        if (before.equals("of another generation")) {
            return Kind.ACQUIRED;
        }
        boolean anothersToken = before.equals("completed by another") || before.equals("without a status");
        return anothersToken ? Kind.ACQUIRED : Kind.CHANGED;
    }

    private static String payloadOf(String state) {
        return state.contains("another payload")
                ? "world"
                : state.contains("payload") || state.equals("kept") ? "hello" : "";
    }

    private static int end(String state) {
        return state.contains("renewed") ? 10 : state.contains("shorter") ? 8 : 9;
    }

    static Stream<List<String>> pairs() {
        List<List<String>> pairs = new ArrayList<>();
        for (String before : STATES.keySet()) {
            for (String now : STATES.keySet()) {
                if (!before.equals(now)) {
                    pairs.add(List.of(before, now));
                }
            }
        }
        return pairs.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pairs")
    void every_pair_of_states_has_its_kind(List<String> pair) {
        assertThat(between(pair.get(0), pair.get(1))).isEqualTo(expected(pair.get(0), pair.get(1)));
    }

    @Test
    void every_kind_of_a_change_lies_between_some_pair() {
        Set<Kind> seen = EnumSet.noneOf(Kind.class);
        pairs().forEach(pair -> seen.add(between(pair.get(0), pair.get(1))));
        assertThat(seen)
                .containsExactlyInAnyOrder(
                        Kind.ACQUIRED,
                        Kind.TAKEN_OVER,
                        Kind.RENEWED,
                        Kind.COMPLETED,
                        Kind.RELEASED,
                        Kind.RESET,
                        Kind.PAYLOAD_STORED,
                        Kind.PAYLOAD_CLEARED,
                        Kind.KEPT,
                        Kind.CHANGED);
    }

    private static Kind told(String fields) {
        return ClaimTransition.of(null, claim(fields).row(), false);
    }

    private static String fenced(String worker, long issued, long updated) {
        return held(worker, updated, 9_000) + ", fence_worker: '" + worker + "', fence: {$numberLong: '" + issued
                + "'}";
    }

    @Test
    void where_nothing_is_remembered_the_document_tells() {
        assertThat(told(STATES.get("completed"))).isEqualTo(Kind.COMPLETED);
        assertThat(told(STATES.get("released"))).isEqualTo(Kind.RELEASED);
        assertThat(told(STATES.get("reset"))).isEqualTo(Kind.RESET);
        assertThat(told(STATES.get("released by a Go worker"))).isEqualTo(Kind.RELEASED);
        assertThat(told(STATES.get("kept"))).isEqualTo(Kind.KEPT);
        assertThat(told(STATES.get("foreign"))).isEqualTo(Kind.CHANGED);
        assertThat(told(STATES.get("without a status"))).isEqualTo(Kind.CHANGED);
        assertThat(told(STATES.get("held"))).as("a Go worker never renews").isEqualTo(Kind.ACQUIRED);
        assertThat(told(fenced("w1", 2_000_000, 2_000))).isEqualTo(Kind.ACQUIRED);
        assertThat(told(fenced("w1", 2_000_000, 3_000))).isEqualTo(Kind.RENEWED);
        assertThat(told(fenced("recover:w1", 2_000_000, 2_000))).isEqualTo(Kind.TAKEN_OVER);
        assertThat(told(fenced("recover:w1", 2_000_000, 3_000))).isEqualTo(Kind.RENEWED);
    }

    @Test
    void what_cannot_be_read_is_malformed_and_what_can_be_again_tells_of_itself() {
        ClaimRow broken = claim("status: 7").row();
        ClaimRow held = claim(STATES.get("held")).row();
        assertThat(ClaimTransition.of(held, broken, false)).isEqualTo(Kind.MALFORMED);
        assertThat(ClaimTransition.of(null, broken, false)).isEqualTo(Kind.MALFORMED);
        assertThat(ClaimTransition.of(broken, held, false)).isEqualTo(Kind.ACQUIRED);
    }

    private static ClaimEvent event(Kind kind, @Nullable String before, String now) {
        return new ClaimEvent(
                kind,
                "a",
                java.time.Instant.EPOCH,
                claim(STATES.get(now)).row(),
                before == null ? null : claim(STATES.get(before)).row(),
                false);
    }

    @Test
    void who_did_it_and_from_whom() {
        assertThat(event(Kind.TAKEN_OVER, "held", "taken over").by()).contains("w2");
        assertThat(event(Kind.TAKEN_OVER, "held", "taken over").from()).contains("w1");
        assertThat(event(Kind.RENEWED, "held", "held, renewed").from()).isEmpty();
        assertThat(event(Kind.RELEASED, "held", "released").by()).contains("w1");
        assertThat(event(Kind.RELEASED, "held", "released").from()).isEmpty();
        assertThat(event(Kind.RELEASED, "held", "released by a Go worker").by()).isEmpty();
        assertThat(event(Kind.RESET, "held", "reset").by()).contains("reset-1");
        assertThat(event(Kind.RESET, "held", "reset").from()).contains("w1");
        assertThat(event(Kind.COMPLETED, "taken over", "completed").from()).contains("w2");
        assertThat(event(Kind.CHANGED, "held", "held, shorter").changedFields()).containsExactly("expires_at");
    }
}
