package io.claimctl.cli.connection;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a connection string says of its user, read before the driver sees it.
 *
 * @param user percent-decoded; null if it names none
 * @param hasPassword whether it has a place for a password, be it empty
 * @param hosts with their ports
 * @param lacksPassword whether the driver would miss one
 */
public record Login(@Nullable String user, boolean hasPassword, String hosts, boolean lacksPassword) {
    /** Those that know their user by something else than a password; AWS takes the key of a user for one. */
    private static final Set<String> WITHOUT_PASSWORD = Set.of("MONGODB-X509", "MONGODB-OIDC", "GSSAPI");

    private static final String UNRESERVED = "-._~";

    /** Reads a connection string, valid or not. */
    public static Login of(String uri) {
        String rest = uri.substring(start(uri));
        int end = hostsEnd(rest);
        int at = rest.lastIndexOf('@', end - 1);
        String hosts = rest.substring(at + 1, end);
        if (at <= 0) {
            return new Login(null, false, hosts, false);
        }
        String credentials = rest.substring(0, at);
        int colon = credentials.indexOf(':');
        String user = Secrets.decoded(colon < 0 ? credentials : credentials.substring(0, colon));
        return new Login(user, colon >= 0, hosts, colon < 0 && !WITHOUT_PASSWORD.contains(mechanism(rest)));
    }

    /** The database that the path of a connection string names, valid or not. */
    public static Optional<String> database(String uri) {
        String rest = uri.substring(start(uri));
        int end = hostsEnd(rest);
        if (end == rest.length() || rest.charAt(end) == '?') {
            return Optional.empty();
        }
        int query = rest.indexOf('?', end);
        String name = Secrets.decoded(rest.substring(end + 1, query < 0 ? rest.length() : query));
        return Optional.of(name).filter(text -> !text.isEmpty() && text.indexOf('@') < 0); // half a password, perhaps
    }

    /**
     * The connection string with this password, whatever characters that has.
     *
     * @param uri one that names a user and no password
     */
    public static String withPassword(String uri, String password) {
        int start = start(uri);
        String rest = uri.substring(start);
        int at = rest.lastIndexOf('@', hostsEnd(rest) - 1);
        return uri.substring(0, start + at) + ":" + encoded(password) + uri.substring(start + at);
    }

    private static int start(String uri) {
        int scheme = uri.indexOf("://");
        return scheme < 0 ? 0 : scheme + 3;
    }

    private static int hostsEnd(String rest) {
        for (int i = 0; i < rest.length(); i++) {
            if (rest.charAt(i) == '/' || rest.charAt(i) == '?') {
                return i;
            }
        }
        return rest.length();
    }

    private static String mechanism(String rest) {
        int query = rest.indexOf('?');
        if (query >= 0) {
            for (String option : rest.substring(query + 1).split("[&;]", -1)) {
                int equals = option.indexOf('=');
                if (equals > 0 && option.substring(0, equals).equalsIgnoreCase("authMechanism")) {
                    return Secrets.decoded(option.substring(equals + 1)).toUpperCase(Locale.ROOT);
                }
            }
        }
        return "";
    }

    private static String encoded(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = (b >= 'a' && b <= 'z')
                    || (b >= 'A' && b <= 'Z')
                    || (b >= '0' && b <= '9')
                    || (b > 0 && UNRESERVED.indexOf(b) >= 0);
            if (plain) {
                encoded.append((char) b);
            } else {
                encoded.append(String.format(Locale.ROOT, "%%%02X", b & 0xff));
            }
        }
        return encoded.toString();
    }
}
