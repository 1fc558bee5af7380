package io.claimctl.cli.process;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * A process and what it started: its descendants, every process with its mark in the environment, and those seen earlier
 * that are still there, with their descendants. Thread-safe.
 */
final class ProcessTree {
    private final ProcessTable table = ProcessTable.ofThisHost();
    private final Process root;
    private final String mark;

    /** Pid and start of what the last visit saw: once its parent has ended, nothing else may tie a process to the root. */
    private Map<Long, Long> seen = Map.of();

    /** @param mark {@code NAME=value} in the environment of all that the root starts, or nothing */
    ProcessTree(Process root, String mark) {
        this.root = root;
        this.mark = mark;
    }

    /**
     * Visits the living processes of the tree. Each is visited at once when it is met, not after the table is read: by then
     * one that starts another and ends would be gone.
     *
     * @return their pids
     */
    synchronized List<Long> visit(LongConsumer visitor) {
        boolean rooted = root.isAlive();
        Map<Long, Long> members = new LinkedHashMap<>();
        List<ProcessTable.Row> others = new ArrayList<>();
        Consumer<ProcessTable.Row> join = row -> {
            members.put(row.pid(), row.started());
            visitor.accept(row.pid());
        };
        table.each(row -> {
            if ((rooted && row.pid() == root.pid()) || members.containsKey(row.parent()) || recognized(row)) {
                join.accept(row);
            } else {
                others.add(row);
            }
        });
        boolean grown = true;
        while (grown) {
            // A child may stand before its parent in the table.
            List<ProcessTable.Row> children = others.stream()
                    .filter(row -> members.containsKey(row.parent()))
                    .toList();
            children.forEach(join);
            grown = others.removeAll(children);
        }
        seen = members;
        return List.copyOf(members.keySet());
    }

    private boolean recognized(ProcessTable.Row row) {
        return seen.getOrDefault(row.pid(), -1L) == row.started()
                || (!mark.isEmpty() && table.startedWith(row.pid(), mark));
    }
}
