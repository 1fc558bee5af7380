package io.claimctl.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which words are commands, before one is started. */
class ExecutableTest {
    @TempDir
    private Path folder;

    @Test
    void a_name_is_looked_for_in_path() throws Exception {
        Path second = program("two/tool", "#!/bin/sh\n");
        Files.createDirectories(folder.resolve("one"));
        assertThat(Executable.find("tool", path(folder.resolve("one") + ":" + folder.resolve("two"))))
                .isEqualTo(second.toString());
    }

    @Test
    void what_cannot_be_executed_is_passed_over_in_path() throws Exception {
        Files.createDirectories(folder.resolve("one/tool"));
        Files.createFile(Files.createDirectories(folder.resolve("two")).resolve("tool"));
        program("three/tool", "#!/no/such/interpreter\n");
        Path good = program("four/tool", "");
        String all = String.join(":", folder + "/one", folder + "/two", folder + "/three", folder + "/four");
        assertThat(Executable.find("tool", path(all))).isEqualTo(good.toString());
    }

    @Test
    void if_none_is_good_the_first_is_the_reason() throws Exception {
        Files.createFile(Files.createDirectories(folder.resolve("two")).resolve("tool"));
        Files.createDirectories(folder.resolve("three/tool"));
        refused("tool", path(folder + "/one:" + folder + "/two:" + folder + "/three"), true)
                .hasMessage(folder + "/two/tool is not executable: make it so with chmod +x");
    }

    @Test
    void without_path_the_systems_own_folders_are_looked_in() {
        assertThatCode(() -> Executable.require("sh", Map.of())).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":/nowhere", "/nowhere:", "/nowhere::/nowhere"})
    void an_empty_element_of_path_is_the_current_folder(String path) throws Exception {
        // The tests run in the folder of the project.
        refused("pom.xml", path(path), true).hasMessage("./pom.xml is not executable: make it so with chmod +x");
        refused("src", path(path), true).hasMessage("./src is a folder: name a program");
    }

    @Test
    void a_name_that_is_nowhere_is_not_found() {
        refused("no-such-tool", path("/bin:/nowhere"), false)
                .hasMessage("no-such-tool is in no folder of PATH: give its path, or correct PATH");
    }

    @Test
    void a_word_with_a_slash_is_a_path() throws Exception {
        program("tool", "#!/bin/sh\n");
        assertThat(Executable.find(folder + "/tool", path("/nowhere"))).isEqualTo(folder + "/tool");
        refused("./no-such-tool", path("/bin"), false).hasMessage("./no-such-tool does not exist: correct the path");
        refused("target/../pom.xml", path("/bin"), true)
                .hasMessage("target/../pom.xml is not executable: make it so with chmod +x");
        refused("/bin/", path("/bin"), true).hasMessage("/bin/ is a folder: name a program");
        refused("-x/tool", path("/bin"), false).hasMessage("-x/tool does not exist: correct the path");
    }

    @Test
    void an_empty_word_is_no_command() {
        refused("", path(":/bin"), false).hasMessage("an empty word is no command: name a program");
    }

    @Test
    void a_link_that_leads_nowhere_is_not_found() throws Exception {
        Files.createSymbolicLink(folder.resolve("link"), Path.of("nowhere"));
        refused(folder + "/link", path("/bin"), false).hasMessageContaining("does not exist");
    }

    @Test
    void a_script_needs_its_interpreter() throws Exception {
        String script = program("job", "#! /no/such/python -u\nprint()\n").toString();
        refused(script, path("/bin"), false)
                .hasMessage(
                        script + " wants the interpreter /no/such/python, which does not exist: correct the script's"
                                + " first line, or install it");
    }

    @Test
    void a_carriage_return_belongs_to_the_interpreters_name_and_is_told() throws Exception {
        String script = program("job", "#!/bin/sh\r\necho\r\n").toString();
        refused(script, path("/bin"), false)
                .hasMessageStartingWith(script + " wants the interpreter /bin/sh")
                .hasMessageEndingWith(", which does not exist: end the script's lines without carriage returns");
        String env = program("env-job", "#!/usr/bin/env sh\r\necho\r\n").toString();
        refused(env, path("/bin"), false).hasMessageEndingWith("end the script's lines without carriage returns");
    }

    @Test
    void an_interpreter_must_be_executable() throws Exception {
        Path plain = Files.createFile(folder.resolve("plain"));
        String script = program("job", "#!" + plain + "\n").toString();
        refused(script, path("/bin"), true).hasMessageContaining(plain + ", which is not executable");
        String folders = program("job2", "#!" + folder + "\n").toString();
        refused(folders, path("/bin"), true).hasMessageContaining(folder + ", which is not executable");
    }

    @Test
    void an_interpreter_that_env_looks_for_must_be_in_path() throws Exception {
        String script = program("job", "#!/usr/bin/env no-such-python\n").toString();
        refused(script, path("/bin"), false)
                .hasMessage(script + " wants the interpreter no-such-python, which is in no folder of PATH: correct the"
                        + " script's first line, or install it");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "#!",
                "#!\n",
                "#!   \n",
                "# !/no/such\n",
                "echo hello\n",
                "#!/bin/sh",
                "#!/bin/sh -e\n",
                "#!\t/bin/sh\n",
                "#!/usr/bin/env sh\n",
                "#!/usr/bin/env -S sh -e\n",
                "#!/usr/bin/env A=b sh\n",
                "#!/usr/bin/env\n",
                "\0\1\2"
            })
    void what_the_system_would_start_or_must_judge_itself_is_let_through(String text) throws Exception {
        String script = program("job", text).toString();
        assertThatCode(() -> Executable.require(script, path("/bin:/usr/bin"))).doesNotThrowAnyException();
    }

    private AbstractThrowableAssert<?, ? extends Throwable> refused(
            String word, Map<String, String> environment, boolean found) {
        return assertThatThrownBy(() -> Executable.require(word, environment))
                .isInstanceOfSatisfying(
                        NotRunnable.class, e -> assertThat(e.found()).isEqualTo(found));
    }

    private static Map<String, String> path(String path) {
        return Map.of("PATH", path);
    }

    private Path program(String name, String text) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text, StandardCharsets.UTF_8);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
