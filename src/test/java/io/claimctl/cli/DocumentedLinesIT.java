package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.claimctl.cli.SceneStage.Played;
import io.claimctl.demo.DemoServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command line of the documents works as it is pasted: in a shell, with the distribution, on the claims of the demo. The
 * programs that they name are stand-ins that end with 0; only {@code jq} and what every system has is real.
 */
@Tag("long")
class DocumentedLinesIT {
    @TempDir
    private Path folder;

    @BeforeAll
    static void what_they_need_is_here() {
        for (String program : List.of("jq", "timeout")) {
            boolean there = Stream.of(System.getenv("PATH").split(":"))
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
            if (!there) {
                System.out.println("skipped: there is no " + program + " here");
            }
            assumeTrue(there, "there is no " + program + " here");
        }
    }

    static Stream<WrittenScene> scenes() {
        return WrittenScene.all()
                .filter(scene -> !scene.isAPart())
                .filter(scene -> !WrittenScenes.OTHERS.containsKey(scene.key())
                        || WrittenScenes.OTHERS.get(scene.key()).instead() != null);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenes")
    void it_runs_and_ends_as_it_is_said_to(WrittenScene scene) throws Exception {
        try (DemoServer server = DemoServer.start()) {
            Played played = new SceneStage(folder, server.uri()).play(scene, "");
            List<Integer> ends = WrittenScenes.ENDS.getOrDefault(scene.key(), List.of());
            assertThat(played.runs().stream()
                            .map(run -> Integer.valueOf(run.substring(0, run.indexOf(' '))))
                            .filter(code -> code != 0))
                    .as("%s", played)
                    .isEqualTo(ends);
            assertThat(played.exit()).as("%s", played).isIn(or0(ends));
            assertThat(verbs(scene))
                    .allSatisfy(verb -> assertThat(played.runs())
                            .as("%s: %s", verb, played)
                            .anyMatch(run -> run.substring(run.indexOf(' ') + 1).startsWith(verb)));
        }
    }

    private static List<Integer> or0(List<Integer> ends) {
        List<Integer> all = new ArrayList<>(ends);
        all.add(0);
        return all;
    }

    /** The commands that must have been run. */
    private static List<String> verbs(WrittenScene scene) {
        return scene.lines().stream()
                .filter(line -> !WrittenScenes.NOT_REACHED.containsKey(line.text()))
                .map(line -> Verb.ALL.stream()
                        .map(Verb::name)
                        .filter(name -> String.join(" ", line.words()).startsWith(name))
                        .findFirst()
                        .orElse(""))
                .toList();
    }

    @Test
    void a_script_of_which_a_step_fails_lets_its_claim_go() throws Exception {
        WrittenScene scripts = scenes().filter(scene -> scene.script().contains("step-two"))
                .findFirst()
                .orElseThrow();
        try (DemoServer server = DemoServer.start()) {
            Played played = new SceneStage(folder, server.uri()).play(scripts, "step-two");
            assertThat(played.exit()).as("%s", played).isEqualTo(1);
            assertThat(played.runs())
                    .extracting(run -> run.replaceAll("^(\\d+ \\S+).*", "$1"))
                    .as("%s", played)
                    .containsExactly("0 acquire", "0 renew", "0 release");
        }
    }
}
