package io.claimctl.cli;

import static io.claimctl.cli.OptionSample.flag;
import static io.claimctl.cli.OptionSample.valued;
import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A command line for every command, and a way to try each of their options. */
final class OptionSamples {
    private static final Map<String, List<String>> LINES = Map.ofEntries(
            line("claims list"),
            line("claims count"),
            line("claims watch", "--for", "1ms"),
            line("claims stats"),
            line("inspect", "live", "done"),
            line("wait", "lapsed", "--for", "free"),
            line("payload get", "message"),
            line("check", "--warn", "9"),
            line("metrics"),
            line("run", "new", "--ttl", "1m", "--", "true"),
            line("acquire", "new", "--ttl", "1m"),
            line("renew", "live", "--ttl", "9m", "--token", token(1)),
            line("complete", "live", "--token", token(1)),
            line("release", "live", "--token", token(1)),
            line("reset", "live", "--token", token(1)),
            line("payload put", "live", "FOLDER/message", "--token", token(1)),
            line("payload clear", "message", "--token", token(5)),
            line("stale list"),
            line("stale reset", "--yes"),
            line("recover", "--to-dir", "FOLDER/made"),
            line("collection create"),
            line("collection indexes"),
            line("doctor"),
            line("profile list"),
            line("profile show", "here"),
            line("profile use", "elsewhere"),
            line("profile add", "new", "--uri", "mongodb://ops@h/d"),
            line("profile remove", "elsewhere", "--yes"),
            line("profile test", "here"),
            line("demo"),
            line("exit-codes"));

    /** Of all commands that have an option of this name, unless {@link #OF_ONE} knows better. */
    private static final Map<String, OptionSample> OF_ALL = Map.ofEntries(
            entry("--uri", valued("ELSEWHERE")),
            entry("--uri-file", valued("FOLDER/uri")),
            entry("--profile", valued("elsewhere")),
            entry("--password-stdin", flag().typing("x\n").ends(ExitCode.USAGE)), // of a store without a user
            entry("--yes-protected", flag().shownBy(ProtectedProfileTest.class)),
            entry("--db", valued("other")),
            entry("--collection", valued("other")),
            entry("--timeout", valued("9s").shownBy(TimeLimitTest.class)),
            entry("--verbose", flag().shownBy(ProgramTest.class)),
            entry("--quiet", flag().shownBy(CommandsTest.class)),
            entry("--no-color", flag().on("o")),
            entry("--output", valued("json").shownBy(CommandsTest.class)),
            entry("--null", flag()),
            entry("--columns", valued("status")),
            entry("--no-headers", flag()),
            entry("--absolute", flag()),
            entry("--utc", flag()),
            entry("--status", valued("completed")),
            entry("--event-name", valued("order.created")),
            entry("--worker", valued(token(2))),
            entry("--instance", valued("pod-2")),
            entry("--id-prefix", valued("la")),
            entry("--created-from", valued("2026-01-02T03:00:00Z")),
            entry("--created-to", valued("2026-01-02T03:00:00Z")),
            entry("--older-than", valued("32m")),
            entry("--payload", valued("with")),
            entry("--limit", valued("1")),
            entry("--reason", valued("why")));

    private static final Map<String, OptionSample> OF_ONE = new HashMap<>(Map.ofEntries(
            entry("claims list --cursor", valued("eyJ1IjoiMjAyNi0wMS0wMlQwMjo1NDowNS41WiIsImkiOiJzdGFsZSJ9")),
            entry("claims list --sort", valued("expires")),
            entry("claims list --reverse", flag()),
            entry("claims list --created-from", valued("2026-01-02T03:00:00Z")),
            entry("claims watch --interval", valued("1s").shownBy(ClaimsWatchTest.class)),
            entry("claims watch --for", valued("2ms").shownBy(ClaimsWatchTest.class)),
            entry("claims stats --top", valued("1")),
            entry("claims stats --sample", valued("2")),
            entry("inspect --raw", flag()),
            entry("wait --for", valued("completed").ends(ExitCode.TRY_LATER).beside("--timeout", "1ms")),
            entry("wait --timeout", valued("1ms").shownBy(CommandsTest.class)),
            entry("payload get --output-file", valued("FOLDER/made/out")),
            entry("check --older-than", valued("32m")),
            entry("check --warn", valued("0").ends(1)),
            entry("check --crit", valued("0").ends(3)),
            entry("check --oldest", valued("5m").ends(2)),
            entry("metrics --older-than", valued("32m")),
            entry("metrics --to-file", valued("FOLDER/made/metrics")),
            entry("run --ttl", valued("2h").shownBy(RunAcquiresTest.class)),
            entry("run --wait", valued("1s").ends(ExitCode.DONE).shownBy(RunAcquiresTest.class)),
            entry("run --no-wait", flag().shownBy(RunAcquiresTest.class)),
            entry("run --busy-exit-code", valued("9").shownBy(RunAcquiresTest.class)),
            entry("run --once", flag()),
            entry("run --if-completed", valued("skip").shownBy(RunAcquiresTest.class)),
            entry("run --on-failure", valued("keep").shownBy(RunEndsTest.class)),
            entry("run --on-lost", valued("continue").shownBy(RunLossTest.class)),
            entry("run --grace", valued("1s").shownBy(RunLossTest.class)),
            entry("run --store-down", valued("run").shownBy(RunAcquiresTest.class)),
            entry("run --status-file", valued("FOLDER/made/status")),
            entry("acquire --ttl", valued("2h")),
            entry("acquire --wait", valued("1s").shownBy(SeveralClaimsTest.class)),
            entry("acquire --instance", valued("pod-9")),
            entry("renew --ttl", valued("2h")),
            entry("renew --token", valued(token(9)).ends(ExitCode.LOST)),
            entry("complete --token", valued(token(9)).ends(ExitCode.LOST)),
            entry("complete --memory", valued("7d")),
            entry("complete --record-missing", flag().shownBy(CommandsTest.class)),
            entry("release --token", valued(token(9)).ends(ExitCode.LOST)),
            entry("release --payloads", valued("include").shownBy(SeveralClaimsTest.class)),
            entry("reset --token", valued(token(9)).ends(ExitCode.LOST)),
            entry("reset --seen", valued("x").ends(ExitCode.USAGE)),
            entry("reset --payloads", valued("include").beside("--yes").shownBy(StaleResetTest.class)),
            entry("reset --delete", flag().beside("--yes")),
            entry("reset --yes", flag().shownBy(CommandsTest.class)),
            entry("payload put --token", valued(token(9)).ends(ExitCode.LOST)),
            entry("payload put --metadata", valued("region=us")),
            entry("payload put --event-name", valued("order.paid")),
            entry("payload clear --token", valued(token(9)).ends(ExitCode.LOST)),
            entry("stale list --lease", valued("live")),
            entry("stale list --created-to", valued("2026-01-02T02:30:00Z")),
            entry("stale reset --lease", valued("any").beside("--older-than", "2m")),
            entry("stale reset --created-to", valued("2026-01-02T02:00:00Z")),
            entry("stale reset --from", valued("-").typing("{}\n").ends(ExitCode.USAGE)),
            entry("stale reset --from-max-age", valued("1m").shownBy(StaleResetTest.class)),
            entry("stale reset --observe", valued("1ms")),
            entry("stale reset --limit", valued("1").beside("--lease", "any", "--older-than", "2m")),
            entry(
                    "stale reset --refuse-above",
                    valued("1").beside("--lease", "any", "--older-than", "2m").ends(ExitCode.REFUSED)),
            entry("stale reset --refuse-above-fraction", valued("0.01").ends(ExitCode.REFUSED)),
            entry("stale reset --rate", valued("1000/s").shownBy(StaleResetTest.class)),
            entry("stale reset --deadline", valued("1h").shownBy(StaleResetTest.class)),
            entry("stale reset --batch", valued("1").beside("--lease", "any", "--older-than", "2m")),
            entry("stale reset --parallel", valued("2").shownBy(StaleResetTest.class)),
            entry("stale reset --single-flight", flag()),
            entry("stale reset --jitter", valued("1ms").shownBy(SweepFailsTest.class)),
            entry("stale reset --payloads", valued("include")),
            entry("stale reset --audit-file", valued("FOLDER/made/audit")),
            entry("stale reset --archive", valued("archive")),
            entry("stale reset --metrics-file", valued("FOLDER/made/metrics")),
            entry("stale reset --delete", flag()),
            entry("stale reset --yes", flag().shownBy(StaleResetTest.class)),
            entry("stale reset --fenced", flag().shownBy(CommandsTest.class)),
            entry("stale reset --dry-run", flag()),
            entry("recover --older-than", valued("33m")),
            entry("recover --lease", valued("any").beside("--older-than", "2m", "--yes")),
            entry("recover --hold", valued("3d").shownBy(RecoverCommandTest.class)),
            entry("recover --limit", valued("1").shownBy(RecoverCommandTest.class)),
            entry("recover --publish-timeout", valued("3s").shownBy(CommandPublisherTest.class)),
            entry("recover --grace", valued("3s").shownBy(CommandPublisherTest.class)),
            entry("recover --max-failures", valued("3").shownBy(RecoverCommandTest.class)),
            entry("recover --dry-run", flag()),
            entry("recover --yes", flag().shownBy(RecoverCommandTest.class)),
            entry("recover --to-dir", valued("FOLDER/made/deeper").shownBy(FolderPublisherTest.class)),
            entry(
                    "collection create --capped",
                    valued("64KiB").ends(ExitCode.CONFIGURATION).shownBy(CollectionCommandsTest.class)),
            entry(
                    "collection create --max",
                    valued("5")
                            .ends(ExitCode.CONFIGURATION)
                            .beside("--capped", "64KiB")
                            .shownBy(CollectionCommandsTest.class)),
            entry("collection indexes --columns", valued("state")),
            entry("collection indexes --apply", flag()),
            entry(
                    "doctor --older-than",
                    valued("32m").shownBy(DoctorCommandTest.class).ends(ExitCode.FINDINGS)),
            entry("doctor --prove", flag().beside("--yes", "--timeout", "1s").ends(ExitCode.FINDINGS)),
            entry("doctor --yes", flag().beside("--prove", "--timeout", "1s").ends(ExitCode.FINDINGS)),
            entry("check --password-stdin", flag().typing("x\n").ends(3)),
            entry("profile add --uri", valued("mongodb://other/d")),
            entry("profile add --uri-file", valued("FOLDER/uri").ends(ExitCode.USAGE)),
            entry("profile add --password-command", valued("true")),
            entry("profile add --timeout", valued("9s")),
            entry("profile add --default-output", valued("json")),
            entry("profile add --protected", flag()),
            entry("profile add --replace", flag().shownBy(ProfileCommandsTest.class)),
            entry("profile add --use", flag()),
            entry("profile remove --yes", flag().shownBy(ProfileCommandsTest.class))));

    static {
        for (String option : List.of(
                "--uri",
                "--uri-file",
                "--profile",
                "--db",
                "--collection",
                "--timeout",
                "--verbose",
                "--quiet",
                "--no-color",
                "--output",
                "--yes-protected")) {
            OF_ONE.put("doctor " + option, OF_ALL.get(option).ends(ExitCode.FINDINGS));
        }
        for (String option : List.of(
                "--uri",
                "--uri-file",
                "--profile",
                "--db")) { // in a database that it has, this server has all collections
            OF_ONE.put("check " + option, OF_ALL.get(option).ends(3)); // unknown, as monitoring systems say
            OF_ONE.put("collection indexes " + option, OF_ALL.get(option).ends(ExitCode.CONFIGURATION));
        }
        for (String option : List.of("--uri", "--uri-file", "--profile", "--db", "--collection")) {
            List.of("inspect", "payload get", "renew", "complete", "release", "reset", "payload put", "payload clear")
                    .forEach(verb ->
                            OF_ONE.put(verb + " " + option, OF_ALL.get(option).ends(ExitCode.NOT_FOUND)));
        }
    }

    private OptionSamples() {}

    private static Map.Entry<String, List<String>> line(String verb, String... more) {
        List<String> words = new ArrayList<>(List.of(verb.split(" ")));
        words.addAll(List.of(more));
        return entry(verb, List.copyOf(words));
    }

    static String token(int pod) {
        return FilledCollection.token(pod);
    }

    /** The command line of a command, with further words before a command that it runs. */
    static List<String> line(String verb, List<String> more) {
        List<String> known = LINES.get(verb);
        if (known == null) {
            throw new AssertionError("there must be a command line for " + verb);
        }
        List<String> words = new ArrayList<>(known);
        words.addAll(words.contains("--") ? words.indexOf("--") : words.size(), more);
        return words;
    }

    static OptionSample of(String verb, String option) {
        OptionSample sample = OF_ONE.getOrDefault(verb + " " + option, OF_ALL.get(option));
        if (sample == null) {
            throw new AssertionError("there must be a sample for the option " + option + " of " + verb);
        }
        return sample;
    }

    /** The ends of the names that samples are for. */
    static Set<String> named() {
        return java.util.stream.Stream.concat(
                        OF_ALL.keySet().stream().map(option -> " " + option), OF_ONE.keySet().stream())
                .collect(java.util.stream.Collectors.toSet());
    }

    /** Whether the command changes no claim, whatever its options. */
    static boolean onlyLooks(String verb) {
        return verb.startsWith("claims ")
                || List.of("inspect", "wait", "payload get", "check", "metrics", "stale list", "demo", "exit-codes")
                        .contains(verb)
                || List.of("profile list", "profile show", "profile test").contains(verb);
    }

    /** One that has no end by itself has a test of its own. */
    static boolean ends(String verb, String option) {
        return !(verb + " " + option).equals("demo --serve");
    }

    /** Whether an option goes with a format at all; what does not is refused, which other tests show. */
    static boolean fits(String option, String format) {
        return switch (option) {
            case "--columns" -> !format.equals("name");
            case "--null" -> format.equals("name");
            case "--output" -> format.equals("json");
            case "--raw" -> List.of("table", "ndjson").contains(format);
            default -> true;
        };
    }

    /** Whether an option changes anything in a format; what it is about has no place in some. */
    static boolean shows(String verb, String option, String format) {
        return switch (option) {
            case "--db", "--collection" -> !verb.equals("wait") || !format.equals("name"); // it is free there, too
            case "--no-headers" -> List.of("table", "wide", "csv").contains(format);
            case "--absolute", "--utc", "--no-color" ->
                List.of("table", "wide", "").contains(format);
            default -> true;
        };
    }

    /** How tests may write an option. */
    static List<String> spellings(String option) {
        return switch (option) {
            case "--quiet" -> List.of("-q");
            case "--verbose" -> List.of("-v");
            case "--output" -> List.of("-o");
            case "--wait" -> List.of("--wait", "\"-w\"");
            case "--no-wait" -> List.of("\"-n\"");
            case "--busy-exit-code" -> List.of("\"-E\"");
            case "--fenced" -> List.of("--no-fenced");
            default -> List.of(option);
        };
    }

    /** The text with tokens, and what is made of them, masked. */
    static String withoutChance(String text) {
        return text.replaceAll("[0-9a-f]{24}", "TOKEN");
    }
}
