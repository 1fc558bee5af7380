package io.claimctl.cli;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** How the environment of a command that claimctl starts differs from the caller's. Used by one thread. */
final class ChildEnvironment {
    /** The connection string, which may hold a password, and what the launcher passes to the JVM. */
    private static final Set<String> OURS = Set.of(
            "CLAIMCTL_URI",
            CallersLocale.SET_BY_THE_LAUNCHER,
            "CLAIMCTL_WIDTH",
            "CLAIMCTL_HEIGHT",
            "CLAIMCTL_CLOSED",
            CallersLocale.ALL_BEFORE_THE_LAUNCHER,
            "CLAIMCTL_TRAIN");
    /** What another claimctl, around this one, told of its own claim. */
    private static final Set<String> OF_ANOTHER_CLAIM =
            Set.of("CLAIMCTL_ID", "CLAIMCTL_TOKEN", "CLAIMCTL_FENCE", "CLAIMCTL_EXPIRES_AT");

    private final Set<String> removed = new HashSet<>(OURS);
    private final Map<String, String> added = new HashMap<>();

    /**
     * Without what is ours, and with the caller's own locale.
     *
     * @param callers the environment of this process
     */
    ChildEnvironment(Map<String, String> callers) {
        removed.addAll(OF_ANOTHER_CLAIM);
        if (callers.containsKey(CallersLocale.SET_BY_THE_LAUNCHER)) {
            removed.add(CallersLocale.ALL); // it set its own
        }
        String locale = callers.get(CallersLocale.ALL_BEFORE_THE_LAUNCHER);
        if (locale != null) {
            added.put(CallersLocale.ALL, locale);
        }
    }

    /** Takes a variable away, unless it is put there anew. */
    void remove(String name) {
        removed.add(name);
    }

    /** Sets a variable. */
    void put(String name, String value) {
        added.put(name, value);
    }

    /** What is taken away before anything is added. */
    Set<String> removed() {
        return removed;
    }

    /** What is set. */
    Map<String, String> added() {
        return added;
    }
}
