package io.claimctl;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.TypedShell.Kind;
import io.claimctl.testing.Await;
import io.claimctl.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The completions in the shells that they are for: what the tabulator key makes of a line, and what is run then. */
@Tag("long")
class CompletionIT {
    /** Each begins with what it is typed as, in every shell. */
    private static final Map<String, String> IDS_FROM_HELL = ids(
            "a\\ ", "a b",
            "it", "it's",
            "say", "say \"x\"",
            "dollar", "dollar$(touch pwned)$HOME",
            "tick", "tick`touch pwned`",
            "semi", "semi;touch pwned",
            "tab:col:1", "tab:col:1",
            "tab:col:2", "tab:col:2x y",
            "eq=", "eq=1",
            "back", "back\\slash",
            "star", "star*",
            "tilde", "tilde~",
            "hash", "hash #1",
            "bang", "bang!x",
            "\u00e9", "\u00e9t\u00e9",
            "x@", "x@y",
            "pipe", "pipe|touch pwned",
            "lt", "lt<gt>&",
            "brace", "brace{c,d}[b]?",
            "percent", "percent%s%n");

    @TempDir
    private Path folder;

    private static Map<String, String> ids(String... pairs) {
        Map<String, String> ids = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            ids.put(pairs[i], pairs[i + 1]);
        }
        return ids;
    }

    /** A program that knows some ids, notes what it is asked, and hangs if it shall. */
    @BeforeEach
    void a_fake_program() throws IOException {
        Files.createDirectories(folder.resolve("bin"));
        Files.createDirectories(folder.resolve("some folder"));
        Files.createFile(folder.resolve("some file"));
        Files.writeString(folder.resolve("bin/claimctl"), """
                #!/bin/sh
                cd "$HOME"
                if [ "$1 $2" = 'claims list' ]; then
                  printf '%s\\n' "$@" "URI=${CLAIMCTL_URI-}" >asked
                  if [ -e hang ]; then
                    sleep 600 &
                    echo "$$ $!" >pids
                    wait
                  fi
                  cat ids
                elif [ "$1 $2" = 'profile list' ]; then
                  printf '%s\\n' prod staging-1
                else
                  printf '%s\\0' "$@" >argv.new
                  mv argv.new argv
                fi
                """);
        Files.setPosixFilePermissions(folder.resolve("bin/claimctl"), PosixFilePermissions.fromString("rwxr-xr-x"));
        know(List.of("order-1001"));
    }

    private void know(List<String> ids) throws IOException {
        Files.writeString(folder.resolve("ids"), String.join("\0", ids) + "\0");
    }

    private TypedShell start(Kind kind) throws Exception {
        kind.assumeInstalled();
        return new TypedShell(kind, folder, Map.of());
    }

    @ParameterizedTest
    @EnumSource
    void words_options_and_their_values_are_completed(Kind kind) throws Exception {
        try (TypedShell shell = start(kind)) {
            for (String line : List.of(
                    "insp|ect ",
                    "claims co|unt ",
                    "claims list --rev|erse ",
                    "stale reset --no-f|enced ",
                    "claims list --sort upd|ated ",
                    "claims list --sort=upd|ated ",
                    "claims list -o js|on ",
                    "run order-1001 --on-lost st|op ",
                    "inspect ord|er-1001 ",
                    "inspect \"ord|er-1001\" ",
                    "payload get ord|er-1001 ",
                    "inspect --raw -d shop ord|er-1001 ",
                    "run ord|er-1001 ",
                    "run order-1001 --ttl 1m -- /usr/bin/tes|t ",
                    "inspect --collection ord|",
                    "claims list ord|")) {
                String typed = "claimctl " + line.substring(0, line.indexOf('|'));
                assertThat(shell.completed(typed)).isEqualTo("claimctl " + line.replace("|", ""));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void files_and_folders_are_completed_where_they_may_stand(Kind kind) throws Exception {
        try (TypedShell shell = start(kind)) {
            for (String typed : List.of(
                    "inspect --uri-file some\\ fi",
                    "inspect --uri-file=some\\ fi",
                    "payload put order-1001 some\\ fi",
                    "run order-1001 --ttl 1m -- ls some\\ fi")) {
                assertThat(shell.completed("claimctl " + typed)).isEqualTo("claimctl " + typed + "le ");
                assertThat(shell.entered()).last().asString().endsWith("some file");
            }
            assertThat(shell.completed("claimctl recover --to-dir so"))
                    .startsWith("claimctl recover --to-dir some\\ folder/");
            assertThat(shell.completed("claimctl inspect so")).isEqualTo("claimctl inspect so");
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_id_is_one_word_that_the_shell_reads_back_exactly(Kind kind) throws Exception {
        know(List.copyOf(IDS_FROM_HELL.values()));
        try (TypedShell shell = start(kind)) {
            for (Map.Entry<String, String> id : IDS_FROM_HELL.entrySet()) {
                String line = shell.completed("claimctl inspect " + id.getKey());
                assertThat(shell.entered()).as(line).containsExactly("inspect", id.getValue());
            }
            assertThat(folder.resolve("pwned")).doesNotExist();
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_id_like_an_option_is_offered_behind_two_dashes_alone_and_one_with_control_characters_nowhere(Kind kind)
            throws Exception {
        know(List.of("-dash", "con\ttrol", "two\nlines", "$(touch pwned)\033[2J"));
        try (TypedShell shell = start(kind)) {
            assertThat(shell.completed("claimctl inspect -da")).isEqualTo("claimctl inspect -da");
            for (String beginning : List.of("con", "two", "lin", "to")) {
                String typed = "claimctl inspect " + beginning;
                assertThat(shell.completed(typed)).isEqualTo(typed);
            }
            assertThat(shell.completed("claimctl inspect -- -da")).isEqualTo("claimctl inspect -- -dash ");
        }
    }

    @ParameterizedTest
    @EnumSource
    void ids_are_those_of_the_store_that_the_line_names(Kind kind) throws Exception {
        try (TypedShell shell = start(kind)) {
            shell.completed(
                    "claimctl inspect -d shop --collection=\"my claims\" --uri mongodb://u:p@h:1/x --uri-file ~/f ord");
            assertThat(asked())
                    .containsSubsequence("-d", "shop")
                    .containsSequence("--collection", "my claims")
                    .containsSequence("--uri-file", folder.resolve("f").toString())
                    .contains("--id-prefix=ord", "URI=mongodb://u:p@h:1/x")
                    .doesNotContain("--uri");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BASH", "ZSH"})
    void what_only_the_shell_could_tell_is_not_guessed_at(Kind kind) throws Exception {
        try (TypedShell shell = start(kind)) {
            for (String typed :
                    List.of("inspect --db $DB ord", "inspect -d$DB ord", "inspect --uri=`touch pwned` ord")) {
                assertThat(shell.completed("claimctl " + typed)).isEqualTo("claimctl " + typed);
            }
            assertThat(folder.resolve("asked")).doesNotExist();
            assertThat(folder.resolve("pwned")).doesNotExist();
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothing_that_is_typed_is_run(Kind kind) throws Exception {
        String[] words = {
            "(touch pwned)x",
            "$(touch pwned)x",
            "\"$(touch pwned)x",
            "\"$(touch pwned",
            "{$(touch pwned),}x",
            "$HOME[(touch pwned)]",
            "`touch pwned`x",
            "A=$(touch pwned)x"
        };
        try (TypedShell shell = start(kind)) {
            for (String before : List.of(
                    "",
                    "inspect ",
                    "inspect --db ",
                    "inspect --uri-file=",
                    "run a -- ",
                    "run a -- ls ",
                    "run a -- A=b ")) {
                for (String word : words) {
                    String typed = "claimctl " + before + word;
                    shell.completed(typed);
                    assertThat(folder.resolve("pwned")).as(typed).doesNotExist();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_id_that_was_cut_off_is_not_offered(Kind kind) throws Exception {
        try (TypedShell shell = start(kind)) {
            Files.writeString(folder.resolve("ids"), "order-1001\0order-");
            assertThat(shell.completed("claimctl inspect ord")).isEqualTo("claimctl inspect order-1001 ");
            Files.writeString(folder.resolve("ids"), "order-");
            assertThat(shell.completed("claimctl inspect ord")).isEqualTo("claimctl inspect ord");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_store_that_does_not_answer_is_given_up_and_nothing_is_left_running(Kind kind) throws Exception {
        Files.createFile(folder.resolve("hang"));
        try (TypedShell shell = start(kind)) {
            assertThat(shell.completed("claimctl inspect ord")).isEqualTo("claimctl inspect ord");
            String[] pids = Files.readString(folder.resolve("pids")).strip().split(" ");
            Await.until(
                    "the end of " + Arrays.toString(pids),
                    () -> Arrays.stream(pids)
                            .noneMatch(
                                    pid -> ProcessHandle.of(Long.parseLong(pid)).isPresent()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void profiles_are_completed_and_their_claims(Kind kind) throws Exception {
        try (TypedShell shell = start(kind)) {
            for (String line : List.of(
                    "inspect --profile pr|od ",
                    "inspect --profile=stag|ing-1 ",
                    "profile use pr|od ",
                    "profile show stag|ing-1 ",
                    "profile test pr|od ",
                    "profile remove prod stag|ing-1 ",
                    "profile add pr|")) {
                String typed = "claimctl " + line.substring(0, line.indexOf('|'));
                assertThat(shell.completed(typed)).isEqualTo("claimctl " + line.replace("|", ""));
            }
            shell.completed("claimctl inspect --profile staging-1 ord");
            assertThat(asked()).containsSequence("--profile", "staging-1");
            shell.completed("claimctl inspect --profile=prod ord");
            assertThat(String.join(" ", asked()).replace('=', ' ')).contains("--profile prod");
        }
    }

    /** The host may be too busy for the time that the program gives itself: then it is pressed again. */
    @ParameterizedTest
    @EnumSource
    void the_program_itself_tells_its_ids(Kind kind) throws Exception {
        Files.writeString(folder.resolve("bin/claimctl"), "#!/bin/sh\nexec '" + Launch.CLAIMCTL + "' \"$@\"\n");
        kind.assumeInstalled();
        try (ScriptedServer server = new ScriptedServer();
                MongoClient client = MongoClients.create(server.uri())) {
            Date now = Date.from(Instant.now());
            client.getDatabase("shop")
                    .getCollection("_message_state")
                    .insertOne(new Document("_id", "order 1001")
                            .append("status", "processing")
                            .append("worker_id", RunBench.STRANGER)
                            .append("expires_at", now)
                            .append("created_at", now)
                            .append("updated_at", now));
            Map<String, String> variables = Map.of(
                    "CLAIMCTL_URI",
                    server.uri() + "/shop",
                    "CLAIMCTL_JAVA",
                    System.getProperty("java.home") + "/bin/java",
                    "CLAIMCTL_COMPLETE_WITHIN",
                    "20");
            try (TypedShell shell = new TypedShell(kind, folder, variables)) {
                Await.until(
                        shell::toString,
                        () -> shell.completed("claimctl inspect ord").equals("claimctl inspect order\\ 1001 "));
            }
        }
    }

    private List<String> asked() throws IOException {
        return Files.readAllLines(folder.resolve("asked"));
    }
}
