package io.claimctl.doctor;

import java.util.function.Function;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** What the checks ask the server, once each. Every question is a command that reads. */
enum Question {
    HELLO("admin", c -> of("hello")),
    BUILD_INFO("admin", c -> of("buildInfo")),
    CONNECTION_STATUS("admin", c -> of("connectionStatus").append("showPrivileges", BsonBoolean.TRUE)),
    DEFAULT_CONCERNS("admin", c -> of("getDefaultRWConcern")),
    MEMBERS("admin", c -> of("replSetGetStatus")),
    TTL_MONITOR(
            "admin",
            c -> of("getParameter")
                    .append("ttlMonitorEnabled", new BsonInt32(1))
                    .append("ttlMonitorSleepSecs", new BsonInt32(1))),
    SHARDING(
            "config",
            c -> new BsonDocument("find", new BsonString("collections"))
                    .append("filter", new BsonDocument("_id", new BsonString(c.namespace())))
                    .append("limit", new BsonInt32(1))),
    COLLECTION(null, c -> of("listCollections").append("filter", new BsonDocument("name", c.collectionName()))),
    INDEXES(
            null,
            c -> new BsonDocument("listIndexes", c.collectionName())
                    .append("cursor", new BsonDocument("batchSize", new BsonInt32(1_000)))),
    SIZE(null, c -> new BsonDocument("collStats", c.collectionName())),
    SCAN(null, Scan::counts),
    MALFORMED(null, Scan::malformed),
    STUCK(null, Scan::stuck),
    FUTURE(null, Scan::future);

    private final @org.jspecify.annotations.Nullable String database;
    private final Function<Chart, BsonDocument> command;

    /** @param database null for that of the claims */
    Question(@org.jspecify.annotations.Nullable String database, Function<Chart, BsonDocument> command) {
        this.database = database;
        this.command = command;
    }

    String database(Chart chart) {
        return database == null ? chart.database() : database;
    }

    BsonDocument command(Chart chart) {
        return command.apply(chart);
    }

    /** The command's name, as the server and its privileges call it. */
    String command() {
        return switch (this) {
            case HELLO -> "hello";
            case BUILD_INFO -> "buildInfo";
            case CONNECTION_STATUS -> "connectionStatus";
            case DEFAULT_CONCERNS -> "getDefaultRWConcern";
            case MEMBERS -> "replSetGetStatus";
            case TTL_MONITOR -> "getParameter";
            case SHARDING, MALFORMED, STUCK, FUTURE -> "find";
            case COLLECTION -> "listCollections";
            case INDEXES -> "listIndexes";
            case SIZE -> "collStats";
            case SCAN -> "aggregate";
        };
    }

    private static BsonDocument of(String command) {
        return new BsonDocument(command, new BsonInt32(1));
    }
}
