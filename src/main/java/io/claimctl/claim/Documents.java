package io.claimctl.claim;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Reads documents into rows: absent and null fields are absent, only a wrong type is a defect. */
final class Documents {
    /** JSON readers keep integers exact below this; a fence never reaches it. */
    static final long FENCE_LIMIT = 1L << 53;

    private final BsonDocument document;
    private final List<Defect> defects = new ArrayList<>();

    private Documents(BsonDocument document) {
        this.document = document;
    }

    static ClaimRow row(BsonDocument document) {
        return new Documents(document).read();
    }

    private ClaimRow read() {
        String id = id();
        String resetBy = string(Fields.RESET_BY);
        Instant resetAt = date(Fields.RESET_AT);
        String resetReason = string(Fields.RESET_REASON);
        Claim claim = new Claim(
                id,
                string(Fields.STATUS),
                string(Fields.WORKER_ID),
                date(Fields.EXPIRES_AT),
                date(Fields.CREATED_AT),
                date(Fields.UPDATED_AT),
                payload(),
                metadata(),
                string(Fields.EVENT_NAME),
                fence(),
                string(Fields.FENCE_WORKER),
                resetBy == null ? null : new ResetMark(resetBy, resetAt, resetReason),
                date(Fields.KEPT_AT),
                document);
        return defects.isEmpty() ? claim : new Malformed(id, claim, defects);
    }

    /** The document's id; every stored document has one. */
    static BsonValue idOf(BsonDocument document) {
        return java.util.Objects.requireNonNull(document.get(Fields.ID), "a stored document has an _id");
    }

    /** The id as people read it: a string as it is, anything else as extended JSON. */
    static String idText(BsonValue id) {
        if (id.isString()) {
            return id.asString().getValue();
        }
        String wrapped = new BsonDocument("i", id).toJson();
        return wrapped.substring(wrapped.indexOf(':') + 1, wrapped.length() - 1).trim();
    }

    private String id() {
        BsonValue id = document.get(Fields.ID);
        if (id == null) {
            defects.add(new Defect(Fields.ID, "is missing"));
            return "";
        }
        if (!id.isString()) {
            defects.add(noString(Fields.ID, id));
        }
        return idText(id);
    }

    private @Nullable String string(String field) {
        BsonValue value = present(field);
        if (value == null || value.isString()) {
            return value == null ? null : value.asString().getValue();
        }
        defects.add(noString(field, value));
        return null;
    }

    private @Nullable Instant date(String field) {
        BsonValue value = present(field);
        if (value == null || value.isDateTime()) {
            return value == null
                    ? null
                    : Instant.ofEpochMilli(value.asDateTime().getValue());
        }
        defects.add(wrong(field, value, "a date"));
        return null;
    }

    private @Nullable Long fence() {
        BsonValue value = present(Fields.FENCE);
        if (value == null) {
            return null;
        }
        if (!value.isInt64()) {
            defects.add(wrong(Fields.FENCE, value, "a 64-bit integer"));
            return null;
        }
        long fence = value.asInt64().getValue();
        if (fence >= FENCE_LIMIT) {
            defects.add(new Defect(Fields.FENCE, "is " + fence + ", not below 2^53"));
            return null;
        }
        return fence;
    }

    private @Nullable Payload payload() {
        BsonValue value = document.get(Fields.PAYLOAD);
        if (value == null) {
            return null;
        }
        if (value.isNull()) {
            return new Payload(0); // to the workers, null is a stored payload
        }
        if (value.isString()) {
            return new Payload(value.asString().getValue().getBytes(java.nio.charset.StandardCharsets.UTF_8).length);
        }
        if (value.isBinary()) {
            BsonBinary binary = value.asBinary();
            if (binary.getType() != 0 && binary.getType() != 2) {
                defects.add(new Defect(
                        Fields.PAYLOAD,
                        "is binary of subtype " + (binary.getType() & 0xff) + ", which workers cannot read"));
            }
            return new Payload(binary.getData().length);
        }
        defects.add(wrong(Fields.PAYLOAD, value, "binary"));
        return null;
    }

    private Map<String, String> metadata() {
        BsonValue value = present(Fields.METADATA);
        if (value == null) {
            return Map.of();
        }
        if (!value.isDocument()) {
            defects.add(wrong(Fields.METADATA, value, "a document"));
            return Map.of();
        }
        Map<String, String> metadata = new HashMap<>();
        value.asDocument().forEach((key, entry) -> {
            if (entry.isString()) {
                metadata.put(key, entry.asString().getValue());
            } else {
                defects.add(noString(Fields.METADATA + "." + key, entry));
            }
        });
        return metadata;
    }

    private @Nullable BsonValue present(String field) {
        BsonValue value = document.get(field);
        return value == null || value.isNull() ? null : value;
    }

    static Defect noString(String field, BsonValue value) {
        return wrong(field, value, "a string");
    }

    private static Defect wrong(String field, BsonValue value, String wanted) {
        return new Defect(field, "is " + name(value.getBsonType()) + ", not " + wanted);
    }

    private static String name(BsonType type) {
        return switch (type) {
            case DOUBLE -> "a double";
            case STRING -> "a string";
            case DOCUMENT -> "a document";
            case ARRAY -> "an array";
            case BINARY -> "binary";
            case OBJECT_ID -> "an ObjectId";
            case BOOLEAN -> "a boolean";
            case DATE_TIME -> "a date";
            case INT32 -> "a 32-bit integer";
            case INT64 -> "a 64-bit integer";
            case TIMESTAMP -> "a timestamp";
            case DECIMAL128 -> "a decimal";
            case REGULAR_EXPRESSION -> "a regular expression";
            default -> "of BSON type " + type;
        };
    }
}
