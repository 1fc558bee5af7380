package io.claimctl.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A child and all that it starts. */
class ChildTreeTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final List<Child> children = new ArrayList<>();

    @AfterEach
    void nothing_stays() {
        for (Child child : children) {
            assertThat(child.killTree(LONG)).isTrue();
        }
    }

    @Test
    void a_signal_to_the_tree_reaches_grandchildren() throws Exception {
        Child child =
                start("sh -c 'sh -c \"" + note("a") + "sleep 60; :\"; :' & sh -c '" + note("b") + "sleep 60; :' ; :");
        long first = pid("a");
        long second = pid("b");
        child.signalTree("TERM");
        assertThat(end(child)).isEqualTo(143);
        awaitEnd(child);
        assertThat(alive(first)).isFalse();
        assertThat(alive(second)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"HUP", "INT", "USR1", "USR2"})
    void so_do_other_signals(String signal) throws Exception {
        Child child = start("trap 'echo >$1/child; exit 3' " + signal + "; sh -c 'trap \"echo >$1/grandchild; exit\" "
                + signal + "; " + note("a") + "while :; do sleep 0.01; done' sh \"$1\"; :");
        pid("a");
        child.signalTree(signal);
        assertThat(end(child)).isEqualTo(3);
        awaitEnd(child);
        assertThat(folder.resolve("child")).exists();
        assertThat(folder.resolve("grandchild")).exists();
    }

    @Test
    void a_signal_to_the_child_reaches_no_grandchild() throws Exception {
        Child child = start(note("a") + "sleep 60 & wait");
        pid("a");
        child.signal("TERM");
        assertThat(end(child)).isEqualTo(143);
        assertThat(child.treeAlive()).isTrue();
    }

    @Test
    void a_child_that_ignores_term_is_killed_with_its_tree() throws Exception {
        Child child = start("trap '' TERM; sh -c '" + note("a") + "while :; do sleep 1; done'; :");
        long grandchild = pid("a");
        child.signalTree("TERM");
        Thread.sleep(100);
        assertThat(child.treeAlive()).isTrue();
        assertThat(alive(grandchild)).isTrue();
        assertThat(child.killTree(LONG)).isTrue();
        assertThat(end(child)).isEqualTo(137);
        assertThat(alive(grandchild)).isFalse();
        assertThat(child.treeAlive()).isFalse();
    }

    @Test
    void a_daemon_that_left_its_parents_and_their_session_is_known_by_the_mark() throws Exception {
        assumeProc();
        Child child = start("(setsid sh -c '" + note("a") + "exec sleep 60' &) & wait");
        assertThat(end(child)).isZero();
        long daemon = pid("a");
        assertThat(child.treeAlive()).isTrue();
        assertThat(child.killTree(LONG)).isTrue();
        assertThat(alive(daemon)).isFalse();
    }

    @Test
    void one_without_the_mark_is_known_if_it_was_seen_before_its_parent_ended() throws Exception {
        assumeProc();
        Child child = start("env -i sh -c '" + note("a") + "sleep 60; :' & wait");
        long orphan = pid("a");
        assertThat(child.treeAlive()).isTrue();
        child.signalTree("CONT");
        child.signal("KILL");
        assertThat(end(child)).isEqualTo(137);
        assertThat(child.treeAlive()).isTrue();
        assertThat(child.killTree(LONG)).isTrue();
        assertThat(alive(orphan)).isFalse();
    }

    @Test
    void zombies_do_not_count() throws Exception {
        Child child = start("sh -c 'exit 0' & exec sleep 60");
        child.signalTree("CONT");
        child.signal("STOP");
        assertThat(child.treeAlive()).isTrue();
        assertThat(child.killTree(LONG)).isTrue();
        assertThat(child.treeAlive()).isFalse();
    }

    @Test
    void a_tree_that_has_ended_is_not_alive() throws Exception {
        Child child = start("sleep 0.01 & exit 0");
        assertThat(end(child)).isZero();
        awaitEnd(child);
        assertThat(child.killTree(Duration.ZERO)).isTrue();
    }

    @Test
    void trees_of_other_marks_and_this_process_are_left_alone() throws Exception {
        Child one = start("sleep 60; :");
        Child other = start("sleep 60; :");
        assertThat(one.killTree(LONG)).isTrue();
        assertThat(other.treeAlive()).isTrue();
    }

    @Test
    void a_tree_that_forks_while_it_is_killed_is_killed() throws Exception {
        assumeProc();
        Child child = start(
                "f() { [ $1 -gt 5 ] || { f $(($1 + 1)) & f $(($1 + 1)) & }; while :; do sleep 0.05 & wait $!; done; }; f 0");
        Thread.sleep(300);
        assertThat(child.killTree(LONG)).isTrue();
        assertThat(child.treeAlive()).isFalse();
    }

    @Test
    void a_chain_of_processes_each_of_which_starts_the_next_and_ends_is_caught() throws Exception {
        assumeProc();
        Path link = Files.writeString(folder.resolve("link"), "\"$0\" \"$1\" &\necho $$ >\"$1/a\"\n");
        Files.writeString(link, "#!/bin/sh\n" + Files.readString(link));
        assertThat(link.toFile().setExecutable(true)).isTrue();
        Child child = start("$1/link $1");
        assertThat(end(child)).isZero();
        Thread.sleep(200);
        assertThat(child.treeAlive()).isTrue();
        assertThat(child.killTree(LONG)).isTrue();
        String last = Files.readString(folder.resolve("a"));
        Thread.sleep(100);
        assertThat(Files.readString(folder.resolve("a"))).isEqualTo(last);
    }

    private Child start(String script) throws NotRunnable {
        String mark = UUID.randomUUID().toString();
        Stdio stdio = new Stdio(
                Stdio.NOTHING.in(),
                Redirect.appendTo(folder.resolve("out").toFile()),
                Redirect.appendTo(folder.resolve("out").toFile()),
                Set.of());
        Child child = Child.start(
                List.of("sh", "-c", script, "sh", folder.toString()),
                Set.of(),
                Map.of("CLAIMCTL_TOKEN", mark, "FOLDER", folder.toString()),
                stdio,
                mark);
        children.add(child);
        return child;
    }

    /** Shell that writes its pid, all at once, to a file. */
    private String note(String name) {
        return "echo $$ >" + folder + "/" + name + ".new; mv " + folder + "/" + name + ".new " + folder + "/" + name
                + "; ";
    }

    private long pid(String name) throws Exception {
        Path file = folder.resolve(name);
        for (int i = 0; i < 2_000; i++) {
            if (Files.exists(file)) {
                return Long.parseLong(Files.readString(file).strip());
            }
            Thread.sleep(5);
        }
        throw new AssertionError("nothing wrote " + file + ": " + Files.readString(folder.resolve("out")));
    }

    private static void awaitEnd(Child child) throws Exception {
        for (int i = 0; i < 2_000 && child.treeAlive(); i++) {
            Thread.sleep(5);
        }
        assertThat(child.treeAlive()).isFalse();
    }

    private static int end(Child child) throws Exception {
        return child.ended().get(60, TimeUnit.SECONDS);
    }

    private static boolean alive(long pid) {
        Optional<ProcStat> stat = ProcStat.read(Long.toString(pid));
        return stat.isPresent()
                ? stat.get().alive()
                : ProcessHandle.of(pid).isPresent() && !Files.exists(Path.of("/proc/self/stat"));
    }

    private static void assumeProc() {
        boolean proc = Files.exists(Path.of("/proc/self/environ"));
        if (!proc) {
            System.out.println("skipped: this system has no /proc to find daemons in");
        }
        assumeTrue(proc, "this system has no /proc to find daemons in");
    }
}
