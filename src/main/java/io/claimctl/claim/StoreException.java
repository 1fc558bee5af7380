package io.claimctl.claim;

import com.mongodb.MongoException;
import com.mongodb.connection.ClusterDescription;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The store failed: no outcome of a claim operation, but the reason why there is none. Nothing was changed by the
 * operation that throws it. The driver's exception is the cause.
 */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What failed. */
    public enum Kind {
        /** No server answered a handshake: nothing was sent. */
        UNREACHABLE,
        /** The server was reached, and a command was not answered in time or ran into its time limit. */
        TIMED_OUT,
        /** The credentials were refused, or the user lacks a privilege. */
        DENIED,
        /** A unique index other than that of {@code _id} holds the same value. */
        DUPLICATE_KEY,
        /** The server refused the command; the message says why. */
        REFUSED
    }

    private final Kind kind;
    private final int code;

    StoreException(Kind kind, String message, int code, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.code = code;
    }

    /**
     * The failure that an exception of the driver stands for.
     *
     * @param what begins the message, as in "the archive shop.old cannot be written"
     * @param cluster what the client knew of its servers then
     */
    public static StoreException of(String what, MongoException error, ClusterDescription cluster) {
        StoreException failure = DriverErrors.failure(error, cluster);
        return new StoreException(failure.kind, what + ": " + failure.getMessage(), failure.code, error);
    }

    /**
     * A refusal that no server has answered with.
     *
     * @param why a sentence
     */
    public static StoreException refusal(String why) {
        return new StoreException(Kind.REFUSED, why, 0, null);
    }

    /** What failed. */
    public Kind kind() {
        return kind;
    }

    /** Whether it may pass by itself: nobody answered, or not in time. */
    public boolean passes() {
        return kind == Kind.UNREACHABLE || kind == Kind.TIMED_OUT;
    }

    /** The server's error code, where it answered with one. */
    public OptionalInt code() {
        return code > 0 ? OptionalInt.of(code) : OptionalInt.empty();
    }
}
