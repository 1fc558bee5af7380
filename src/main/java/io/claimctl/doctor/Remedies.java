package io.claimctl.doctor;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The command lines that mend what was found. */
final class Remedies {
    private final DoctorRequest request;
    private final String database;
    private final String collection;

    Remedies(DoctorRequest request, String database, String collection) {
        this.request = request;
        this.database = database;
        this.collection = collection;
    }

    /** The same for command lines that name these options themselves, as in {@code --timeout}: nothing is given twice. */
    Remedies without(String... names) {
        List<String> left = new ArrayList<>(request.options());
        for (String name : names) {
            int at = left.indexOf(name);
            if (at >= 0) {
                left.subList(at, at + 2).clear();
            }
        }
        DoctorRequest other = new DoctorRequest(
                request.olderThan(), request.retryWrites(), left, request.quoting(), request.server());
        return new Remedies(other, database, collection);
    }

    /** An examination that may take longer. */
    String longer(String... options) {
        List<String> words = new ArrayList<>(List.of("doctor"));
        words.addAll(List.of(options));
        words.addAll(List.of("--timeout", "1m"));
        return without("--timeout").claimctl(words.toArray(String[]::new));
    }

    /** A command of this program, with the options that name the store. */
    String claimctl(String... words) {
        StringBuilder line = new StringBuilder("claimctl");
        for (String word : words) {
            line.append(' ').append(request.quoting().apply(word));
        }
        for (String word : request.options()) {
            line.append(' ').append(request.quoting().apply(word));
        }
        return line.toString();
    }

    /** A command on a claim; an id that looks like an option stands behind all of these. */
    String onClaim(String verb, String id, String... options) {
        List<String> words = new ArrayList<>(List.of(verb));
        if (!id.startsWith("-")) {
            words.add(id);
        }
        words.addAll(List.of(options));
        String line = claimctl(words.toArray(String[]::new));
        return id.startsWith("-") ? line + " -- " + request.quoting().apply(id) : line;
    }

    /** What an administrator runs in the shell of the server. */
    String mongosh(String script) {
        return "mongosh " + request.server() + " --eval " + request.quoting().apply(script);
    }

    /** The same on the collection, where the script goes on from it, as in {@code .dropIndex("a")}. */
    String onCollection(String script) {
        return onDatabase(".getCollection(" + text(collection) + ")" + script);
    }

    /** The same on the database. */
    String onDatabase(String script) {
        return mongosh("db.getSiblingDB(" + text(database) + ")" + script);
    }

    /** A role with one more privilege on the whole cluster. */
    String grantOnCluster(String action) {
        return grant("admin", "{resource: {cluster: true}, actions: [" + text(action) + "]}");
    }

    /** A role with one more privilege on the collection. */
    String grantOnCollection(List<String> actions) {
        return grant(
                database,
                "{resource: {db: " + text(database) + ", collection: " + text(collection) + "}, actions: ["
                        + String.join(", ", actions.stream().map(Remedies::text).toList()) + "]}");
    }

    /** A role that may see what collections the database has. */
    String grantOnDatabase(String action) {
        return grant(
                database,
                "{resource: {db: " + text(database) + ", collection: \"\"}, actions: [" + text(action) + "]}");
    }

    /** A role is of the database in which it was made; docs/roles.md makes those of claims where the claims are. */
    private String grant(String ofRole, String privilege) {
        return mongosh("db.getSiblingDB(" + text(ofRole) + ").grantPrivilegesToRole(\"ROLE\", [" + privilege + "])");
    }

    /** A value as the shell reads it. */
    static String text(String value) {
        return json(new BsonString(value));
    }

    static String json(BsonValue value) {
        String wrapped = new BsonDocument("v", value).toJson();
        return wrapped.substring(wrapped.indexOf(':') + 1, wrapped.length() - 1).trim();
    }
}
