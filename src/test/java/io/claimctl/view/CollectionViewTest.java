package io.claimctl.view;

import static io.claimctl.view.Samples.PIPE;
import static io.claimctl.view.Samples.ZONE;
import static io.claimctl.view.Samples.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.Capped;
import io.claimctl.claim.ClaimCollection;
import io.claimctl.claim.ClaimCollection.State;
import io.claimctl.claim.ClaimIndex;
import io.claimctl.claim.ClaimIndex.Standing;
import io.claimctl.claim.Readings;
import io.claimctl.claim.StoreException;
import io.claimctl.testing.Golden;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CollectionViewTest {
    private static final StoreException LOST =
            Readings.failure(StoreException.Kind.TIMED_OUT, "no answer\u001b within 10s");
    private static final String WANTED = "{\"key\": {\"expires_at\": 1}, \"name\": \"expires_at_1\"}";
    private static final String FOUND =
            "{\"key\": {\"expires_at\": 1}, \"name\": \"expires_at_1\", \"expireAfterSeconds\": 60}";

    static final ClaimCollection ABSENT = collection(State.ABSENT, null, List.of(index(Standing.MISSING)), null);
    static final ClaimCollection SEEN = collection(
            State.EXISTS,
            null,
            List.of(
                    index(Standing.PRESENT),
                    index(Standing.MISSING),
                    index(Standing.CONFLICTING),
                    index(Standing.EXTRA),
                    new ClaimIndex(Standing.EXTRA, Samples.HOSTILE, null, "{\"name\": \"" + Samples.HOSTILE + "\"}")),
            null);
    static final ClaimCollection MADE =
            collection(State.EXISTS, null, List.of(index(Standing.PRESENT), index(Standing.CREATED)), null);
    static final ClaimCollection CAPPED =
            collection(State.CREATED, new Capped(65_536, 100L), List.of(index(Standing.CREATED)), null);
    static final ClaimCollection UNKNOWN =
            collection(State.UNKNOWN, new Capped(65_536, null), List.of(index(Standing.UNKNOWN)), LOST);
    static final ClaimCollection BARE = collection(State.CREATED, null, List.of(index(Standing.MISSING)), LOST);

    private static ClaimIndex index(Standing standing) {
        boolean found =
                List.of(Standing.PRESENT, Standing.CONFLICTING, Standing.EXTRA).contains(standing);
        return new ClaimIndex(
                standing, "expires_at_1", standing == Standing.EXTRA ? null : WANTED, found ? FOUND : null);
    }

    private static ClaimCollection collection(
            State state, Capped capped, List<ClaimIndex> indexes, StoreException failure) {
        return new ClaimCollection("shop._message_state", state, capped, capped != null, indexes, failure);
    }

    private static String all(Format format) {
        StringBuilder text = new StringBuilder();
        for (ClaimCollection made : List.of(MADE, CAPPED, UNKNOWN, BARE)) {
            text.append("== collection ")
                    .append(CollectionFacts.word(made.state()))
                    .append('\n');
            text.append(written(format, PIPE, v -> v.collection(made)));
        }
        for (ClaimCollection seen : List.of(SEEN, ABSENT)) {
            text.append("== indexes ")
                    .append(CollectionFacts.word(seen.state()))
                    .append('\n');
            text.append(written(format, PIPE, v -> draw(v.indexes(), seen, seen)));
        }
        text.append("== indexes made\n").append(written(format, PIPE, v -> draw(v.indexes(), BARE, MADE)));
        return text.toString();
    }

    private static void draw(IndexSink sink, ClaimCollection seen, ClaimCollection now) {
        sink.seen(seen);
        sink.end(now);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "NAME", "TEXT"})
    void collections_are_written_as_they_always_were(Format format) {
        Golden.check("view/collection." + format, all(format));
    }

    @Test
    void indexes_fit_the_terminal_and_have_colours() {
        Golden.check(
                "view/collection.terminal",
                written(Format.TABLE, Screen.terminal(80, true, ZONE), v -> draw(v.indexes(), SEEN, MADE)));
    }

    @Test
    void people_see_what_is_missing_before_it_is_made() {
        StringWriter out = new StringWriter();
        IndexSink sink = new View(Format.TABLE, PIPE, CommandLines.plain(), out).indexes();
        sink.seen(SEEN);
        assertThat(out.toString()).contains("missing");
    }

    @Test
    void the_words_say_what_to_do() {
        assertThat(new CollectionWords(BARE).compared())
                .containsExactly("1 index is missing in shop._message_state; the same command with --apply makes it");
        assertThat(new CollectionWords(SEEN).compared())
                .as("nothing is made beside a conflict")
                .isEmpty();
        assertThat(new CollectionWords(CAPPED).made(new Capped(1 << 20, null)))
                .containsExactly(
                        "shop._message_state exists with 65536 bytes and at most 100 documents, not with 1048576 bytes"
                                + " and any number of documents; it stays as it is",
                        "warning: shop._message_state is capped, and this server (MongoDB up to 5.0) refuses any change"
                                + " of a document's size there, so that claims cannot be kept in it: use a collection"
                                + " that is not capped, or a newer server");
        assertThat(new CollectionWords(CAPPED).made(new Capped(65_536, 100L))).hasSize(1);
        assertThat(new CollectionWords(UNKNOWN).unknown())
                .isEqualTo("it is not known whether shop._message_state was created (no answer\\x1b within 10s); the"
                        + " same command, run again, makes what is missing then");
        assertThat(new CollectionWords(MADE).outcome()).isEqualTo("shop._message_state exists; 1 index was created");
        assertThat(new CollectionWords(CAPPED).outcome())
                .isEqualTo("shop._message_state was created; 1 index was created");
        assertThat(new CollectionWords(UNKNOWN).outcome()).startsWith("it is not known");
    }
}
