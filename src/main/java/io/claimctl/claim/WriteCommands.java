package io.claimctl.claim;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.ServerAddress;
import com.mongodb.WriteConcernResult;
import com.mongodb.bulk.WriteConcernError;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Writes as plain commands. The driver's own methods send a write a second time, unseen, when its first reply was lost; the
 * answer to the second says nothing of the first, which may still be waiting in the server. These are sent once, so that
 * an answer is an answer, and a repeat is ours to judge.
 */
final class WriteCommands {
    private static final BsonDocument MAJORITY = new BsonDocument("w", new BsonString("majority"));

    private final MongoDatabase database;
    private final String collection;
    private final ServerAddress server;

    /** @param server for the messages of exceptions */
    WriteCommands(MongoDatabase database, String collection, ServerAddress server) {
        this.database = database;
        this.collection = collection;
        this.server = server;
    }

    @Nullable
    BsonDocument findOneAndUpdate(BsonDocument filter, BsonDocument update, FindOneAndUpdateOptions options) {
        BsonDocument command = new BsonDocument("findAndModify", new BsonString(collection))
                .append("query", filter)
                .append("update", update)
                .append("new", BsonBoolean.valueOf(options.getReturnDocument() == ReturnDocument.AFTER));
        Bson projection = options.getProjection();
        if (projection != null) {
            command.append("fields", projection.toBsonDocument());
        }
        if (options.isUpsert()) {
            command.append("upsert", BsonBoolean.TRUE);
        }
        BsonDocument reply = run(command);
        return reply.isNull("value") || !reply.containsKey("value") ? null : reply.getDocument("value");
    }

    void insertOne(BsonDocument document) {
        run(new BsonDocument("insert", new BsonString(collection))
                .append("documents", new BsonArray(List.of(document))));
    }

    /** How many it changed. */
    long updateMany(BsonDocument filter, BsonDocument update, BsonDocument hint) {
        BsonDocument all = new BsonDocument("q", filter)
                .append("u", update)
                .append("multi", BsonBoolean.TRUE)
                .append("hint", hint);
        return run(new BsonDocument("update", new BsonString(collection))
                        .append("updates", new BsonArray(List.of(all))))
                .getNumber("nModified", new BsonInt32(0))
                .longValue();
    }

    /** How many it deleted: 1 or none. */
    long deleteOne(BsonDocument filter) {
        BsonDocument one = new BsonDocument("q", filter).append("limit", new BsonInt32(1));
        return run(new BsonDocument("delete", new BsonString(collection))
                        .append("deletes", new BsonArray(List.of(one))))
                .getNumber("n", new BsonInt32(0))
                .longValue();
    }

    private BsonDocument run(BsonDocument command) {
        BsonDocument reply = database.runCommand(command.append("writeConcern", MAJORITY), BsonDocument.class);
        if (reply.containsKey("writeConcernError")) {
            throw unconfirmed(reply.getDocument("writeConcernError"));
        }
        BsonArray errors = reply.getArray("writeErrors", new BsonArray());
        if (!errors.isEmpty()) {
            throw refused(errors.get(0).asDocument());
        }
        return reply;
    }

    /** Applied on the primary, and not known to be so by a majority. */
    private MongoWriteConcernException unconfirmed(BsonDocument error) {
        BsonValue code = error.get("code");
        return new MongoWriteConcernException(
                new WriteConcernError(
                        code == null ? 0 : code.asNumber().intValue(),
                        error.getString("codeName", new BsonString("")).getValue(),
                        error.getString("errmsg", new BsonString("not confirmed by a majority"))
                                .getValue(),
                        new BsonDocument()),
                WriteConcernResult.acknowledged(0, false, null),
                server,
                Set.of());
    }

    /** What a command that could refuse many writes says of its only one. */
    private MongoCommandException refused(BsonDocument error) {
        return new MongoCommandException(error.append("ok", new BsonDouble(0)), server);
    }
}
