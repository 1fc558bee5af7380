package io.claimctl.sweep;

import io.claimctl.claim.Claim;
import io.claimctl.claim.SweptClaim;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import org.bson.BSONException;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriter;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * The two lines of an audit file that a claim gets. What Unicode calls an end of a line, too, is escaped in them: there are
 * readers who would break a line there.
 */
final class AuditLines {
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);
    private static final JsonWriterSettings CANONICAL =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

    private final String namespace;
    private final @Nullable String reason;

    AuditLines(String namespace, @Nullable String reason) {
        this.namespace = namespace;
        this.reason = reason;
    }

    void before(String by, Instant at, Claim claim, Writer out) throws IOException {
        String facts = object(line -> {
            ids(line, "before", by, at, claim.id());
            text(line, "reason", reason);
        });
        out.append(facts, 0, facts.length() - 1).append(",\"document\":");
        document(claim.document(), out);
        out.write("}\n");
    }

    void after(String by, Instant at, SweptClaim swept, Writer out) throws IOException {
        out.write(object(line -> {
            ids(line, "after", by, at, swept.seen().id());
            text(line, "result", swept.result().name().toLowerCase(Locale.ROOT).replace('_', '-'));
            text(line, "detail", swept.detail());
        }));
        out.write("\n");
    }

    private void ids(JsonGenerator line, String record, String by, Instant at, String id) {
        int colon = by.lastIndexOf(':');
        text(line, "record", record);
        text(line, "sweep_id", colon < 0 ? by : by.substring(0, colon));
        text(line, "reset_by", by);
        text(line, "at", MILLIS.format(at));
        text(line, "namespace", namespace);
        text(line, "id", id);
    }

    private static void text(JsonGenerator line, String name, @Nullable String value) {
        if (value != null) {
            line.writeName(name).writeString(value);
        }
    }

    private static String object(java.util.function.Consumer<JsonGenerator> members) {
        StringWriter text = new StringWriter();
        try (JsonGenerator line = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            line.writeStartObject();
            members.accept(line);
            line.writeEndObject();
        }
        return text.toString();
    }

    /** Written as it is made: a document may be large. */
    private static void document(BsonDocument document, Writer out) throws IOException {
        try {
            new BsonDocumentCodec()
                    .encode(
                            new JsonWriter(out, CANONICAL),
                            document,
                            EncoderContext.builder().build());
        } catch (BSONException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw e;
        }
    }
}
