package io.claimctl.cli;

import static io.claimctl.cli.FilledCollection.TOKEN;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A command line, or some, for each command that needs a store; each succeeds on a {@link FilledCollection}. */
final class EveryCommand {
    private static final Set<String> WITHOUT_A_STORE = Set.of("demo", "exit-codes");

    private static final List<Line> LINES = List.of(
            reads("claims list"),
            reads("claims list", "--sort", "id", "--limit", "2"),
            reads("inspect", "live"),
            reads("wait", "lapsed", "--for", "free"),
            reads("stale list"),
            reads("stale reset", "--dry-run"),
            writes("acquire", "new", "--ttl", "1m"),
            writes("acquire", "lapsed", "--ttl", "1m"),
            writes("acquire", "new", "--ttl", "1m", "--wait", "5s"),
            writes("renew", "live", "--token", TOKEN, "--ttl", "9m"),
            writes("complete", "live", "--token", TOKEN),
            writes("release", "live", "--token", TOKEN),
            writes("reset", "live", "--token", TOKEN),
            writes("stale reset"),
            writes("stale reset", "--lease", "any", "--older-than", "2m", "--payloads", "include", "--yes"),
            deletes("reset", "live", "--token", TOKEN, "--delete", "--yes"),
            deletes("stale reset", "--delete", "--yes"),
            deletes("stale reset", "--no-fenced", "--yes"));

    private EveryCommand() {}

    /** What a command line does to the store at most. */
    enum Needs {
        READS,
        WRITES,
        DELETES
    }

    /**
     * A command line.
     *
     * @param action the action that a user needs for it who may only read
     */
    record Line(Needs needs, String verb, String action, String[] words) {

        boolean only(Needs most) {
            return needs.compareTo(most) <= 0;
        }

        @Override
        public String toString() {
            return String.join(" ", words);
        }
    }

    /** All of them; a command without any is an error. */
    static Stream<Line> lines() {
        Set<String> known = new TreeSet<>(WITHOUT_A_STORE);
        LINES.forEach(line -> known.add(line.verb()));
        Set<String> all = Verb.ALL.stream().map(Verb::name).collect(Collectors.toCollection(TreeSet::new));
        if (!known.equals(all)) {
            Set<String> differing = new LinkedHashSet<>(all);
            differing.addAll(known);
            differing.removeIf(name -> known.contains(name) && all.contains(name));
            throw new AssertionError("there must be a line for each command; look at " + differing);
        }
        return LINES.stream();
    }

    private static Line reads(String verb, String... options) {
        return line(Needs.READS, "", verb, options);
    }

    private static Line writes(String verb, String... options) {
        return line(Needs.WRITES, "update", verb, options);
    }

    private static Line deletes(String verb, String... options) {
        return line(Needs.DELETES, "remove", verb, options);
    }

    private static Line line(Needs needs, String action, String verb, String... options) {
        String[] words =
                Stream.concat(Stream.of(verb.split(" ")), Stream.of(options)).toArray(String[]::new);
        return new Line(needs, verb, action, words);
    }
}
