package io.claimctl.cli.config;

import java.util.Set;

/** Writes a {@link Configuration} as {@link ConfigurationReader} reads it, always alike. */
public final class ConfigurationWriter {
    /** What some reader of YAML takes for something else than a text. */
    private static final Set<String> WORDS = Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

    private ConfigurationWriter() {}

    /** The text of the file; empty where it says nothing. */
    public static String text(Configuration configuration) {
        StringBuilder text = new StringBuilder();
        if (configuration.current() != null) {
            text.append("current: ").append(scalar(configuration.current())).append('\n');
        }
        if (!configuration.profiles().isEmpty()) {
            text.append("profiles:\n");
        }
        for (Profile profile : configuration.profiles().values()) {
            text.append("  ").append(scalar(profile.name())).append(":\n");
            for (Setting setting : Setting.values()) {
                profile.text(setting)
                        .ifPresent(value -> text.append("    ")
                                .append(setting.key())
                                .append(": ")
                                .append(setting == Setting.PROTECTED ? value : scalar(value))
                                .append('\n'));
            }
        }
        return text.toString();
    }

    /** A text, in quotes unless it is plain beyond doubt. */
    private static String scalar(String text) {
        boolean plain = text.matches("[A-Za-z/_][A-Za-z0-9_./+-]*|[0-9]+(ms|[dhms])")
                || text.matches("mongodb(\\+srv)?://[A-Za-z0-9_./@:,?&=%+~-]*[A-Za-z0-9_/]");
        return plain && !WORDS.contains(text.toLowerCase(java.util.Locale.ROOT)) ? text : quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else {
                quoted.appendCodePoint(c);
            }
        });
        return quoted.append('"').toString();
    }
}
