package io.claimctl.docs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The variables and files that the manual explains; {@link ManualVariablesTest} compares them with the source. */
final class ManualVariables {

    /** Variables under one heading, with their meaning. */
    record Group(String heading, Map<String, String> variables) {}

    static final List<Group> ALL = List.of(
            new Group(
                    "Which store",
                    ordered(
                            "CLAIMCTL_URI",
                            "Connection string, for a command without --uri, --uri-file and --profile. The way to give one with a"
                                    + " password: it is not passed on to the commands that run and recover start.",
                            "CLAIMCTL_URI_FILE",
                            "File that holds the connection string, in place of CLAIMCTL_URI; not both. It is passed on to those"
                                    + " commands, as CLAIMCTL_PROFILE is: neither is a secret.",
                            "CLAIMCTL_PROFILE",
                            "Profile of the configuration file, for a command without --profile, where no option and neither of"
                                    + " the two variables before names a store; else the current profile.",
                            "CLAIMCTL_DB",
                            "Database, for a command without --db; it goes before that of the connection string, and before that of a"
                                    + " profile that --profile does not name. So do the next four.",
                            "CLAIMCTL_COLLECTION",
                            "Collection, for a command without --collection.",
                            "CLAIMCTL_TIMEOUT",
                            "Longest that one operation may take, for a command without --timeout, and for the operations"
                                    + " of wait: a duration such as 5s.",
                            "CLAIMCTL_OLDER_THAN",
                            "What counts as stale, for a command that has --older-than for that and was not given it. It is no"
                                    + " consent: stale reset --lease any still needs the option.",
                            "CLAIMCTL_OUTPUT",
                            "Format, for a command without -o; one that has no such format keeps its own.",
                            "CLAIMCTL_QUIET",
                            "If it is 1, as -q; -v goes before it.",
                            "CLAIMCTL_VERBOSE",
                            "If it is 1, as -v; 2 for more where there is more; -q goes before it.",
                            "XDG_CONFIG_HOME",
                            "Folder of the configuration file, claimctl/config.yaml, if it is an absolute path.",
                            "HOME",
                            "That of .config/claimctl/config.yaml, where XDG_CONFIG_HOME is not set.",
                            "CLAIMCTL_TOKEN",
                            "Token of the one claim that renew, complete, release or payload is about, for a command without"
                                    + " --token.")),
            new Group(
                    "How it looks",
                    ordered(
                            "NO_COLOR",
                            "Use no colours, whatever its value.",
                            "CI",
                            "The same.",
                            "TERM",
                            "No colours if it is dumb.",
                            "COLUMNS",
                            "Width of tables and help, instead of that of the terminal.",
                            "LINES",
                            "Height of what is drawn in place, instead of that of the terminal.",
                            "TZ",
                            "Time zone of the times that people read; those for machines are always in UTC.",
                            "LC_ALL",
                            "Whether the terminal knows UTF-8; where it does not, tables and drawings keep to ASCII. What comes in"
                                    + " and goes out is UTF-8 all the same, and the commands that run and recover start find the"
                                    + " variable as it was.",
                            "LC_CTYPE",
                            "As LC_ALL, which goes before it.",
                            "LANG",
                            "As LC_CTYPE, which goes before it.")),
            new Group(
                    "What the completions read",
                    ordered(
                            "CLAIMCTL_COMPLETE_WITHIN",
                            "How many seconds a shell waits for claim ids to complete, where there is the program timeout; else"
                                    + " 0.3.")),
            new Group(
                    "What it runs on",
                    ordered(
                            "CLAIMCTL_JAVA",
                            "The java binary to run on; else that of JAVA_HOME; else the one on the PATH. Java 17 or later.",
                            "JAVA_HOME",
                            "See CLAIMCTL_JAVA.",
                            "PATH",
                            "Where java is looked for, and the commands of run and recover.",
                            "CLAIMCTL_JAVA_OPTS",
                            "More options for the JVM, separated by blanks. Others see them in the process list; a file of options, as in"
                                    + " @FILE, keeps a password from them.",
                            "CLAIMCTL_TRAIN",
                            "If it is 1, the run also writes the start-up archive for this JDK into the folder lib, which makes"
                                    + " later runs start sooner.",
                            "TMPDIR",
                            "Folder for the temporary files of recover and of stale reset --from; else /tmp.",
                            "HOSTNAME",
                            "Name in the tokens of stale reset --single-flight; else that of the system.")),
            new Group(
                    "What the commands of run and recover find",
                    ordered(
                            "CLAIMCTL_ID",
                            "The id of the claim.",
                            "CLAIMCTL_EXPIRES_AT",
                            "When the lease ends that run has acquired.",
                            "CLAIMCTL_FENCE",
                            "The fence number of the acquisition; CLAIMCTL_TOKEN holds its token.",
                            "CLAIMCTL_MESSAGE_ID",
                            "With recover: the id to publish the message under.",
                            "CLAIMCTL_EVENT_NAME",
                            "With recover: the name of the event, if there is one.",
                            "CLAIMCTL_METADATA",
                            "With recover: the metadata of the message as JSON; CLAIMCTL_META_KEY holds the value of the key"
                                    + " KEY, with _ for what is no letter, digit or underscore.")));

    static final Map<String, String> FILES = ordered(
            "$XDG_CONFIG_HOME/claimctl/config.yaml, $HOME/.config/claimctl/config.yaml",
            "Profiles; claimctl profile add and its neighbours write it. Where it holds a password, it must not be readable by all.",
            "share/prometheus, share/cron.d, share/systemd, share/kubernetes",
            "Files of the distribution for alerts of Prometheus and for sweeps by cron, systemd and Kubernetes, to be copied.",
            "completions/claimctl.bash, completions/_claimctl, completions/claimctl.fish",
            "Completions for bash, zsh and fish.",
            "lib/claimctl-*.jsa, lib/claimctl-*.aot",
            "Start-up archives, each for the JDK in its name. One that is missing costs time and nothing else.",
            "docs/output.schema.json",
            "JSON Schema of what the machine formats hold.");

    /** What the launcher and the program say to each other, and prefixes. */
    static final Set<String> INTERNAL = Set.of(
            "CLAIMCTL_",
            "CLAIMCTL_META_",
            "CLAIMCTL_STDIO",
            "CLAIMCTL_WIDTH",
            "CLAIMCTL_HEIGHT",
            "CLAIMCTL_CLOSED",
            "CLAIMCTL_CALLER_LC_ALL");

    private ManualVariables() {}

    private static Map<String, String> ordered(String... pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
