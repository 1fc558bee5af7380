package io.claimctl.claim;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.Base64;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonParseException;
import org.jspecify.annotations.Nullable;

/**
 * Where a page ended: after the row with this {@code updated_at} and {@code _id}.
 *
 * <p>The text is the reference's: standard base64 of {@code {"u":RFC 3339 time,"i":id}}. Rows that it has no words for,
 * without a date in {@code updated_at} or with an id that is no string, get a form of their own, with {@code "x"} for the
 * id in extended JSON.
 */
record PageCursor(@Nullable Instant updatedAt, BsonValue id) {
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .appendLiteral('Z')
            .toFormatter(java.util.Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** The zero time of Go. Some servers know no earlier date; a row with one is listed as if it had none. */
    static final Instant YEAR_ONE = Instant.parse("0001-01-01T00:00:00Z");

    static PageCursor after(BsonDocument row) {
        BsonValue updated = row.get(Fields.UPDATED_AT);
        Instant at = updated != null && updated.isDateTime()
                ? Instant.ofEpochMilli(updated.asDateTime().getValue())
                : null;
        at = at == null || at.isBefore(YEAR_ONE) ? null : at;
        return new PageCursor(at, Documents.idOf(row));
    }

    String text() {
        StringBuilder json = new StringBuilder("{");
        if (updatedAt != null) {
            json.append("\"u\":\"").append(TIME.format(updatedAt)).append("\",");
        }
        if (updatedAt != null && id.isString()) {
            json.append("\"i\":").append(quoted(id.asString().getValue()));
        } else {
            json.append("\"x\":").append(quoted(new BsonDocument("i", id).toJson()));
        }
        return Base64.getEncoder().encodeToString(json.append('}').toString().getBytes(StandardCharsets.UTF_8));
    }

    /** JSON as Go writes it: {@code <}, {@code >} and {@code &} escaped. */
    private static String quoted(String text) {
        String json = new BsonDocument("s", new BsonString(text)).toJson();
        return json.substring(json.indexOf(':') + 1, json.length() - 1)
                .trim()
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026");
    }

    /** @throws IllegalArgumentException if the text is no cursor */
    static PageCursor parse(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            if (bytes.length % 3 != 0 && !text.endsWith("=")) {
                throw new IllegalArgumentException("its padding is missing");
            }
            BsonDocument json = BsonDocument.parse(new String(bytes, StandardCharsets.UTF_8));
            Instant at =
                    json.containsKey("u") ? Instant.parse(json.getString("u").getValue()) : null;
            BsonValue id = json.containsKey("i")
                    ? json.getString("i")
                    : BsonDocument.parse(json.getString("x").getValue()).get("i");
            if (id == null || (at == null && json.containsKey("i"))) {
                throw new IllegalArgumentException("it names no row");
            }
            return new PageCursor(at, id);
        } catch (IllegalArgumentException
                | DateTimeParseException
                | JsonParseException
                | BsonInvalidOperationException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no cursor of a list: take it from the page before", e);
        }
    }
}
