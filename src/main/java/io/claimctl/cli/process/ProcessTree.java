package io.claimctl.cli.process;

import io.claimctl.cli.process.ProcessTable.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
     * Visits the living processes of the tree, each before its children: a shell whose command was ended first would go on
     * to its next one.
     *
     * @return their pids, in the order of the visit
     */
    synchronized List<Long> visit(LongConsumer visitor) {
        Visit visit = new Visit(visitor);
        table.each(visit::meet);
        visit.finish();
        seen = visit.members;
        return List.copyOf(visit.members.keySet());
    }

    private boolean marked(long pid) {
        return !mark.isEmpty() && table.startedWith(pid, mark);
    }

    /** One reading of the table, in which a child may stand before its parent. */
    private final class Visit {
        private final boolean rooted = root.isAlive();
        private final LongConsumer visitor;
        private final Map<Long, Long> members = new LinkedHashMap<>();
        private final Deque<Row> recognized = new ArrayDeque<>();
        private final List<Row> waiting = new ArrayList<>();

        Visit(LongConsumer visitor) {
            this.visitor = visitor;
        }

        /** What has no parent in the tree is visited at once: if it starts another and ends, it will be gone in a moment. */
        void meet(Row row) {
            boolean ours = seen.getOrDefault(row.pid(), -1L) == row.started() || marked(row.pid());
            if (isRoot(row.pid()) || (ours && !tied(row.parent()))) {
                join(row);
                return;
            }
            waiting.add(row);
            if (ours) {
                recognized.addFirst(row);
            }
        }

        void finish() {
            descend();
            for (Row row : recognized) {
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

        private boolean isRoot(long pid) {
            return rooted && pid == root.pid();
        }

        private boolean tied(long parent) {
            return isRoot(parent) || members.containsKey(parent) || seen.containsKey(parent) || marked(parent);
        }

        private void join(Row row) {
            members.put(row.pid(), row.started());
            visitor.accept(row.pid());
        }
    }
}
