package io.claimctl.claim;

import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.ServerAddress;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ServerDescription;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.BSONException;
import org.bson.BsonDocument;
import org.bson.BsonMaximumSizeExceededException;
import org.bson.BsonValue;
import org.bson.codecs.BsonValueCodecProvider;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/** How the operations reach the collection: its view with our codec, concerns and preference; sending; the explaining read. */
final class StoreAccess {
    static final CodecRegistry BSON = CodecRegistries.fromProviders(new BsonValueCodecProvider());

    final MongoClient client;
    final MongoNamespace namespace;
    final TimeSource time;
    final HostClock clock;
    final Duration timeout;
    final CollectionCheck check;
    private final AtomicBoolean linearizable;
    private final MongoCollection<BsonDocument> collection;

    StoreAccess(
            MongoClient client,
            MongoNamespace namespace,
            TimeSource time,
            HostClock clock,
            Duration timeout,
            CollectionCheck check,
            AtomicBoolean linearizable) {
        this.client = client;
        this.namespace = namespace;
        this.time = time;
        this.clock = clock;
        this.timeout = timeout;
        this.check = check;
        this.linearizable = linearizable;
        this.collection = client.getDatabase(namespace.getDatabaseName())
                .getCollection(namespace.getCollectionName(), BsonDocument.class)
                .withCodecRegistry(BSON)
                .withReadPreference(ReadPreference.primary())
                .withWriteConcern(WriteConcern.MAJORITY);
    }

    StoreAccess withTimeout(Duration other) {
        return new StoreAccess(client, namespace, time, clock, other, check, linearizable);
    }

    StoreAccess withTime(TimeSource other) {
        return new StoreAccess(client, namespace, other, clock, timeout, check, linearizable);
    }

    Deadline deadline() {
        return new Deadline(clock, timeout);
    }

    MongoCollection<BsonDocument> collection(Duration limit) {
        return collection.withTimeout(Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS);
    }

    WriteCommands writes(Duration limit) {
        MongoDatabase database = client.getDatabase(namespace.getDatabaseName())
                .withCodecRegistry(BSON)
                .withReadPreference(ReadPreference.primary())
                .withTimeout(Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS);
        ServerAddress server = client.getClusterDescription().getServerDescriptions().stream()
                .map(ServerDescription::getAddress)
                .findFirst()
                .orElseGet(ServerAddress::new);
        return new WriteCommands(database, namespace.getCollectionName(), server);
    }

    StoreException failure(MongoException error) {
        if (DriverErrors.leavesWriteUnknown(error)) {
            time.forget(); // the primary may be another by now
        }
        if (DriverErrors.refusesChangeOfSize(error)) {
            return DriverErrors.refusal(CollectionCheck.noChangeOfSizeIn(namespace), error);
        }
        return DriverErrors.failure(error, client.getClusterDescription());
    }

    /** One conditional command. */
    @FunctionalInterface
    interface Write {
        @Nullable
        BsonDocument send(WriteCommands commands);
    }

    /**
     * Sends one conditional command once.
     *
     * @param holds the reading whose time stands in the filter: an answer from another primary proves nothing then
     * @throws StoreException if the server answered, and refused it: nothing was changed
     */
    Reply send(Duration limit, @Nullable ServerTime holds, Write write) {
        BsonDocument answer;
        try {
            answer = write.send(writes(limit));
        } catch (MongoException e) {
            if (DriverErrors.leavesWriteUnknown(e)) {
                return new Reply(Reply.Kind.UNKNOWN, null, failure(e));
            }
            if (DriverErrors.isDuplicateKey(e) && !DriverErrors.namesAnotherIndex(e)) {
                return new Reply(Reply.Kind.DUPLICATE_ID, null, failure(e));
            }
            throw failure(e);
        } catch (BsonMaximumSizeExceededException e) {
            throw DriverErrors.tooLarge(e);
        } catch (BSONException e) {
            return new Reply(Reply.Kind.UNKNOWN, null, DriverErrors.unreadable(e));
        }
        if (holds != null && !holds.primary().equals(PrimaryIdentity.of(client.getClusterDescription()))) {
            time.forget();
            return new Reply(
                    Reply.Kind.UNKNOWN,
                    null,
                    new StoreException(
                            StoreException.Kind.TIMED_OUT,
                            "the primary changed while the command was on its way",
                            0,
                            null));
        }
        return new Reply(Reply.Kind.ANSWERED, answer, null);
    }

    /**
     * What came back for one command.
     *
     * @param kind answered, not applied for a document of the same {@code _id}, or not known
     * @param document what it was answered with, if anything: the document before a find-and-modify
     * @param cause for the last two kinds
     */
    record Reply(
            Kind kind,
            @Nullable BsonDocument document,
            @Nullable StoreException cause) {
        enum Kind {
            ANSWERED,
            DUPLICATE_ID,
            UNKNOWN
        }
    }

    /** A read with the strongest concern that the server has. */
    @FunctionalInterface
    interface Read<T> {
        T with(ReadConcern concern);
    }

    /** Reads claims as they certainly stand: linearizable, or majority where the server has no linearizable reads. */
    <T> T reading(Read<T> read) {
        boolean strongest = linearizable.get(); // another thread may find out meanwhile
        try {
            return read.with(strongest ? ReadConcern.LINEARIZABLE : ReadConcern.MAJORITY);
        } catch (MongoException e) {
            if (!strongest || !DriverErrors.readConcernUnsupported(e)) {
                throw failure(e);
            }
            linearizable.set(false);
            return reading(read);
        } catch (BSONException e) {
            throw DriverErrors.unreadable(e);
        }
    }

    /** The one read that explains a refused command, or settles an unknown one. */
    @Nullable
    BsonDocument explain(BsonValue id, Duration limit) {
        return certain(id, limit, new BsonDocument());
    }

    /** One claim as it certainly stands; an empty projection leaves nothing out. */
    @Nullable
    BsonDocument certain(BsonValue id, Duration limit, BsonDocument projection) {
        return reading(concern -> Optional.ofNullable(collection(limit)
                        .withReadConcern(concern)
                        .find(Filters.id(id))
                        .projection(projection.isEmpty() ? null : projection)
                        .batchSize(2)
                        .limit(1)
                        .first()))
                .orElse(null);
    }
}
