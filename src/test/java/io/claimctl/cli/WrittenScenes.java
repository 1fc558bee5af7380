package io.claimctl.cli;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is said of scenes that do not just run on the claims of the demo and end with 0. Each is named by its first line. */
final class WrittenScenes {
    private static final String BUILDS = "it builds and tests this program, from its sources";
    private static final String MEASURES = "it measures this program, from its sources";

    /** Exit codes of the command lines in it that do not end with 0, in their order; the scene ends with 0 or one of them. */
    static final Map<String, List<Integer>> ENDS = Map.ofEntries(
            Map.entry("claimctl doctor", List.of(9)), // one claim of the demo is malformed
            Map.entry(
                    "claimctl doctor --older-than 10m -o json | jq -r '.findings[] | select(.level == \"error\" or .level == \"warning\") | \"\\(.level) \\(.check): \\(.evidence)\"'",
                    List.of(9)),
            Map.entry("claimctl doctor --prove --yes --timeout 5s", List.of(9)),
            Map.entry(
                    "claimctl check --older-than 10m --warn 10 --crit 100 --oldest 1h --uri-file /etc/claimctl/uri",
                    List.of(2)));

    /** Those that are not run as they are written, and what is run in their place. */
    static final Map<String, Other> OTHERS = Map.ofEntries(
            Map.entry(
                    "mvn -q -DskipTests package && target/claimctl/bin/claimctl demo",
                    new Other(BUILDS, "claimctl demo")),
            Map.entry("mvn -B verify", new Other(BUILDS, null)),
            Map.entry(
                    "mvn -B verify                                            # the embedded server",
                    new Other(BUILDS, null)),
            Map.entry(
                    "src/bench/sweep                                                  # the demo's server, 500 and 2,000 claims",
                    new Other(MEASURES, null)),
            Map.entry(
                    "CLAIMCTL_TRAIN=1 claimctl demo -- claims list -o json",
                    new Other(
                            "it writes into the installation; DistributionIT does it on a copy",
                            "claimctl demo -- claims list -o json")),
            Map.entry(
                    "claimctl recover",
                    new Other(
                            "it stands for the command; alone it does not say how to publish",
                            "claimctl recover --dry-run")),
            Map.entry(
                    "pass show db/prod | claimctl claims list --uri mongodb://ops@db.example/shop --password-stdin",
                    new Other("the demo's server has no users; PasswordEntryTest does it", null)),
            Map.entry(
                    "claimctl demo --serve",
                    new Other("it serves until it is interrupted; CronRecipeIT runs it", null)));

    private static final String ACQUIRED = "v=$(claimctl acquire order-1 --ttl 15m -o env) || exit $?; eval \"$v\"";

    private static final String STORED = ACQUIRED + "; claimctl payload put order-1 message.json";

    /** What is done before, in the same shell. */
    static final Map<String, String> BEFORE = Map.ofEntries(
            Map.entry(
                    "claimctl wait order-1 --for completed --timeout 10m && echo shipped",
                    "claimctl run --once order-1 --ttl 1m -- true"),
            Map.entry(
                    "export CLAIMCTL_URI=mongodb://db.example/shop     # or a profile; there is no default server",
                    ACQUIRED),
            Map.entry(
                    "claimctl payload put \"$CLAIMCTL_ID\" message.json --event-name order.created --metadata region=eu || exit $?",
                    ACQUIRED),
            Map.entry("claimctl stale list", STORED),
            Map.entry("claimctl payload get order-1 -O order-1.bin", STORED));

    /** Command lines that a scene comes to only at times, and why. */
    static final Map<String, String> NOT_REACHED = Map.of(
            "claimctl release \"$CLAIMCTL_ID\"' EXIT            # the token comes from CLAIMCTL_TOKEN",
            "it runs where a step fails; a test of its own lets one");

    /** What stands for places and times that are not those of a test. */
    static final Map<String, String> PLACES = Map.ofEntries(
            Map.entry("/etc/claimctl/", "etc/"),
            Map.entry("/var/log/claimctl/", "log/"),
            Map.entry("/var/lib/node_exporter/textfile_collector/", "node/"),
            Map.entry("/var/lib/messages", "messages"),
            Map.entry("/usr/bin/claimctl", "bin/claimctl"),
            Map.entry("/opt/", "opt/"),
            Map.entry("/run/", "run/"),
            Map.entry("--jitter 20s", "--jitter 1s"),
            Map.entry("--observe 2m", "--observe 1s"),
            Map.entry("--for 10m", "--for 1s"),
            Map.entry(" ID ", " job "),
            Map.entry("--ttl D ", "--ttl 1m "),
            Map.entry("-- CMD", "-- true"),
            Map.entry("-- COMMAND", "-- true"));

    /** Programs that people have, in place of which something is started that ends with 0. */
    static final List<String> PROGRAMS = List.of(
            "bin/a",
            "bin/b",
            "bin/make-report",
            "bin/ship",
            "bin/tidy-up",
            "bin/handle",
            "bin/step-one",
            "bin/step-two",
            "bin/publish",
            "bin/psql",
            "bin/curl",
            "job.sh",
            "sync.sh",
            "serve",
            "publish.sh",
            "opt/nightly/job.sh",
            "opt/leader/serve",
            "opt/orders/publish.sh");

    /** Files that they name, and what stands in them. */
    static final Map<String, String> FILES = Map.of(
            "message.json", "{\"order\": 1}\n",
            "run/job.json", "{\"state\":\"ended\",\"expires_at\":\"2026-11-30T14:29:36.889Z\",\"exit_code\":0}\n",
            "log/sweep.ndjson", "{\"record\":\"after\",\"id\":\"order-1\",\"result\":\"changed\",\"detail\":\"\"}\n",
            "node/.keep", "",
            "messages/.keep", "");

    private WrittenScenes() {}

    /**
     * Why a scene is not run as it is written.
     *
     * @param instead what is; null if nothing
     */
    record Other(String reason, @Nullable String instead) {}
}
