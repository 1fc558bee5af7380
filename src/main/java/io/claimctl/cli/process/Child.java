package io.claimctl.cli.process;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command that runs as a child of this process, in its process group, and what it starts.
 *
 * <p>All that the child starts is its tree. On Linux these are its descendants, and whatever carries the mark in its
 * environment, also a daemon that left its parent; a daemon that in addition was given another environment is found only
 * if it was seen before. Elsewhere they are the descendants. Zombies and this process never belong to it.
 *
 * <p>Thread-safe.
 */
public final class Child {
    private static final String MARK = "CLAIMCTL_TOKEN=";
    private static final long PAUSE_NANOS = 500_000;
    /** {@code error=2, Text} on Java 17, {@code error: 2 (Text) } on 25. */
    private static final Pattern SYSTEM_ERROR = Pattern.compile("error[=:] ?(\\d+),? \\(?([^)]*)");

    private static final String NO_SUCH_FILE = "2";

    private final Process process;
    private final CompletableFuture<Integer> ended;
    private final ProcessTree tree;

    private Child(Process process, String mark) {
        this.process = process;
        this.ended = process.onExit().thenApply(Process::exitValue);
        this.tree = new ProcessTree(process.pid(), mark);
    }

    /**
     * Starts a command directly, without a shell. Where Linux has a {@code setpriv} that can arrange it, the child gets TERM
     * when the calling thread ends, for whatever reason: so call it on a thread that lives as long as the process, such as
     * the main one. (A program that gains privileges, such as {@code sudo}, undoes that.)
     *
     * @param words the command and its arguments, which reach it byte for byte
     * @param removed variables taken from the environment of this process, which else keeps its raw bytes
     * @param added variables put into it
     * @param mark the value of CLAIMCTL_TOKEN in {@code added}, by which the tree is known; empty if there is none
     * @throws NotRunnable if the system refuses
     */
    public static Child start(
            List<String> words, Set<String> removed, Map<String, String> added, Stdio stdio, String mark)
            throws NotRunnable {
        ProcessBuilder builder = new ProcessBuilder()
                .redirectInput(stdio.in())
                .redirectOutput(stdio.out())
                .redirectError(stdio.err());
        Map<String, String> environment = builder.environment();
        removed.forEach(environment::remove);
        environment.putAll(added);
        builder.command(ChildLine.of(words, stdio, environment));
        try {
            return new Child(builder.start(), mark.isEmpty() ? "" : MARK + mark);
        } catch (IOException e) {
            throw notStarted(words.get(0), String.valueOf(e.getMessage()));
        }
    }

    private static NotRunnable notStarted(String word, String message) {
        Matcher error = SYSTEM_ERROR.matcher(message);
        if (!error.find()) {
            return new NotRunnable(true, word + " could not be started: " + message);
        }
        return new NotRunnable(!error.group(1).equals(NO_SUCH_FILE), word + " could not be started: " + error.group(2));
    }

    /** The child's process id. */
    public long pid() {
        return process.pid();
    }

    /** Completes with the child's exit code, 0 to 255, or 128 + n if signal n ended it. What it started may go on. */
    public CompletableFuture<Integer> ended() {
        return ended;
    }

    /**
     * Sends a signal to the child itself, if it is still there.
     *
     * @param name without SIG, such as {@code HUP}
     */
    public void signal(String name) {
        if (process.isAlive()) {
            Delivery.send(name, List.of(process.pid()));
        }
    }

    /**
     * Sends a signal to the child and everything it started that is still there, to each before its children. It is sent
     * once, to those that were there before it was sent to any: what a trap starts in answer, to tidy up, does not get it.
     *
     * @param name without SIG, such as {@code TERM}
     */
    public void signalTree(String name) {
        Delivery.send(name, tree.visit(pid -> {}));
    }

    /** Whether the child or anything that it started is still there. */
    public boolean treeAlive() {
        return tree.alive();
    }

    /**
     * Kills the child and everything it started, again and again until nothing is left.
     *
     * @param longest how long it is tried
     * @return false if something is still there, such as a program of another user or one that the system holds
     */
    public boolean killTree(Duration longest) {
        tree.meetBeforeKilling();
        if (killed()) { // before the time is taken, which needs a thread that there may not be
            return true;
        }
        CompletableFuture<Boolean> over =
                new CompletableFuture<Boolean>().completeOnTimeout(true, longest.toNanos(), TimeUnit.NANOSECONDS);
        while (!killed()) {
            if (over.isDone()) {
                return false;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return true;
    }

    private boolean killed() {
        return tree.empty(pid -> Delivery.send("KILL", List.of(pid)));
    }
}
