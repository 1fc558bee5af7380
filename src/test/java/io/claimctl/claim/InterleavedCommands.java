package io.claimctl.claim;

import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Which operation a command is of, and how one of its conditions is taken away. */
final class InterleavedCommands {
    private InterleavedCommands() {}

    static boolean sweeps(BsonDocument command) {
        return command.getFirstKey().equals("update");
    }

    static boolean deletes(BsonDocument command) {
        return command.containsKey("delete");
    }

    static boolean acquires(BsonDocument command) {
        return modifies(command) && command.containsKey("upsert");
    }

    static boolean takesOver(BsonDocument command) {
        return bySight(command) && sets(command, Fields.FENCE);
    }

    /** One claim of a sweep, or of a reset. */
    static boolean resets(BsonDocument command) {
        return bySight(command) && !sets(command, Fields.FENCE);
    }

    static boolean renews(BsonDocument command) {
        return byToken(command) && sets(command, Fields.UPDATED_AT) && update(command, "$max");
    }

    static boolean completes(BsonDocument command) {
        return byToken(command) && setsStatus(command, Status.COMPLETED);
    }

    static boolean releases(BsonDocument command) {
        return byToken(command) && setsStatus(command, Status.RELEASED);
    }

    static boolean puts(BsonDocument command) {
        return byToken(command) && sets(command, Fields.PAYLOAD);
    }

    private static boolean byToken(BsonDocument command) {
        return modifies(command) && !command.containsKey("upsert") && !bySight(command);
    }

    private static boolean bySight(BsonDocument command) {
        return modifies(command) && command.getDocument("query").containsKey(Fields.UPDATED_AT);
    }

    private static boolean modifies(BsonDocument command) {
        return command.containsKey("findAndModify");
    }

    private static boolean update(BsonDocument command, String operator) {
        return command.getDocument("update").containsKey(operator);
    }

    private static boolean sets(BsonDocument command, String field) {
        return update(command, "$set")
                && command.getDocument("update").getDocument("$set").containsKey(field);
    }

    private static boolean setsStatus(BsonDocument command, Status status) {
        return sets(command, Fields.STATUS)
                && new BsonString(status.stored())
                        .equals(command.getDocument("update")
                                .getDocument("$set")
                                .get(Fields.STATUS));
    }

    /** Such commands without their condition on this field. */
    static UnaryOperator<BsonDocument> without(Predicate<BsonDocument> which, String field) {
        return changing(which, filter -> {
            filter.remove(field);
            BsonArray others = filter.getArray("$and", new BsonArray());
            others.removeIf(other -> other.asDocument().containsKey(field));
            if (others.isEmpty()) {
                filter.remove("$and");
            }
        });
    }

    /** Such commands with nothing but the {@code _id}. */
    static UnaryOperator<BsonDocument> byIdAlone(Predicate<BsonDocument> which) {
        return changing(which, filter -> filter.keySet().retainAll(java.util.Set.of(Fields.ID)));
    }

    /** Such commands with {@code <=} for {@code <}. */
    static UnaryOperator<BsonDocument> lessOrEqual(Predicate<BsonDocument> which) {
        return changing(which, InterleavedCommands::lessOrEqual);
    }

    private static void lessOrEqual(BsonValue value) {
        if (value.isArray()) {
            value.asArray().forEach(InterleavedCommands::lessOrEqual);
        } else if (value.isDocument()) {
            BsonDocument document = value.asDocument();
            if (document.containsKey("$lt")) {
                document.append("$lte", document.remove("$lt"));
            }
            for (Map.Entry<String, BsonValue> entry : document.entrySet()) {
                lessOrEqual(entry.getValue());
            }
        }
    }

    private static UnaryOperator<BsonDocument> changing(
            Predicate<BsonDocument> which, java.util.function.Consumer<BsonDocument> change) {
        return command -> {
            if (which.test(command)) {
                change.accept(filter(command));
            }
            return command;
        };
    }

    private static BsonDocument filter(BsonDocument command) {
        if (modifies(command)) {
            return command.getDocument("query");
        }
        String writes = sweeps(command) ? "updates" : "deletes";
        return command.getArray(writes).get(0).asDocument().getDocument("q");
    }

    /** An acquisition that drops what is left of a reset. */
    static BsonDocument dropsMark(BsonDocument command) {
        if (acquires(command)) {
            command.getDocument("update").append("$unset", new BsonDocument(Fields.RESET_BY, new BsonString("")));
        }
        return command;
    }
}
