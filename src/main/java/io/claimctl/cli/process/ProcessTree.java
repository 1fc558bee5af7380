package io.claimctl.cli.process;

import io.claimctl.cli.process.ProcessTable.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * A process and what it started: its descendants, every process with its mark in the environment, and those seen earlier
 * that are still there, with their descendants. Thread-safe.
 */
final class ProcessTree {
    private final String mark;
    private final ProcessTable table;

    /** What the last visit met: once its parent has ended, nothing else may tie a process to the root. */
    private Map<Long, Row> seen;
    /** The pids of what was not of the tree then. */
    private Set<Long> strangers = Set.of();

    /**
     * @param root a child of this process
     * @param mark {@code NAME=value} in the environment of all that the root starts, or nothing
     */
    ProcessTree(long root, String mark) {
        this.mark = mark;
        this.table = ProcessTable.since(root);
        this.seen = table.find(root).map(row -> Map.of(root, row)).orElse(Map.of());
    }

    /**
     * Visits the living processes of the tree, each before its children: a shell whose command was ended first would go on
     * to its next one. What was met before is visited before the table is read.
     *
     * @return their pids, in the order of the visit
     */
    synchronized List<Long> visit(LongConsumer visitor) {
        return visit(visitor, Set.of());
    }

    /**
     * Whether a visit meets nothing. It looks twice, since the table is no picture of a moment: a process that starts
     * another and ends can be missed once.
     */
    synchronized boolean empty(LongConsumer visitor) {
        return visit(visitor, Set.of()).isEmpty() && visit(visitor, strangers).isEmpty();
    }

    /** Where only its parent ties a process to the tree, it must be met before that parent is killed. */
    synchronized void meetBeforeKilling() {
        if (mark.isEmpty() || !table.tellsEnvironments()) {
            visit(pid -> {});
        }
    }

    /** Whether a process of the tree is there; a quick answer as long as one is that was met before. */
    synchronized boolean alive() {
        return seen.values().stream().anyMatch(table::alive) || !empty(pid -> {});
    }

    private List<Long> visit(LongConsumer visitor, Set<Long> without) {
        Visit visit = new Visit(visitor);
        seen.values().stream().filter(table::alive).forEach(visit::join);
        Set<Long> others = new HashSet<>();
        table.each(pid -> !visit.members.containsKey(pid) && others.add(pid) && !without.contains(pid), visit::meet);
        visit.finish();
        others.removeAll(visit.members.keySet());
        strangers = others;
        seen = visit.members;
        return List.copyOf(seen.keySet());
    }

    private boolean marked(long pid) {
        return !mark.isEmpty() && table.startedWith(pid, mark);
    }

    /** One reading of the table, in which a child may stand before its parent. */
    private final class Visit {
        private final LongConsumer visitor;
        private final Map<Long, Row> members = new LinkedHashMap<>();
        private final Deque<Row> marked = new ArrayDeque<>();
        private final List<Row> waiting = new ArrayList<>();

        Visit(LongConsumer visitor) {
            this.visitor = visitor;
        }

        void join(Row row) {
            members.put(row.pid(), row);
            visitor.accept(row.pid());
        }

        /** What has no parent in the tree is visited at once: if it starts another and ends, it will be gone in a moment. */
        void meet(Row row) {
            if (!marked(row.pid())) {
                waiting.add(row);
            } else if (members.containsKey(row.parent()) || !marked(row.parent())) {
                join(row);
            } else {
                waiting.add(row);
                marked.addFirst(row);
            }
        }

        void finish() {
            descend();
            for (Row row : marked) {
                if (!members.containsKey(row.pid())) {
                    join(row); // its parent has ended meanwhile
                    descend();
                }
            }
        }

        private void descend() {
            boolean grown = true;
            while (grown) {
                List<Row> children = waiting.stream()
                        .filter(row -> members.containsKey(row.parent()) && !members.containsKey(row.pid()))
                        .toList();
                children.forEach(this::join);
                grown = !children.isEmpty();
            }
        }
    }
}
