package io.claimctl.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Whether the collection's validator would refuse claims. It is judged as far as it is a plain schema of fields. */
final class ValidatorCheck implements Topic {
    /** Every field that an operation writes, with the name of its type. */
    private static final Map<String, String> WRITTEN = written();
    /** Those that a new claim has. */
    private static final Set<String> NEW =
            Set.of("_id", "status", "worker_id", "expires_at", "created_at", "updated_at", "fence", "fence_worker");

    private static final List<String> STATUSES = List.of("processing", "completed", "released");
    private static final Set<String> UNDERSTOOD =
            Set.of("bsonType", "type", "required", "properties", "additionalProperties", "title", "description");

    @Override
    public List<Check> checks() {
        return List.of(Check.VALIDATOR);
    }

    private static Map<String, String> written() {
        Map<String, String> fields = new LinkedHashMap<>();
        List.of("_id", "status", "worker_id", "event_name", "fence_worker", "reset_by", "reset_reason")
                .forEach(field -> fields.put(field, "string"));
        List.of("expires_at", "created_at", "updated_at", "reset_at", "kept_at")
                .forEach(field -> fields.put(field, "date"));
        fields.put("fence", "long");
        fields.put("payload", "binData");
        fields.put("metadata", "object");
        return fields;
    }

    @Override
    public List<Finding> examine(Chart chart) {
        String meaning = "What a validator refuses cannot be written: a claim that can be taken may not be completed.";
        if (chart.answer(Question.COLLECTION).isEmpty()) {
            return List.of(chart.unknown(
                    Check.VALIDATOR,
                    Question.COLLECTION,
                    meaning,
                    chart.remedies().grantOnDatabase("listCollections")));
        }
        BsonDocument options = chart.options();
        BsonDocument validator = options.getDocument("validator", new BsonDocument());
        if (validator.isEmpty() || "off".equals(Chart.text(options, "validationLevel"))) {
            return List.of(Finding.of(Check.VALIDATOR, Level.OK, "nothing is validated", meaning));
        }
        return List.of(judged(chart, validator, "warn".equals(Chart.text(options, "validationAction")), meaning));
    }

    private static Finding judged(Chart chart, BsonDocument validator, boolean warns, String meaning) {
        Optional<BsonDocument> schema = Optional.of(validator)
                .filter(v -> v.size() == 1 && v.isDocument("$jsonSchema"))
                .map(v -> v.getDocument("$jsonSchema"));
        List<String> refused = schema.map(ValidatorCheck::refused).orElse(List.of());
        if (warns) {
            return Finding.of(
                    Check.VALIDATOR,
                    Level.INFO,
                    "there is a validator that only warns (validationAction: warn): " + validator.toJson(),
                    "Nothing is refused.");
        }
        if (!refused.isEmpty()) {
            return Finding.of(
                            Check.VALIDATOR,
                            Level.ERROR,
                            "the validator refuses claims: " + String.join("; ", refused),
                            meaning)
                    .with(chart.remedies()
                            .onDatabase(".runCommand({collMod: " + Remedies.text(chart.collection())
                                    + ", validationAction: \"warn\"})"));
        }
        boolean understood = schema.map(ValidatorCheck::isUnderstood).orElse(false);
        return Finding.of(
                Check.VALIDATOR,
                understood ? Level.INFO : Level.UNKNOWN,
                (understood ? "the validator lets claims pass: " : "there is a validator, which is not judged here: ")
                        + validator.toJson(),
                meaning);
    }

    /** What a schema of fields refuses of what claims write. */
    private static List<String> refused(BsonDocument schema) {
        List<String> refused = new ArrayList<>();
        Chart.texts(schema, "required").stream()
                .filter(field -> !NEW.contains(field))
                .forEach(field -> refused.add("it requires " + field + ", which a new claim has not"));
        BsonDocument properties = schema.getDocument("properties", new BsonDocument());
        if (BsonBoolean.FALSE.equals(schema.get("additionalProperties"))) {
            List<String> others = WRITTEN.keySet().stream()
                    .filter(field -> !properties.containsKey(field))
                    .toList();
            if (!others.isEmpty()) {
                refused.add("it allows no other fields, and does not name " + String.join(", ", others));
            }
        }
        WRITTEN.forEach((field, type) -> {
            BsonDocument property = properties.getDocument(field, new BsonDocument());
            BsonValue allowed = property.get("bsonType", new BsonString(type));
            if (!allows(names(allowed), type)) {
                refused.add(field + " has to be " + Remedies.json(allowed) + ", and claims write a " + type);
            }
        });
        BsonArray words = properties.getDocument("status", new BsonDocument()).getArray("enum", new BsonArray());
        STATUSES.stream()
                .filter(word -> !words.isEmpty() && !words.contains(new BsonString(word)))
                .forEach(word -> refused.add("status must not be " + word));
        return refused;
    }

    private static boolean allows(List<String> names, String type) {
        return names.contains(type) || (type.equals("long") && names.contains("number"));
    }

    private static List<String> names(BsonValue types) {
        return types.isArray()
                ? types.asArray().stream().map(t -> t.asString().getValue()).toList()
                : List.of(types.asString().getValue());
    }

    /** Whether nothing stands in it that {@link #refused} does not look at. */
    private static boolean isUnderstood(BsonDocument schema) {
        return UNDERSTOOD.containsAll(schema.keySet())
                && schema.getDocument("properties", new BsonDocument()).entrySet().stream()
                        .filter(e -> WRITTEN.containsKey(e.getKey()))
                        .allMatch(e -> isUnderstood(e.getKey(), e.getValue().asDocument()));
    }

    private static boolean isUnderstood(String field, BsonDocument property) {
        return property.keySet().stream()
                .allMatch(word -> word.equals("bsonType")
                        || word.equals("description")
                        || (word.equals("enum") && field.equals("status")));
    }
}
