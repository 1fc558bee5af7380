package io.claimctl.sweep;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Gauges in the text format that Prometheus reads, as a file for the textfile collector of node_exporter. Every sample has
 * the database and the collection as labels. A family without a sample is left out. Used by one thread.
 */
final class PrometheusText {
    private static final Pattern METRIC = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Pattern LABEL = Pattern.compile("(?!__)[a-zA-Z_][a-zA-Z0-9_]*");

    private final Map<String, String> common = new LinkedHashMap<>();
    private final Set<String> names = new HashSet<>();
    private final List<Family> families = new ArrayList<>();

    /** @param namespace the database, a dot and the collection, whose name may have dots of its own */
    PrometheusText(String namespace) {
        int dot = namespace.indexOf('.');
        if (dot < 0) {
            throw new IllegalArgumentException("'" + namespace + "' is no database and collection");
        }
        common.put("db", namespace.substring(0, dot));
        common.put("collection", namespace.substring(dot + 1));
    }

    /**
     * Starts a family; its samples follow.
     *
     * @throws IllegalArgumentException if the name is none of a metric, or was used before
     */
    Family gauge(String name, String help) {
        if (!METRIC.matcher(name).matches() || !names.add(name)) {
            throw new IllegalArgumentException("'" + name + "' is no name of a metric, or is there already");
        }
        Family family = new Family(name, help);
        families.add(family);
        return family;
    }

    /** What a sample of this name begins with, up to its value; without further labels. */
    String prefix(String name) {
        return name + labels(common) + " ";
    }

    /** All of it. */
    String text() {
        StringBuilder text = new StringBuilder();
        families.forEach(family -> family.write(text));
        return text.toString();
    }

    /** Samples of one name. */
    final class Family {
        private final String name;
        private final String help;
        private final Map<String, String> samples = new LinkedHashMap<>();

        private Family(String name, String help) {
            this.name = name;
            this.help = help;
        }

        Family sample(long value) {
            return put(common, Long.toString(value));
        }

        /** @throws IllegalArgumentException if the label's name is none, or the value has a sample already */
        Family sample(String label, String value, long count) {
            if (!LABEL.matcher(label).matches()) {
                throw new IllegalArgumentException("'" + label + "' is no name of a label");
            }
            Map<String, String> labels = new LinkedHashMap<>(common);
            labels.put(label, value);
            return put(labels, Long.toString(count));
        }

        Family flag(boolean value) {
            return sample(value ? 1 : 0);
        }

        /** Seconds, to the millisecond. */
        Family seconds(Duration duration) {
            return put(common, decimal(duration.getSeconds(), duration.getNano()));
        }

        /** Seconds since 1970, to the millisecond. */
        Family time(Instant instant) {
            return put(common, decimal(instant.getEpochSecond(), instant.getNano()));
        }

        /** A number as it stands in another such text. */
        Family verbatim(String number) {
            return put(common, number);
        }

        private Family put(Map<String, String> labels, String value) {
            if (samples.put(labels(labels), value) != null) {
                throw new IllegalArgumentException(name + labels(labels) + " has two values");
            }
            return this;
        }

        private void write(StringBuilder text) {
            if (!samples.isEmpty()) {
                text.append("# HELP ")
                        .append(name)
                        .append(' ')
                        .append(escaped(help))
                        .append('\n');
                text.append("# TYPE ").append(name).append(" gauge\n");
                samples.forEach((labels, value) -> text.append(name)
                        .append(labels)
                        .append(' ')
                        .append(value)
                        .append('\n'));
            }
        }
    }

    private static String labels(Map<String, String> labels) {
        List<String> pairs = new ArrayList<>();
        labels.forEach((name, value) -> pairs.add(name + "=\"" + escaped(value).replace("\"", "\\\"") + "\""));
        return "{" + String.join(",", pairs) + "}";
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n");
    }

    private static String decimal(long seconds, int nanos) {
        BigDecimal millis = BigDecimal.valueOf(nanos / 1_000_000, 3);
        return BigDecimal.valueOf(seconds).add(millis).stripTrailingZeros().toPlainString();
    }
}
