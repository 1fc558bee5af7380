package io.claimctl.sweep;

import io.claimctl.claim.Fingerprint;
import io.claimctl.claim.PlannedClaim;
import io.claimctl.sweep.Plan.Expected;
import io.claimctl.sweep.PlanException.Kind;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/** The rows of a list of stale claims, read and checked one by one. */
final class PlanRows {
    private static final Duration CLOCKS = Duration.ofMinutes(1);
    private static final String AGAIN = "list the claims again";
    private static final String ID = "id";
    private static final String FINGERPRINT = "fingerprint";
    private static final String NAMESPACE = "namespace";
    private static final String SERVER_TIME = "server_time";
    private static final String MALFORMED = "malformed";
    private static final Set<String> TEXTS = Set.of(ID, FINGERPRINT, NAMESPACE, SERVER_TIME);

    private static final JsonFactory JSON = JsonFactory.builder()
            // A document has at most 16 MiB, all of which may be one name; and names are not to be kept.
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNameLength(1 << 25).build())
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .build();

    private final JsonParser in;
    private final Expected expected;
    private long number;
    private long skipped;
    private @Nullable Instant oldest;

    PlanRows(InputStream in, Expected expected) {
        this.in = JSON.createParser(
                ObjectReadContext.empty(), new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()));
        this.expected = expected;
    }

    long skipped() {
        return skipped;
    }

    @Nullable
    Instant oldest() {
        return oldest;
    }

    /** The next claim; null after the last. */
    @Nullable
    PlannedClaim next() throws PlanException {
        while (true) {
            @Nullable Row row = row();
            if (row == null) {
                return null;
            }
            checkNamespace(row.text(NAMESPACE));
            checkTime(row.text(SERVER_TIME));
            String id = row.text(ID);
            if (row.malformed) {
                skipped++;
            } else if (id.isEmpty()) {
                throw unreadable("the id is empty");
            } else {
                return new PlannedClaim(id, fingerprint(row.text(FINGERPRINT)));
            }
        }
    }

    private @Nullable Row row() throws PlanException {
        try {
            @Nullable JsonToken token = in.nextToken();
            if (token == null) {
                return null;
            }
            number++;
            if (token != JsonToken.START_OBJECT) {
                throw unreadable("it is no object");
            }
            Row row = new Row();
            while (in.nextToken() == JsonToken.PROPERTY_NAME) {
                member(row, in.currentName(), in.nextToken());
            }
            return row;
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    private void member(Row row, String name, JsonToken value) throws PlanException {
        if (name.equals(MALFORMED)) {
            row.malformed = value != JsonToken.VALUE_NULL;
        } else if (TEXTS.contains(name)) {
            if (value != JsonToken.VALUE_STRING) {
                throw unreadable("its " + name + " is no text");
            }
            if (row.texts.put(name, in.getString()) != null) {
                throw unreadable("it has two members " + name);
            }
        }
        in.skipChildren();
    }

    private String fingerprint(String text) throws PlanException {
        if (!Fingerprint.isText(text)) {
            throw unreadable("its fingerprint is none: '" + cut(text) + "'");
        }
        return text;
    }

    private void checkNamespace(String namespace) throws PlanException {
        if (!namespace.equals(expected.namespace())) {
            throw refused(
                    Kind.OTHER_NAMESPACE,
                    "is of " + cut(namespace) + ", not of " + expected.namespace(),
                    "name that collection, or " + AGAIN + " in this one");
        }
    }

    private void checkTime(String text) throws PlanException {
        Instant at;
        try {
            at = Instant.parse(text);
        } catch (DateTimeException e) {
            throw unreadable("its server_time is no time: '" + cut(text) + "'");
        }
        if (at.isBefore(expected.now().minus(expected.maxAge()))) {
            throw refused(
                    Kind.TIME,
                    "was listed at " + text + ", more than " + words(expected.maxAge()) + " ago",
                    AGAIN + ", or allow that age with --from-max-age");
        }
        if (at.isAfter(expected.now().plus(CLOCKS))) {
            throw refused(
                    Kind.TIME,
                    "was listed at " + text + ", which the server's clock has not come to: it is " + expected.now(),
                    "look at the server's clock, and " + AGAIN);
        }
        if (oldest == null || at.isBefore(oldest)) {
            oldest = at;
        }
    }

    private static String words(Duration age) {
        return age.toString().substring(2).toLowerCase(java.util.Locale.ROOT);
    }

    private PlanException unreadable(JacksonException e) {
        if (e.getCause() instanceof CharacterCodingException) {
            return unreadable("there is text in it that is not UTF-8");
        }
        if (e.getCause() instanceof java.io.IOException failure) {
            return new PlanException(
                    Kind.UNREADABLE,
                    "the plan cannot be read after row " + number + ": " + failure.getMessage()
                            + "; nothing was changed",
                    e);
        }
        return unreadable("it is no JSON: " + e.getOriginalMessage());
    }

    private PlanException unreadable(String why) {
        return refused(
                Kind.UNREADABLE,
                "is no row of a list of stale claims: " + why,
                "print them with stale list -o ndjson, and let jq, if any, choose among whole rows");
    }

    private PlanException refused(Kind kind, String why, String wayOut) {
        return new PlanException(
                kind, "row " + Math.max(1, number) + " of the plan " + why + "; nothing was changed; " + wayOut, null);
    }

    private static String cut(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }

    /** What a row says of itself. */
    private final class Row {
        private final Map<String, String> texts = new HashMap<>();
        private boolean malformed;

        String text(String name) throws PlanException {
            @Nullable String text = texts.get(name);
            if (text == null) {
                throw unreadable("it has no " + name);
            }
            return text;
        }
    }
}
