package io.claimctl.cli.connection;

import io.claimctl.view.Times;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Why a connection failed, read from the chain of causes. */
final class Causes {

    private Causes() {}

    /** The outermost cause of a class, the error itself included. */
    static <T extends Throwable> @Nullable T first(@Nullable Throwable error, Class<T> type) {
        Throwable cause = error;
        for (int depth = 0; cause != null && depth < 32; depth++) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
            cause = cause.getCause();
        }
        return null;
    }

    /**
     * The reason in words, without a host.
     *
     * @param withTls whether TLS was tried
     */
    static String why(Throwable error, Duration timeout, boolean withTls) {
        SSLException tls = first(error, SSLException.class);
        if (tls != null) {
            return "TLS failed: " + tls(tls);
        }
        if (first(error, UnknownHostException.class) != null) {
            return "the name has no address (DNS)";
        }
        if (first(error, SocketTimeoutException.class) != null) {
            return noAnswer(timeout);
        }
        if (first(error, NoRouteToHostException.class) != null) {
            return "there is no route to it";
        }
        ConnectException connect = first(error, ConnectException.class);
        if (connect != null) {
            return text(connect).contains("refused") ? "connection refused; nothing listens there" : text(connect);
        }
        return closed(error)
                ? "it closed the connection without an answer; it is no MongoDB server"
                        + (withTls ? ", or it does not take the certificate" : ", or it expects TLS (tls=true)")
                : text(root(error));
    }

    static String noAnswer(Duration timeout) {
        return "no answer within " + Times.exact(timeout);
    }

    private static String tls(SSLException error) {
        String reason = text(root(error));
        return reason.contains("Unsupported or unrecognized SSL message") || reason.contains("terminated the handshake")
                ? "the server does not speak TLS there"
                : reason;
    }

    private static boolean closed(Throwable error) {
        String reason = text(root(error));
        return reason.contains("end of stream")
                || reason.contains("Connection reset")
                || reason.contains("Broken pipe");
    }

    private static Throwable root(Throwable error) {
        Throwable root = error;
        for (int depth = 0; root.getCause() != null && depth < 32; depth++) {
            root = root.getCause();
        }
        return root;
    }

    private static String text(Throwable error) {
        String message = error.getMessage();
        return message == null ? error.getClass().getSimpleName() : message;
    }
}
