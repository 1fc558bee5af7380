package io.claimctl.doctor;

import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** What the checks ask the server, once each. Every question is a command that reads. */
enum Question {
    HELLO("hello"),
    BUILD_INFO("buildInfo"),
    CONNECTION_STATUS("connectionStatus"),
    DEFAULT_CONCERNS("getDefaultRWConcern"),
    MEMBERS("replSetGetStatus"),
    TTL_MONITOR("getParameter"),
    SHARDING("find"),
    COLLECTION("listCollections"),
    INDEXES("listIndexes"),
    SIZE("collStats"),
    SCAN("aggregate"),
    MALFORMED("find"),
    STUCK("find"),
    FUTURE("find");

    private final String name;

    Question(String name) {
        this.name = name;
    }

    /** The command's name, as the server and its privileges call it. */
    String commandName() {
        return name;
    }

    /** Whether its answer takes the longer the more claims there are. */
    boolean readsDocuments() {
        return switch (this) {
            case SCAN, MALFORMED, STUCK, FUTURE -> true;
            default -> false;
        };
    }

    /** The database that it is asked of. */
    String database(Chart chart) {
        return switch (this) {
            case HELLO, BUILD_INFO, CONNECTION_STATUS, DEFAULT_CONCERNS, MEMBERS, TTL_MONITOR -> "admin";
            case SHARDING -> "config";
            case COLLECTION, INDEXES, SIZE, SCAN, MALFORMED, STUCK, FUTURE -> chart.database();
        };
    }

    /** The command. */
    BsonDocument command(Chart chart) {
        return switch (this) {
            case HELLO, BUILD_INFO, DEFAULT_CONCERNS, MEMBERS -> one();
            case CONNECTION_STATUS -> one().append("showPrivileges", BsonBoolean.TRUE);
            case TTL_MONITOR ->
                one().append("ttlMonitorEnabled", new BsonInt32(1)).append("ttlMonitorSleepSecs", new BsonInt32(1));
            case SHARDING ->
                new BsonDocument(name, new BsonString("collections"))
                        .append("filter", new BsonDocument("_id", new BsonString(chart.namespace())))
                        .append("limit", new BsonInt32(1));
            case COLLECTION -> one().append("filter", new BsonDocument("name", chart.collectionName()));
            case INDEXES ->
                new BsonDocument(name, chart.collectionName())
                        .append("cursor", new BsonDocument("batchSize", new BsonInt32(1_000)));
            case SIZE -> new BsonDocument(name, chart.collectionName());
            case SCAN -> Scan.counts(chart);
            case MALFORMED -> Scan.malformed(chart);
            case STUCK -> Scan.stuck(chart);
            case FUTURE -> Scan.future(chart);
        };
    }

    private BsonDocument one() {
        return new BsonDocument(name, new BsonInt32(1));
    }
}
