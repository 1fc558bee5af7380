package io.claimctl.cli;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * One command, known before its options are built.
 *
 * @param heading under which the program's help lists it
 * @param name one word, or two for a command of a family
 * @param summary one line
 * @param command makes it for a run
 */
record Verb(Heading heading, String name, String summary, Function<Context, ? extends Callable<Integer>> command) {

    /** The parts of the program's help, in its order. */
    enum Heading {
        LOOKING("Look at claims"),
        CHANGING("Take and finish claims"),
        SWEEPING("Free stale claims"),
        SETTING_UP("Set up the collection"),
        CONNECTING("Name connections"),
        PROGRAM("About the program");

        private final String text;

        Heading(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /** The first word of a name of two. */
    record Family(String name, String summary) {}

    static final List<Family> FAMILIES = List.of(
            new Family("claims", "Lists, counts and watches claims."),
            new Family("payload", "Stores, fetches and clears the messages that claims hold."),
            new Family("stale", "Finds and frees stale claims."),
            new Family("collection", "Sets up the collection that claims are kept in."),
            new Family("profile", "Names connections, and keeps what goes with them in a file."));

    /** Every command there is, in the order of the help. */
    static final List<Verb> ALL = List.of(
            new Verb(Heading.LOOKING, "claims list", "Lists claims.", ClaimsListCommand::new),
            new Verb(Heading.LOOKING, "claims count", "Counts claims by status.", ClaimsCountCommand::new),
            new Verb(Heading.LOOKING, "claims watch", "Shows what happens to claims.", ClaimsWatchCommand::new),
            new Verb(Heading.LOOKING, "claims stats", "Shows claims in numbers.", ClaimsStatsCommand::new),
            new Verb(Heading.LOOKING, "inspect", "Shows everything about some claims.", InspectCommand::new),
            new Verb(Heading.LOOKING, "wait", "Waits until claims are free or completed.", WaitCommand::new),
            new Verb(Heading.LOOKING, "payload get", "Writes the message that a claim holds.", PayloadGetCommand::new),
            new Verb(Heading.LOOKING, "check", "Tells a monitoring system of stale claims.", CheckCommand::new),
            new Verb(Heading.LOOKING, "metrics", "Writes numbers for Prometheus.", MetricsCommand::new),
            new Verb(Heading.CHANGING, "run", "Runs a command while it holds a claim.", RunCommand::new),
            new Verb(Heading.CHANGING, "acquire", "Takes claims that are free.", AcquireCommand::new),
            new Verb(Heading.CHANGING, "renew", "Lets the leases of claims run on.", RenewCommand::new),
            new Verb(Heading.CHANGING, "complete", "Marks the work of claims as done.", CompleteCommand::new),
            new Verb(Heading.CHANGING, "release", "Gives claims up by their holder.", ReleaseCommand::new),
            new Verb(Heading.CHANGING, "reset", "Frees claims that were seen.", ResetCommand::new),
            new Verb(Heading.CHANGING, "payload put", "Stores a message with a claim.", PayloadPutCommand::new),
            new Verb(
                    Heading.CHANGING,
                    "payload clear",
                    "Drops the messages that claims hold.",
                    PayloadClearCommand::new),
            new Verb(
                    Heading.SWEEPING,
                    "stale list",
                    "Lists claims without a transition for long.",
                    StaleListCommand::new),
            new Verb(Heading.SWEEPING, "stale reset", "Frees stale claims.", StaleResetCommand::new),
            new Verb(
                    Heading.SWEEPING,
                    "recover",
                    "Publishes the messages of stale claims, frees the others.",
                    RecoverCommand::new),
            new Verb(
                    Heading.SETTING_UP,
                    "collection create",
                    "Makes the collection and its indexes.",
                    CollectionCreateCommand::new),
            new Verb(
                    Heading.SETTING_UP,
                    "collection indexes",
                    "Compares the indexes with those that claims want.",
                    CollectionIndexesCommand::new),
            new Verb(Heading.CONNECTING, "profile list", "Lists the profiles.", ProfileListCommand::new),
            new Verb(Heading.CONNECTING, "profile show", "Shows what counts with a profile.", ProfileShowCommand::new),
            new Verb(Heading.CONNECTING, "profile use", "Makes a profile the current one.", ProfileUseCommand::new),
            new Verb(Heading.CONNECTING, "profile add", "Adds a profile.", ProfileAddCommand::new),
            new Verb(Heading.CONNECTING, "profile remove", "Removes profiles.", ProfileRemoveCommand::new),
            new Verb(Heading.CONNECTING, "profile test", "Says what works with a profile.", ProfileTestCommand::new),
            new Verb(
                    Heading.SETTING_UP,
                    "doctor",
                    "Examines the server, the collection and its claims.",
                    DoctorCommand::new),
            new Verb(
                    Heading.PROGRAM,
                    "demo",
                    "Shows all this on a server of its own with sample claims.",
                    DemoCommand::new),
            new Verb(
                    Heading.PROGRAM,
                    "exit-codes",
                    "Shows every exit code and what to do about it.",
                    ExitCodesCommand::new));

    /** The word that stands last on the command line. */
    String lastWord() {
        return name.substring(name.indexOf(' ') + 1);
    }

    boolean belongsTo(String family) {
        return name.startsWith(family + " ");
    }
}
