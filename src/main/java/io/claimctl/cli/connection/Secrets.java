package io.claimctl.cli.connection;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What must never be printed: passwords and authentication properties of every connection string that this run has
 * seen, as they were written and percent-decoded. Thread-safe.
 */
public final class Secrets {
    /** What stands in their place. */
    public static final String HIDDEN = "***";

    /** A user alone is none; whatever may be more than that is. */
    private static final Pattern CREDENTIALS = Pattern.compile("(mongo[a-z]*(?:\\+srv)?://)(?![\\w.~+-]+@[^@]*\\z).*@");

    private static final Pattern HOSTS_END = Pattern.compile("[/?]");
    private static final Pattern HOSTS_AND_PORTS = Pattern.compile("(([^:,]+|\\[[^]]*])(:\\d{1,5})?(,|$))*");
    private static final Pattern OPTION = Pattern.compile("(?<=[?&;])([A-Za-z]+)=([^&;\\s]*)");
    private static final Set<String> SECRET_OPTIONS =
            Set.of("authmechanismproperties", "proxypassword", "tlscertificatekeyfilepassword");
    private static final int TOO_SHORT = 2; // hiding every "a" would tell more than it hides
    private static final int LONG_PROPERTY = 8;

    private final Set<String> known = new ConcurrentSkipListSet<>(
            Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    /** Learns the secrets of a text that is a connection string or contains one, valid or not. */
    public void learn(String text) {
        int scheme = text.indexOf("://");
        if (scheme < 0) {
            return;
        }
        String rest = text.substring(scheme + 3);
        String hosts = HOSTS_END.split(rest, 2)[0];
        learnPassword(rest, rest.lastIndexOf('@'));
        learnPassword(hosts, hosts.lastIndexOf('@'));
        if (rest.indexOf('@') < 0 && !HOSTS_AND_PORTS.matcher(hosts).matches()) {
            learnPassword(hosts, hosts.length()); // somebody forgot the host
        }
        Matcher option = OPTION.matcher(rest);
        while (option.find()) {
            if (isSecret(option.group(1))) {
                learnProperties(option.group(2));
            }
        }
    }

    /** Whether a connection string holds a password or another secret, however short. */
    public static boolean isIn(String uri) {
        return !redact(uri).equals(uri);
    }

    /** The text without any secret. */
    public String scrub(String text) {
        String clean = hideOptions(CREDENTIALS.matcher(text).replaceAll("$1" + HIDDEN + "@"));
        for (String secret : known) {
            clean = clean.replace(secret, HIDDEN);
        }
        return clean;
    }

    /** A connection string for people: user, hosts, database and options, the secrets hidden. */
    public static String redact(String uri) {
        int scheme = uri.indexOf("://") + 3;
        int at = uri.lastIndexOf('@');
        int colon = uri.indexOf(':', scheme);
        if (at < scheme || colon < 0 || colon > at) {
            return hideOptions(uri);
        }
        return hideOptions(uri.substring(0, colon + 1) + HIDDEN + uri.substring(at));
    }

    private static String hideOptions(String text) {
        return OPTION.matcher(text)
                .replaceAll(option -> isSecret(option.group(1))
                        ? option.group(1) + "=" + HIDDEN
                        : Matcher.quoteReplacement(option.group()));
    }

    private static boolean isSecret(String option) {
        String name = option.toLowerCase(Locale.ROOT);
        return SECRET_OPTIONS.contains(name) || name.contains("password");
    }

    private void learnPassword(String rest, int at) {
        int colon = rest.indexOf(':');
        if (colon >= 0 && colon < at) {
            add(rest.substring(colon + 1, at));
        }
    }

    private void learnProperties(String value) {
        add(value);
        for (String property : List.of(value.split(","))) {
            String secret = property.substring(property.indexOf(':') + 1);
            if (secret.length() >= LONG_PROPERTY) {
                add(secret);
            }
        }
    }

    private void add(String secret) {
        for (String form : List.of(secret, decoded(secret))) {
            if (form.length() >= TOO_SHORT) {
                known.add(form);
            }
        }
    }

    static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return text;
        }
    }
}
