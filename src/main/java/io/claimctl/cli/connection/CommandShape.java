package io.claimctl.cli.connection;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** How a command is built: its fields and operators, and in place of each value its type. */
final class CommandShape {
    /** What the driver adds to every command. */
    private static final Set<String> ADDED = Set.of("lsid", "$clusterTime", "$db");

    private static final String METADATA = "metadata";
    private static final int FIRST = 3;
    private static final int LONGEST = 500;

    private CommandShape() {}

    static String of(BsonDocument command) {
        String whole = whole(command);
        return whole.length() <= LONGEST ? whole : whole.substring(0, LONGEST) + "...";
    }

    private static String whole(BsonDocument command) {
        List<String> fields = new ArrayList<>();
        for (Map.Entry<String, BsonValue> field : command.entrySet()) {
            if (!ADDED.contains(field.getKey())) {
                fields.add(of(field.getKey(), field.getValue()));
            }
        }
        return "{" + String.join(", ", fields) + "}";
    }

    /** The keys of metadata are data, too. */
    private static String of(String field, BsonValue value) {
        if (field.startsWith(METADATA + ".")) {
            return METADATA + ".*: " + of(value);
        }
        return field + ": " + (field.equals(METADATA) && value.isDocument() ? "{...}" : of(value));
    }

    private static String of(BsonValue value) {
        return switch (value.getBsonType()) {
            case DOCUMENT -> whole(value.asDocument());
            case ARRAY -> ofAll(value.asArray());
            case DATE_TIME -> "date";
            case OBJECT_ID -> "objectId";
            default -> value.getBsonType().name().toLowerCase(Locale.ROOT);
        };
    }

    private static String ofAll(List<BsonValue> values) {
        List<String> shapes = new ArrayList<>();
        for (BsonValue value : values.subList(0, Math.min(FIRST, values.size()))) {
            shapes.add(of(value));
        }
        boolean one = new HashSet<>(shapes).size() == 1 && values.size() > 1;
        String more = values.size() > FIRST && !one ? ", ..." : "";
        String number = values.size() > FIRST || one ? " (" + values.size() + ")" : "";
        return "[" + (one ? shapes.get(0) : String.join(", ", shapes)) + more + number + "]";
    }
}
