package io.claimctl.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Killing a child and all that it starts. */
class KillTreeTest {
    @TempDir
    private Path folder;

    @Test
    void a_child_that_ignores_term_is_killed_with_its_tree() throws Exception {
        try (ShellTree tree = tree("trap '' TERM; sh -c 'echo $$ >$0/a; while :; do sleep 1; done' $1; :")) {
            long grandchild = tree.pid("a");
            tree.child().signalTree("TERM");
            Thread.sleep(100);
            assertThat(ShellTree.alive(grandchild)).isTrue();
            assertThat(tree.child().killTree(ShellTree.LONG)).isTrue();
            assertThat(tree.end()).isEqualTo(137);
            assertThat(ShellTree.alive(grandchild)).isFalse();
            assertThat(tree.child().treeAlive()).isFalse();
        }
    }

    @RepeatedTest(20)
    void no_shell_goes_on_to_its_next_command() throws Exception {
        try (ShellTree tree =
                tree("sh -c 'sh -c \"echo \\$\\$ >$0/a; exec sleep 60\" \"$0\"; echo >$0/next' $1; echo >$1/next")) {
            tree.pid("a");
            assertThat(tree.child().killTree(ShellTree.LONG)).isTrue();
            assertThat(tree.end()).isEqualTo(137);
            assertThat(folder.resolve("next")).doesNotExist();
        }
    }

    @Test
    void a_stopped_tree_is_killed() throws Exception {
        try (ShellTree tree = tree("sh -c 'echo $$ >$0/a; exec sleep 60' $1; :")) {
            tree.pid("a");
            tree.child().signalTree("STOP");
            tree.child().signalTree("TERM");
            assertThat(tree.child().treeAlive()).isTrue();
            assertThat(tree.child().killTree(ShellTree.LONG)).isTrue();
            assertThat(tree.end()).isEqualTo(137);
        }
    }

    @Test
    void there_is_nothing_to_do_once_all_has_ended() throws Exception {
        try (ShellTree tree = tree("sleep 0.01 & exit 0")) {
            assertThat(tree.end()).isZero();
            tree.awaitEndOfAll();
            assertThat(tree.child().killTree(Duration.ZERO)).isTrue();
        }
    }

    @Test
    void other_trees_are_left_alone() throws Exception {
        try (ShellTree one = tree("sleep 60; :");
                ShellTree other = tree("sleep 60; :")) {
            assertThat(one.child().killTree(ShellTree.LONG)).isTrue();
            assertThat(other.child().treeAlive()).isTrue();
        }
    }

    @Test
    void a_tree_that_forks_while_it_is_killed_is_killed() throws Exception {
        Needs.procFolder();
        try (ShellTree tree = tree("D=$1; f() { [ $1 -gt 4 ] || { f $(($1 + 1)) & f $(($1 + 1)) & };"
                + " [ $1 -ne 5 ] || echo $$ >$D/a; while :; do sleep 0.02 & wait $!; done; }; f 0")) {
            tree.pid("a");
            assertThat(tree.child().killTree(ShellTree.LONG)).isTrue();
            assertThat(tree.end()).isEqualTo(137);
            assertThat(tree.child().treeAlive()).isFalse();
        }
    }

    @Test
    void a_chain_in_which_each_process_starts_the_next_and_ends_is_caught() throws Exception {
        Needs.procFolder();
        Path link = Files.writeString(folder.resolve("link"), "#!/bin/sh\necho >>$1/a; \"$0\" \"$1\" &\n");
        assertThat(link.toFile().setExecutable(true)).isTrue();
        try (ShellTree tree = tree("$1/link $1")) {
            assertThat(tree.end()).isZero();
            assertThat(tree.child().treeAlive()).isTrue();
            assertThat(tree.child().killTree(ShellTree.LONG)).isTrue();
            String links = Files.readString(folder.resolve("a"));
            Thread.sleep(100);
            assertThat(Files.readString(folder.resolve("a"))).isEqualTo(links);
        }
    }

    private ShellTree tree(String script) throws NotRunnable {
        return new ShellTree(folder, script);
    }
}
