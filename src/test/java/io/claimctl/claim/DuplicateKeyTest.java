package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static io.claimctl.claim.Fixture.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.IndexOptions;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.testing.ScriptedServer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A duplicate key in every form that servers give it: the code and the index decide, never the words. */
class DuplicateKeyTest {
    private static final List<String> WORDS =
            List.of("E11000 duplicate key error index: x.$_id_", "schon vorhanden", "dup key: { event_name: 1 }", "");

    private final ScriptedServer server = new ScriptedServer();
    private final Fixture f = new Fixture(server.uri());

    @AfterEach
    void close() {
        server.clear();
        f.close();
        server.close();
    }

    private static BsonDocument error(int code, String words) {
        return new BsonDocument("code", new BsonInt32(code)).append("errmsg", new BsonString(words));
    }

    private static BsonDocument named(BsonDocument error, String field) {
        return error.append("keyPattern", new BsonDocument(field, new BsonInt32(1)));
    }

    private static BsonDocument asCommand(BsonDocument error) {
        return error.append("ok", new BsonInt32(0));
    }

    private static BsonDocument asWrite(BsonDocument error) {
        BsonDocument first = error.append("index", new BsonInt32(0));
        return new BsonDocument("ok", new BsonInt32(1))
                .append("n", new BsonInt32(0))
                .append("nModified", new BsonInt32(0))
                .append("writeErrors", new BsonArray(List.of(first)));
    }

    /** Each code in each wording, with the index named and without. */
    static Stream<Arguments> everyForm() {
        return Stream.of(11000, 11001)
                .flatMap(code -> WORDS.stream()
                        .flatMap(words -> Stream.of(true, false).map(name -> Arguments.of(code, words, name))));
    }

    private void answer(String command, int times, BsonDocument reply) {
        for (int i = 0; i < times; i++) {
            server.answerNext(command, reply, false);
        }
    }

    private static org.assertj.core.api.ThrowableAssert.ThrowingCallable failing(Runnable operation) {
        return operation::run;
    }

    private void isOfAnotherIndex(Runnable operation) {
        assertThatThrownBy(failing(operation))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.DUPLICATE_KEY));
    }

    @ParameterizedTest(name = "{0} \"{1}\" names the index: {2}")
    @MethodSource("everyForm")
    void a_refused_upsert_of_a_held_claim_is_held_in_any_wording(int code, String words, boolean name) {
        f.insert(f.processing("a", THEIRS, HOUR, MINUTE));
        BsonDocument error = error(code, words);
        answer("findAndModify", 1, asCommand(name ? named(error, "_id") : error));
        assertThat(((Held) f.store.acquire("a", MINUTE)).claim().workerId()).isEqualTo(THEIRS.value());
    }

    @ParameterizedTest(name = "{0} \"{1}\" names the index: {2}")
    @MethodSource("everyForm")
    void a_refused_upsert_of_an_id_that_nobody_has_is_a_failure_in_any_wording(int code, String words, boolean name) {
        BsonDocument error = error(code, words);
        answer("findAndModify", 5, asCommand(name ? named(error, "event_name") : error));
        isOfAnotherIndex(() -> f.store.acquire("a", MINUTE));
        assertThat(f.stored("a")).isNull();
    }

    @ParameterizedTest(name = "{0} \"{1}\" names the index: {2}")
    @MethodSource("everyForm")
    void a_refused_takeover_of_a_claim_that_stays_free_is_a_failure_in_any_wording(
            int code, String words, boolean name) {
        BsonDocument before = f.insert(f.processing("a", THEIRS, MINUTE.negated(), HOUR));
        BsonDocument error = error(code, words);
        answer("findAndModify", 5, asCommand(name ? named(error, "status") : error));
        isOfAnotherIndex(() -> f.store.acquire("a", MINUTE));
        assertThat(f.stored("a")).isEqualTo(before);
    }

    @ParameterizedTest(name = "{0} \"{1}\" names the index: {2}")
    @MethodSource("everyForm")
    void a_refused_record_of_a_missing_claim_loses_to_one_that_is_there_in_any_wording(
            int code, String words, boolean name) {
        f.steering.beforeNext("insert", () -> f.insert(f.processing("a", THEIRS, HOUR, MINUTE)));
        server.answerNext("insert", BsonDocument.parse("{ok: 1, n: 1}"), true); // the competitor's own
        BsonDocument error = error(code, words);
        answer("insert", 1, asWrite(name ? named(error, "_id") : error));
        assertThat(f.store.completeOrRecord(Lease.of("a", OURS), HOUR)).isInstanceOf(Fenced.class);
    }

    @ParameterizedTest(name = "{0} \"{1}\" names the index: {2}")
    @MethodSource("everyForm")
    void a_refused_record_of_a_claim_that_nobody_has_is_a_failure_in_any_wording(int code, String words, boolean name) {
        BsonDocument error = error(code, words);
        answer("insert", 5, asWrite(name ? named(error, "event_name") : error));
        isOfAnotherIndex(() -> f.store.completeOrRecord(Lease.of("a", OURS), HOUR));
        assertThat(f.stored("a")).isNull();
    }

    @ParameterizedTest(name = "{0} \"{1}\" names the index: {2}")
    @MethodSource("everyForm")
    void what_never_inserts_can_only_meet_another_index(int code, String words, boolean name) {
        BsonDocument before = f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        BsonDocument error = error(code, words);
        BsonDocument reply = asCommand(name ? named(error, "status") : error);
        answer("findAndModify", 5, reply);
        isOfAnotherIndex(() -> f.store.complete(Lease.of("a", OURS), HOUR));
        server.clear();
        answer("findAndModify", 5, reply);
        isOfAnotherIndex(() -> f.store.reset(f.seen("a"), ResetOptions.defaults()));
        assertThat(f.stored("a")).isEqualTo(before);
    }

    @Test
    void a_reset_that_collides_in_a_unique_index_of_the_users_is_a_failure_and_not_changed() {
        f.documents.createIndex(new BsonDocument("status", new BsonInt32(1)), new IndexOptions().unique(true));
        f.insert(f.processing("free", THEIRS, MINUTE, MINUTE).append("status", new BsonString("released")));
        BsonDocument before = f.insert(f.processing("a", OURS, MINUTE, MINUTE));
        isOfAnotherIndex(() -> f.store.reset(f.seen("a"), ResetOptions.defaults()));
        assertThat(f.stored("a")).isEqualTo(before);
    }

    private Map<String, Result> sweep() {
        Map<String, Result> results = new LinkedHashMap<>();
        f.store.sweep(SweepRequest.olderThan(MINUTE), new SweepListener() {
            @Override
            public void afterBatch(List<SweptClaim> swept) {
                swept.forEach(s -> results.put(s.seen().id(), s.result()));
            }
        });
        return results;
    }

    @Test
    void in_a_sweep_one_by_one_it_is_the_error_of_that_claim_and_the_next_is_reset() {
        f.insert(f.processing("a", new Token("worker-one"), MINUTE.negated(), HOUR.plusMinutes(1)));
        f.insert(f.processing("b", new Token("worker-two"), MINUTE.negated(), HOUR));
        answer("findAndModify", 1, asCommand(error(11000, "dup")));
        assertThat(sweep()).isEqualTo(Map.of("a", Result.ERROR, "b", Result.RESET));
    }

    @Test
    void in_a_sweeps_update_it_leaves_unclear_what_is_not_ours() {
        f.insert(f.processing("a", Tokens.random().next(), MINUTE.negated(), HOUR));
        f.insert(f.processing("b", Tokens.random().next(), MINUTE.negated(), HOUR));
        f.steering.beforeNext("update", () -> f.set("b", "payload", new BsonString("kept from the update")));
        server.answerNext("update", BsonDocument.parse("{ok: 1, n: 1, nModified: 1}"), true); // the competitor's own
        server.answerNext("update", asWrite(error(11000, "dup")), true);
        assertThat(sweep()).isEqualTo(Map.of("a", Result.RESET, "b", Result.UNCLEAR));
    }
}
