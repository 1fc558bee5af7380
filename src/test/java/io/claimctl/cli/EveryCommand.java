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
    private static final Set<String> WITHOUT_A_STORE = Set.of(
            "demo",
            "exit-codes",
            "profile list",
            "profile show",
            "profile use",
            "profile add",
            "profile remove",
            "profile test");

    private static final List<Line> LINES = List.of(
            line("find", "claims list"),
            line("find", "claims list", "--sort", "id", "--limit", "2"),
            line("find", "claims count"),
            line("find", "claims stats"),
            line("find", "claims stats", "--sample", "2"),
            line("find", "claims list", "--payload", "with"),
            line("find", "claims watch", "--for", "1ms"),
            line("find", "inspect", "live"),
            line("find", "payload get", "message"),
            line("find", "wait", "lapsed", "--for", "free"),
            line("find", "check", "--warn", "9"),
            line("find", "metrics"),
            line("update", "run", "new", "--ttl", "1m", "--", "true"),
            line("update", "run", "lapsed", "--once", "--ttl", "1m", "--", "true"),
            line("update", "acquire", "new", "--ttl", "1m"),
            line("update", "acquire", "lapsed", "--ttl", "1m"),
            line("update", "acquire", "new", "--ttl", "1m", "--wait", "5s"),
            line("update", "renew", "live", "--token", TOKEN, "--ttl", "9m"),
            line("update", "complete", "live", "--token", TOKEN),
            line("update", "complete", "gone", "--token", TOKEN, "--record-missing"),
            line("update", "release", "live", "--token", TOKEN),
            line("update", "reset", "live", "--token", TOKEN),
            line("remove", "reset", "live", "--token", TOKEN, "--delete", "--yes"),
            line("update", "payload put", "live", "LICENSE", "--token", TOKEN),
            line("update", "payload clear", "live", "--token", TOKEN),
            line("find", "stale list"),
            line("find", "stale reset", "--dry-run"),
            line("update", "stale reset"),
            line("update", "stale reset", "--lease", "any", "--older-than", "2m", "--payloads", "include", "--yes"),
            line("remove", "stale reset", "--delete", "--yes"),
            line("remove", "stale reset", "--no-fenced", "--yes"),
            line("find", "recover", "--dry-run"),
            line("update", "recover", "--", "true"),
            line("listIndexes", "collection indexes"),
            line("createIndex", "collection indexes", "--apply"),
            line("createIndex", "collection create"),
            line("find", "doctor"),
            line("update", "doctor", "--prove", "--yes", "--timeout", "5s"));

    private EveryCommand() {}

    /**
     * A command line.
     *
     * @param action the action that its user needs beside those of lines with a lesser one
     */
    record Line(String verb, String action, String[] words) {

        /** What it ends with on a {@link FilledCollection}, in which there is something to find. */
        ExitCode ends() {
            return verb.equals("doctor") ? ExitCode.FINDINGS : ExitCode.DONE;
        }

        /** What it ends with where its user lacks an action: what the doctor may not do is one of its findings. */
        ExitCode denied() {
            return verb.equals("doctor") ? ExitCode.FINDINGS : ExitCode.DENIED;
        }

        boolean onlyReads() {
            return action.equals("find") || action.equals("listIndexes");
        }

        /** Whether -o json can be put behind it, for the result that it shows. */
        boolean shows() {
            return !List.of("payload get", "claims watch").contains(verb)
                    && !List.of(words).contains("--");
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

    private static Line line(String action, String verb, String... options) {
        String[] words =
                Stream.concat(Stream.of(verb.split(" ")), Stream.of(options)).toArray(String[]::new);
        return new Line(verb, action, words);
    }
}
