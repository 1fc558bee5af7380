package io.claimctl.claim;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerConnectionState;
import com.mongodb.connection.ServerDescription;
import io.claimctl.claim.StoreException.Kind;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.bson.BSONException;
import org.bson.BsonDocument;
import org.bson.BsonMaximumSizeExceededException;
import org.jspecify.annotations.Nullable;

/** What the driver's exceptions mean for a claim. Only codes and types decide, never the wording of a message. */
final class DriverErrors {
    private static final Set<Integer> DUPLICATE_KEY = Set.of(11000, 11001);
    private static final Set<Integer> DENIED = Set.of(13, 18, 8000);
    /** The server gave up, on a lock, a time limit or a lost cursor: this command was not applied, another may be. */
    private static final Set<Integer> TRY_LATER = Set.of(24, 43, 50, 112, 175, 237);
    /**
     * The server was changing its state, lost a connection of its own, was interrupted, or has forgotten what it did when
     * the driver sent the command before: what came of a write is open.
     */
    private static final Set<Integer> TRANSIENT =
            Set.of(6, 7, 89, 90, 91, 189, 202, 217, 225, 262, 9001, 10058, 10107, 11600, 11601, 11602, 13435, 13436);
    /** Read concerns, or their combinations, that this server does not have. */
    private static final Set<Integer> READ_CONCERN_UNSUPPORTED = Set.of(72, 115, 123, 148, 238, 303);

    private static final Set<Integer> DELETE_FROM_CAPPED = Set.of(20, 10089);

    private DriverErrors() {}

    /** Whether a write that failed like this may have been applied, or may yet be. */
    static boolean leavesWriteUnknown(MongoException error) {
        if (error instanceof MongoWriteConcernException) {
            return true;
        }
        if (serverTimeLimit(error)) {
            return true; // the driver makes one of a command given up and of an applied one that waited for its
            // majority
        }
        if (error instanceof MongoServerException) {
            return TRANSIENT.contains(error.getCode());
        }
        return true; // a lost connection, or a timeout or interrupt of the client: the command may have left
    }

    /** Whether a server that answers with this code refuses for want of a privilege, or of credentials. */
    static boolean denies(int code) {
        return DENIED.contains(code);
    }

    /** Whether the server answers so for a while only. */
    static boolean passes(MongoException error) {
        return TRANSIENT.contains(error.getCode()) || TRY_LATER.contains(error.getCode());
    }

    static boolean isDuplicateKey(MongoException error) {
        return DUPLICATE_KEY.contains(error.getCode());
    }

    /** Whether the reply names another index than that of {@code _id}; a reply that names none does not. */
    static boolean namesAnotherIndex(MongoException error) {
        BsonDocument keys = error instanceof MongoCommandException command
                        && command.getResponse().isDocument("keyPattern")
                ? command.getResponse().getDocument("keyPattern")
                : null;
        return keys != null && !(keys.size() == 1 && keys.containsKey(Fields.ID));
    }

    static boolean readConcernUnsupported(MongoException error) {
        return error instanceof MongoCommandException && READ_CONCERN_UNSUPPORTED.contains(error.getCode());
    }

    /** The store's failure that an exception of the driver stands for. */
    static StoreException failure(MongoException error, ClusterDescription cluster) {
        Kind kind = kind(error, cluster);
        return new StoreException(kind, message(kind, error, cluster), Math.max(0, code(error)), error);
    }

    /** Whether a delete was refused as a capped collection refuses it. */
    static boolean refusesDeletes(MongoException error) {
        return DELETE_FROM_CAPPED.contains(error.getCode());
    }

    /** A capped collection does not let a claim change its status, since the document would change its size. */
    static boolean refusesChangeOfSize(MongoException error) {
        return code(error) == 10003;
    }

    /** The server refused the command for a reason that we have better words for. */
    static StoreException refusal(String why, MongoException error) {
        return new StoreException(Kind.REFUSED, why + ": " + brief(error), code(error), error);
    }

    /** A reply came and cannot be read: it says nothing. */
    static StoreException unreadable(BSONException error) {
        return new StoreException(Kind.REFUSED, "the server's reply cannot be read: " + brief(error), 0, error);
    }

    /** The command never left: it is larger than the server takes. */
    static StoreException tooLarge(BsonMaximumSizeExceededException error) {
        return new StoreException(Kind.REFUSED, "the document would be larger than the server takes", 0, error);
    }

    private static Kind kind(MongoException error, ClusterDescription cluster) {
        if (refusedCredentials(error, cluster) || DENIED.contains(error.getCode())) {
            return Kind.DENIED;
        }
        if (error instanceof MongoServerException || serverTimeLimit(error)) {
            return kindOfReply(error);
        }
        if (error instanceof MongoSocketOpenException || isSelection(error)) {
            return Kind.UNREACHABLE;
        }
        if (error instanceof MongoSocketException) {
            return Kind.TIMED_OUT; // a connection that had been made was lost
        }
        return answered(cluster) ? Kind.TIMED_OUT : Kind.UNREACHABLE;
    }

    private static Kind kindOfReply(MongoException error) {
        if (serverTimeLimit(error) || error instanceof MongoWriteConcernException || passes(error)) {
            return Kind.TIMED_OUT;
        }
        return isDuplicateKey(error) ? Kind.DUPLICATE_KEY : Kind.REFUSED;
    }

    private static boolean isSelection(MongoException error) {
        return error.getClass().equals(MongoTimeoutException.class);
    }

    private static boolean answered(ClusterDescription cluster) {
        return cluster.getServerDescriptions().stream().anyMatch(s -> s.getState() == ServerConnectionState.CONNECTED);
    }

    private static boolean refusedCredentials(Throwable error, ClusterDescription cluster) {
        return securityException(error)
                || cluster.getServerDescriptions().stream()
                        .map(ServerDescription::getException)
                        .anyMatch(DriverErrors::securityException);
    }

    private static boolean securityException(@Nullable Throwable error) {
        for (Throwable e = error; e != null; e = e.getCause()) {
            if (e instanceof MongoSecurityException) {
                return !(e.getCause() instanceof MongoSocketException);
            }
        }
        return false;
    }

    /** The driver turns the server's own "time limit exceeded" into a timeout of its own; the reply came, though. */
    private static boolean serverTimeLimit(Throwable error) {
        for (Throwable e = error; e != null; e = e.getCause()) {
            if (e instanceof MongoException mongo && mongo.getCode() == 50) {
                return true;
            }
        }
        return false;
    }

    private static int code(Throwable error) {
        for (Throwable e = error; e != null; e = e.getCause()) {
            if (e instanceof MongoServerException server && server.getCode() > 0) {
                return server.getCode();
            }
        }
        return 0;
    }

    private static String message(Kind kind, MongoException error, ClusterDescription cluster) {
        return switch (kind) {
            case UNREACHABLE -> "no server answered: " + whyUnreachable(error, cluster);
            case TIMED_OUT -> whyTimedOut(error) + brief(error);
            case DENIED -> "the server denied access: " + brief(error);
            case DUPLICATE_KEY -> "another unique index holds the same value: " + brief(error);
            case REFUSED -> "the server refused the command: " + brief(error);
        };
    }

    private static String whyTimedOut(MongoException error) {
        if (error instanceof MongoServerException && !serverTimeLimit(error)) {
            return "the server cannot do it now: ";
        }
        return error instanceof MongoSocketException && !(error instanceof MongoSocketReadTimeoutException)
                ? "the connection was lost before the server answered: "
                : "the server was reached, but did not answer in time: ";
    }

    private static String whyUnreachable(MongoException error, ClusterDescription cluster) {
        List<String> hosts = cluster.getServerDescriptions().stream()
                .map(s -> s.getAddress() + " ("
                        + (s.getException() == null ? "no answer" : brief(rootCause(s.getException()))) + ")")
                .sorted()
                .toList();
        return hosts.isEmpty() ? brief(rootCause(error)) : String.join(", ", hosts);
    }

    private static Throwable rootCause(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null && !Objects.equals(root.getCause(), root)) {
            root = root.getCause();
        }
        return root;
    }

    /** The server's words, cut before the command that some replies repeat with all its values. */
    static String brief(Throwable error) {
        String text = error instanceof MongoCommandException command
                ? command.getErrorMessage() + " (code " + command.getErrorCode() + ")"
                : Objects.requireNonNullElse(
                        error.getMessage(), error.getClass().getSimpleName());
        int command = text.indexOf(" command {");
        return command < 0
                ? text
                : text.substring(0, command) + " command "
                        + text.substring(command + 10).split(":", 2)[0].trim();
    }
}
