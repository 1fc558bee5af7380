package io.claimctl.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signals to a child and all that it starts, and whether any of it is still there. */
class ChildTreeTest {
    @TempDir
    private Path folder;

    @Test
    void a_signal_to_the_tree_reaches_grandchildren() throws Exception {
        try (ShellTree tree = tree("sh -c 'sh -c \"echo \\$\\$ >$0/a; exec sleep 60\" \"$0\"; :' $1 &"
                + " sh -c 'echo $$ >$0/b; exec sleep 60' $1; :")) {
            long first = tree.pid("a");
            long second = tree.pid("b");
            tree.child().signalTree("TERM");
            assertThat(tree.end()).isEqualTo(143);
            tree.awaitEndOfAll();
            assertThat(ShellTree.alive(first)).isFalse();
            assertThat(ShellTree.alive(second)).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HUP", "INT", "USR1", "USR2"})
    void so_do_other_signals(String signal) throws Exception {
        try (ShellTree tree = tree(
                "S=" + signal + "; export S; trap 'echo >$1/child; exit 3' $S;"
                        + " sh -c 'trap \"echo >$0/grandchild; exit\" $S; echo $$ >$0/a; while :; do sleep 0.01; done' $1; :")) {
            tree.pid("a");
            tree.child().signalTree(signal);
            assertThat(tree.end()).isEqualTo(3);
            tree.awaitEndOfAll();
            assertThat(folder.resolve("child")).exists();
            assertThat(folder.resolve("grandchild")).exists();
        }
    }

    @Test
    void a_signal_to_the_child_reaches_no_grandchild() throws Exception {
        try (ShellTree tree = tree("sh -c 'echo $$ >$0/a; exec sleep 60' $1 & wait")) {
            long grandchild = tree.pid("a");
            tree.child().signal("TERM");
            assertThat(tree.end()).isEqualTo(143);
            assertThat(ShellTree.alive(grandchild)).isTrue();
        }
    }

    @RepeatedTest(20)
    void no_shell_goes_on_to_its_next_command_when_the_tree_is_told_to_end() throws Exception {
        try (ShellTree tree =
                tree("sh -c 'sh -c \"echo \\$\\$ >$0/a; exec sleep 60\" \"$0\"; echo >$0/next' $1; echo >$1/next")) {
            tree.pid("a");
            tree.child().signalTree("TERM");
            assertThat(tree.end()).isEqualTo(143);
            tree.awaitEndOfAll();
            assertThat(folder.resolve("next")).doesNotExist();
        }
    }

    @Test
    void what_a_command_starts_in_answer_to_a_signal_does_not_get_it() throws Exception {
        try (ShellTree tree = tree("trap 'sleep 0.1 && echo >$1/tidy; exit 3' TERM; echo $$ >$1/a; sleep 60 & wait")) {
            tree.pid("a");
            tree.child().signalTree("TERM");
            assertThat(tree.end()).isEqualTo(3);
            assertThat(folder.resolve("tidy")).exists();
        }
    }

    @Test
    void a_tree_without_a_mark_is_met_before_what_holds_it_together_is_killed() throws Exception {
        try (ShellTree tree = new ShellTree(folder, "sh -c 'echo $$ >$0/a; sleep 60; :' $1 & wait", "")) {
            long grandchild = tree.pid("a");
            assertThat(tree.child().killTree(ShellTree.LONG)).isTrue();
            assertThat(ShellTree.alive(grandchild)).isFalse();
        }
    }

    @Test
    void a_daemon_that_left_its_parents_and_their_session_is_known_by_the_mark() throws Exception {
        Needs.procFolder();
        try (ShellTree tree = tree("(setsid sh -c 'echo $$ >$0/a; exec sleep 60' $1 &) & wait")) {
            assertThat(tree.end()).isZero();
            long daemon = tree.pid("a");
            assertThat(tree.child().treeAlive()).isTrue();
            tree.child().signalTree("TERM");
            tree.awaitEndOfAll();
            assertThat(ShellTree.alive(daemon)).isFalse();
        }
    }

    @Test
    void one_without_the_mark_is_known_if_it_was_seen_before_its_parent_ended() throws Exception {
        try (ShellTree tree = tree("env -i sh -c 'echo $$ >$0/a; exec sleep 60' $1 & wait")) {
            long orphan = tree.pid("a");
            tree.child().signalTree("CONT");
            tree.child().signal("KILL");
            assertThat(tree.end()).isEqualTo(137);
            assertThat(tree.child().treeAlive()).isTrue();
            assertThat(tree.child().killTree(ShellTree.LONG)).isTrue();
            assertThat(ShellTree.alive(orphan)).isFalse();
        }
    }

    private ShellTree tree(String script) throws NotRunnable {
        return new ShellTree(folder, script);
    }
}
