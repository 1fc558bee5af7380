package io.claimctl.cli;

import io.claimctl.demo.DemoServer;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the commands at work on an embedded server. */
@Command(
        description =
                "Without arguments a guided run: a list, the stale claims, and a sweep in which another worker takes"
                        + " a claim between the list and the reset, and keeps it. The server lives in this process and needs"
                        + " no other.",
        footer = {
            "  claimctl demo",
            "  claimctl demo -- claims list -o json",
            "  claimctl demo --serve",
        })
@Ends(ExitCode.DONE)
final class DemoCommand implements Callable<Integer> {
    private static final String TAKEN = "order-1003";

    @Option(
            names = "--serve",
            description = "Print the connection string and keep the server running until it is interrupted.")
    private boolean serve;

    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "A command to run on the server instead, after --.")
    private List<String> command = List.of();

    private final Context context;

    DemoCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (serve && !command.isEmpty()) {
            throw Refusal.usage("--serve and a command are both given: leave one out");
        }
        if (!command.isEmpty() && command.get(0).equals("demo")) {
            throw Refusal.usage("a demo cannot run a demo");
        }
        try (DemoServer server = DemoServer.start()) {
            if (serve) {
                return serve(server);
            }
            return command.isEmpty() ? guide(server) : run(server, command);
        } catch (LinkageError notPackaged) {
            throw Refusal.configuration("this build of claimctl carries no server for a demo: the archive that runs on"
                    + " Java does (claimctl-" + Version.NUMBER + ".tar.gz)");
        }
    }

    private int serve(DemoServer server) throws InterruptedException {
        context.streams().out().println(server.uri());
        context.streams().out().flush();
        new CountDownLatch(1).await(); // until a signal ends the process
        return ExitCode.DONE.code();
    }

    /** Stops at the first step that fails, and ends as that did. */
    private int guide(DemoServer server) {
        say("A server with nine claims, as workers leave them:");
        int exit = show(server, "claims", "list");
        if (exit == 0) {
            say("Five of them have not moved for two minutes. Some are still held, one holds a message:");
            exit = show(server, "stale", "list");
        }
        if (exit == 0) {
            say("Now free those whose lease has ended. While this runs, another worker takes " + TAKEN + ":");
            server.takeBeforeNextUpdate(TAKEN);
            exit = show(server, "stale", "reset", "--yes");
        }
        if (exit == 0) {
            say(TAKEN + " changed hands after the sweep had read it. It was left to its new holder:");
            exit = show(server, "inspect", TAKEN);
        }
        if (exit == 0) {
            say(
                    "Any command on such a server: claimctl demo -- claims list -o json",
                    "One that keeps running:       claimctl demo --serve");
        }
        return exit;
    }

    private void say(String... lines) {
        PrintStream out = context.streams().out();
        out.println();
        for (String line : lines) {
            out.println("# " + line);
        }
        out.flush();
    }

    private int show(DemoServer server, String... words) {
        context.streams().out().println("$ claimctl " + String.join(" ", words));
        return run(server, List.of(words));
    }

    private int run(DemoServer server, List<String> words) {
        context.streams().out().flush();
        return new Program(context.streams(), environment(server), context.zone(), context.host())
                .run(words.toArray(new String[0]));
    }

    /** That of the caller, except for what names another store. */
    private Map<String, String> environment(DemoServer server) {
        Map<String, String> changed = new HashMap<>(context.environmentWith("CLAIMCTL_URI", server.uri()));
        changed.keySet()
                .removeAll(List.of("CLAIMCTL_URI_FILE", "CLAIMCTL_PROFILE", "CLAIMCTL_DB", "CLAIMCTL_COLLECTION"));
        return changed;
    }
}
