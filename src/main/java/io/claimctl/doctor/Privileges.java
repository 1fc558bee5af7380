package io.claimctl.doctor;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What the user of a connection may do with the claims, as far as the server tells.
 *
 * @param user as in {@code reader@shop}; null if nobody has logged in
 * @param granted the actions on this collection and its database; null if the server does not tell them
 * @param whyNot why they are not told; null if they are
 */
public record Privileges(
        @Nullable String user,
        @Nullable Set<Action> granted,
        @Nullable String whyNot) {
    private static final BsonArray NONE = new BsonArray();

    static Privileges of(Chart chart) {
        Optional<BsonDocument> answer = chart.answer(Question.CONNECTION_STATUS);
        if (answer.isEmpty()) {
            return new Privileges(null, null, chart.whyNot(Question.CONNECTION_STATUS));
        }
        BsonDocument info = answer.get().getDocument("authInfo", new BsonDocument());
        List<String> users = info.getArray("authenticatedUsers", NONE).stream()
                .map(u -> Chart.text(u.asDocument(), "user") + "@" + Chart.text(u.asDocument(), "db"))
                .toList();
        BsonArray told = info.getArray("authenticatedUserPrivileges", NONE);
        if (users.isEmpty()) {
            return new Privileges(null, null, "nobody has logged in");
        }
        String user = String.join(", ", users);
        return told.isEmpty()
                ? new Privileges(user, null, "the server names no privileges of " + user)
                : new Privileges(user, granted(told, chart), null);
    }

    private static Set<Action> granted(BsonArray told, Chart chart) {
        Set<Action> granted = EnumSet.noneOf(Action.class);
        for (BsonValue each : told) {
            BsonDocument resource = each.asDocument().getDocument("resource", new BsonDocument());
            List<String> words = Chart.texts(each.asDocument(), "actions");
            for (Action action : Action.values()) {
                boolean covered = covers(resource, chart.database(), action.ofDatabase() ? null : chart.collection());
                if (covered && (words.contains(action.word()) || words.contains("anyAction"))) {
                    granted.add(action);
                }
            }
        }
        return granted;
    }

    /** @param collection null for all of the database */
    private static boolean covers(BsonDocument resource, String database, @Nullable String collection) {
        if (resource.getBoolean("anyResource", org.bson.BsonBoolean.FALSE).getValue()) {
            return true;
        }
        String db = Chart.text(resource, "db");
        String named = Chart.text(resource, "collection");
        if (db == null || named == null || !(db.isEmpty() || db.equals(database))) {
            return false; // the cluster's, or another database's
        }
        return named.isEmpty() ? collection == null || !collection.startsWith("system.") : named.equals(collection);
    }

    /** Whether the server tells what the user may do. */
    public boolean known() {
        return granted != null;
    }

    /** The actions that a command needs and the user does not have; none where they are not known. */
    public List<Action> missing(CommandPrivileges command) {
        Set<Action> known = granted;
        return known == null
                ? List.of()
                : command.actions().stream().filter(a -> !known.contains(a)).toList();
    }

    /** The commands that lack something, each with what it lacks, in the order of the table. */
    public Map<CommandPrivileges, List<Action>> missing() {
        Map<CommandPrivileges, List<Action>> all = new EnumMap<>(CommandPrivileges.class);
        for (CommandPrivileges command : CommandPrivileges.values()) {
            List<Action> missing = missing(command);
            if (!missing.isEmpty()) {
                all.put(command, missing);
            }
        }
        return all;
    }
}
