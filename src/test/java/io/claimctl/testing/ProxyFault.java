package io.claimctl.testing;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * What a {@link FaultProxy} does to one command: what becomes of its request, and what of its reply. A value.
 *
 * @param request whether the server gets it
 * @param ending what the client gets
 * @param requestDelay how long the request lies on the way before the server gets it
 * @param replyDelay how long the reply lies on the way
 * @param answer the reply, for {@link Ending#ANSWER}
 * @param meanwhile runs when the server has answered, or the request was lost, and before the client gets to know
 */
public record ProxyFault(
        Request request, Ending ending, Duration requestDelay, Duration replyDelay, Answer answer, Runnable meanwhile) {
    /** Those after which the driver sends a retryable write again. */
    private static final Set<Integer> RETRYABLE =
            Set.of(6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436);

    /** What becomes of a request. */
    public enum Request {
        /** The server gets it, and has answered it before the client notices anything. */
        FORWARDED,
        /** It never comes to the server. */
        LOST,
        /** It waits on the way until {@link FaultProxy#release} sends it on. */
        HELD
    }

    /** What the client gets. */
    public enum Ending {
        /** The reply. */
        REPLY,
        /** The first half of the reply's bytes, then the end of the connection. */
        HALF,
        /** The end of the connection. */
        CUT,
        /** Nothing, for ever. */
        SILENCE,
        /** Another reply. */
        ANSWER
    }

    /** Makes a reply. */
    @FunctionalInterface
    public interface Answer {
        /**
         * The reply to send.
         *
         * @param request the command
         * @param real what the server has answered; empty where it did not get the command
         */
        BsonDocument to(BsonDocument request, BsonDocument real);
    }

    /** No fault: for a {@link #meanwhile}. */
    public static final ProxyFault NONE = of(Request.FORWARDED, Ending.REPLY);
    /** The connection is cut, and the server never sees the request. */
    public static final ProxyFault CUT_BEFORE = of(Request.LOST, Ending.CUT);
    /** The server has answered, the reply is lost, the connection is cut. */
    public static final ProxyFault CUT_AFTER = of(Request.FORWARDED, Ending.CUT);
    /** The connection is cut within the reply. */
    public static final ProxyFault CUT_IN_REPLY = of(Request.FORWARDED, Ending.HALF);
    /** The request is lost, and the connection stays open. */
    public static final ProxyFault STALL_BEFORE = of(Request.LOST, Ending.SILENCE);
    /** The server has answered, the reply is lost, and the connection stays open. */
    public static final ProxyFault STALL_AFTER = of(Request.FORWARDED, Ending.SILENCE);
    /** The connection is cut, and the request still waits in the server. */
    public static final ProxyFault LATE = of(Request.HELD, Ending.CUT);
    /** The request still waits in the server, and the connection stays open. */
    public static final ProxyFault LATE_IN_SILENCE = of(Request.HELD, Ending.SILENCE);

    /** The server gets the request after this time only. */
    public static ProxyFault delayedRequest(Duration time) {
        return new ProxyFault(Request.FORWARDED, Ending.REPLY, time, Duration.ZERO, NONE.answer, NONE.meanwhile);
    }

    /** The client gets the reply after this time only. */
    public static ProxyFault delayedReply(Duration time) {
        return new ProxyFault(Request.FORWARDED, Ending.REPLY, Duration.ZERO, time, NONE.answer, NONE.meanwhile);
    }

    /** An error, {@code ok: 0}, after applying the command or without. */
    public static ProxyFault error(int code, boolean applied) {
        BsonDocument reply = new BsonDocument("ok", new org.bson.BsonDouble(0))
                .append("errmsg", new BsonString("answered by the proxy"))
                .append("code", new BsonInt32(code));
        return answer(applied, (request, real) -> labelled(reply.clone(), code, request));
    }

    /** A write concern error on the server's own reply; without applying, on one that says that it was applied. */
    public static ProxyFault writeConcernError(int code, boolean applied) {
        BsonDocument error =
                new BsonDocument("code", new BsonInt32(code)).append("errmsg", new BsonString("answered by the proxy"));
        BsonDocument forged = BsonDocument.parse(
                "{lastErrorObject: {n: 1, updatedExisting: true}, value: null, n: 1, nModified: 1, ok: 1.0}");
        return answer(applied, (request, real) -> {
            BsonDocument reply = new BsonDocument();
            reply.putAll(applied ? real : forged);
            return labelled(reply.append("writeConcernError", error), code, request);
        });
    }

    /** Another reply. */
    public static ProxyFault answer(boolean applied, Answer answer) {
        Request request = applied ? Request.FORWARDED : Request.LOST;
        return new ProxyFault(request, Ending.ANSWER, Duration.ZERO, Duration.ZERO, answer, NONE.meanwhile);
    }

    /** The same, and this happens before the client gets to know. */
    public ProxyFault meanwhile(Runnable action) {
        return new ProxyFault(request, ending, requestDelay, replyDelay, answer, () -> {
            meanwhile.run();
            action.run();
        });
    }

    private static ProxyFault of(Request request, Ending ending) {
        return new ProxyFault(request, ending, Duration.ZERO, Duration.ZERO, (command, real) -> real, () -> {});
    }

    /** As a server does it for a client that can send a write again. */
    private static BsonDocument labelled(BsonDocument reply, int code, BsonDocument request) {
        return RETRYABLE.contains(code) && request.containsKey("txnNumber")
                ? reply.append("errorLabels", new BsonArray(List.of(new BsonString("RetryableWriteError"))))
                : reply;
    }
}
