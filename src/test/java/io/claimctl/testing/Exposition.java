package io.claimctl.testing;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text format of Prometheus, read strictly: every family has one HELP and one TYPE line, in this order, and at least one
 * sample; no sample comes twice; only gauges, without timestamps of their own.
 *
 * @param helps by the name of the family
 * @param samples name and labels, the labels in the order of their names, and the value
 */
public record Exposition(Map<String, String> helps, Map<Sample, BigDecimal> samples) {
    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final Pattern HELP = Pattern.compile("# HELP (" + NAME + ") (([^\\\\]|\\\\\\\\|\\\\n)+)");
    private static final Pattern TYPE = Pattern.compile("# TYPE (" + NAME + ") gauge");
    private static final Pattern SAMPLE =
            Pattern.compile("(" + NAME + ")\\{(.*)} (-?[0-9]+(?:\\.[0-9]+)?|NaN|[+-]Inf)", Pattern.DOTALL);
    private static final Pattern LABEL =
            Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\\\\\"\n]|\\\\\\\\|\\\\\"|\\\\n)*)\"(,|$)");

    /** One series. */
    public record Sample(String name, Map<String, String> labels) {}

    /** Reads it, or fails with the line that is wrong. */
    public static Exposition parse(String text) {
        if (!text.isEmpty() && !text.endsWith("\n")) {
            throw new AssertionError("the last line does not end");
        }
        Exposition read = new Exposition(new LinkedHashMap<>(), new LinkedHashMap<>());
        String helped = "";
        String typed = "";
        boolean sampled = true;
        for (String line : text.isEmpty() ? List.<String>of() : List.of(text.split("\n"))) {
            Matcher help = HELP.matcher(line);
            Matcher type = TYPE.matcher(line);
            if (help.matches()) {
                require(sampled && read.helps.put(help.group(1), help.group(2)) == null, line);
                helped = help.group(1);
            } else if (type.matches()) {
                require(type.group(1).equals(helped) && !typed.equals(helped), line);
                typed = helped;
                sampled = false;
            } else {
                read.sample(line, typed);
                sampled = true;
            }
        }
        require(sampled, "a family without a sample: " + typed);
        return read;
    }

    private void sample(String line, String family) {
        Matcher sample = SAMPLE.matcher(line);
        require(sample.matches() && sample.group(1).equals(family), line);
        require(
                samples.put(new Sample(family, labels(sample.group(2))), new BigDecimal(sample.group(3))) == null,
                "twice: " + line);
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new TreeMap<>();
        Matcher label = LABEL.matcher(text);
        int end = 0;
        while (end < text.length()) {
            require(label.find(end) && label.start() == end && !label.group(1).startsWith("__"), text);
            require(labels.put(label.group(1), unescaped(label.group(2))) == null, text);
            end = label.end();
        }
        return labels;
    }

    private static String unescaped(String value) {
        StringBuilder raw = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\') {
                char escaped = value.charAt(++i);
                raw.append(escaped == 'n' ? '\n' : escaped);
            } else {
                raw.append(c);
            }
        }
        return raw.toString();
    }

    private static void require(boolean condition, String line) {
        if (!condition) {
            throw new AssertionError("no text of Prometheus: " + line);
        }
    }

    /** Name, labels but those of the collection in braces, and value, as in {@code claimctl_claims{status=released} 1}. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        samples.forEach((sample, value) -> {
            Map<String, String> labels = new TreeMap<>(sample.labels());
            labels.remove("db");
            labels.remove("collection");
            lines.add(sample.name() + (labels.isEmpty() ? "" : labels) + " " + value.toPlainString());
        });
        return lines;
    }
}
