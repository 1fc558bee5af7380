package io.claimctl.cli;

import static io.claimctl.cli.FilledCollection.DATABASE;
import static io.claimctl.cli.FilledCollection.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.claimctl.docs.MarkdownPage;
import io.claimctl.doctor.Action;
import io.claimctl.doctor.CommandPrivileges;
import io.claimctl.testing.Capability;
import io.claimctl.testing.Servers.TestServer;
import io.claimctl.view.CheckState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The roles of {@code docs/roles.md}, as people paste them: their users do what the page says that they are for, get through
 * the cookbook, and no further.
 */
@ParameterizedClass
@MethodSource("io.claimctl.testing.Servers#withUsers")
@Tag("servers")
class DocumentedRolesTest {
    private static final MarkdownPage PAGE = MarkdownPage.of(Path.of("docs/roles.md"));
    private static final MarkdownPage COOKBOOK = MarkdownPage.of(Path.of("docs/cookbook.md"));
    private static final Pattern ROLE = Pattern.compile("db\\.createRole\\((\\{.*\\})\\)", Pattern.DOTALL);
    private static final Duration TWO = Duration.ofMinutes(2);
    private static final Duration FIVE = Duration.ofMinutes(5);
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private static final List<String> ACTIONS =
            List.of("find", "insert", "update", "remove", "createIndex", "listIndexes", "listCollections");

    /** Options by which a command needs more, or less, than without. */
    private static final List<String> TELLING =
            List.of("--delete", "--no-fenced", "--apply", "--dry-run", "--archive", "--prove");

    private final TestServer server;
    private final FilledCollection c;
    private final MongoClient client;
    private final MongoDatabase database;
    private final String made = UUID.randomUUID().toString().substring(0, 8);
    private final List<String> users = new ArrayList<>();

    @TempDir
    private Path folder;

    DocumentedRolesTest(TestServer server) {
        Capability.USERS.require(server);
        this.server = server;
        c = new FilledCollection(server);
        client = MongoClients.create(server.uri());
        database = client.getDatabase(DATABASE);
    }

    @AfterEach
    void close() {
        for (String user : users) {
            database.runCommand(new Document("dropUser", user));
            database.runCommand(new Document("dropRole", user));
        }
        database.getCollection("swept").drop();
        client.close();
        c.close();
    }

    /** The name of each role, and its document. */
    private static Map<String, Document> roles() {
        Map<String, Document> roles = new LinkedHashMap<>();
        PAGE.blocks().stream()
                .map(block -> ROLE.matcher(block.text()))
                .filter(Matcher::find)
                .map(found -> Document.parse(found.group(1)))
                .forEach(role -> roles.put(role.getString("role"), role));
        return roles;
    }

    /** The commands that a role is said to be for: the last cell of its row. */
    private static Map<String, Set<String>> commands() {
        Map<String, Set<String>> commands = new LinkedHashMap<>();
        PAGE.lines().stream().filter(line -> line.startsWith("| `claimctl_")).forEach(row -> {
            String[] cells = row.split("\\|");
            Set<String> named = new TreeSet<>();
            CODE.matcher(cells[3]).results().map(MatchResult::group).forEach(code -> named.add(code.replace("`", "")));
            named.removeIf(code -> code.startsWith("--"));
            commands.put(cells[1].strip().replace("`", ""), named);
        });
        return commands;
    }

    private static Set<String> actions(Document role) {
        Set<String> actions = new TreeSet<>();
        role.getList("privileges", Document.class)
                .forEach(privilege -> actions.addAll(privilege.getList("actions", String.class)));
        return actions;
    }

    /** What a line is called in the table of roles. */
    private static String called(String verb, List<String> words) {
        List<String> name = new ArrayList<>(List.of(verb));
        TELLING.stream().filter(words::contains).forEach(name::add);
        return String.join(" ", name);
    }

    /** The connection string of a new user with that role, for the collection of this test. */
    private String user(String name) {
        Document role = Document.parse(roles().get(name).toJson());
        String collection = c.claims.getNamespace().getCollectionName();
        for (Document privilege : role.getList("privileges", Document.class)) {
            Document resource = privilege.get("resource", Document.class);
            resource.replace("db", "shop", DATABASE);
            resource.replace("collection", "_message_state", collection);
        }
        Document create = new Document("createRole", name + made);
        role.remove("role");
        create.putAll(role);
        database.runCommand(create);
        database.runCommand(new Document("createUser", name + made)
                .append("pwd", "secret-" + made)
                .append("roles", List.of(new Document("role", name + made).append("db", DATABASE))));
        users.add(name + made);
        return server.as(name + made, "secret-" + made, DATABASE);
    }

    @Test
    void the_users_of_each_role_do_what_it_is_for() {
        Map<String, Set<String>> commands = commands();
        assertThat(commands.keySet()).isEqualTo(roles().keySet());
        Set<String> seen = new TreeSet<>();
        commands.forEach((role, named) -> {
            String uri = user(role);
            EveryCommand.lines()
                    .filter(line -> named.contains(called(line.verb(), List.of(line.words()))))
                    .forEach(line -> {
                        seen.add(called(line.verb(), List.of(line.words())));
                        c.fill();
                        c.runOn(uri, line.words()).run().ends(line.ends()).neverPrints("secret-" + made);
                    });
        });
        Set<String> all = new TreeSet<>();
        commands.values().forEach(all::addAll);
        assertThat(seen).isEqualTo(all);
        assertThat(EveryCommand.lines().map(line -> called(line.verb(), List.of(line.words()))))
                .allMatch(all::contains);
    }

    @Test
    void the_users_of_each_role_are_denied_what_needs_an_action_that_it_lacks() {
        roles().forEach((name, role) -> {
            Set<String> actions = actions(role);
            String uri = user(name);
            EveryCommand.lines()
                    .filter(line -> !actions.contains(line.action()))
                    .filter(line -> !line.toString().equals("doctor")) // which says what it may not ask
                    .forEach(line -> {
                        c.fill();
                        List<Document> before = c.all();
                        RecordedRun run = c.runOn(uri, line.words())
                                .run()
                                .ends(
                                        line.verb().equals("check")
                                                ? CheckState.UNKNOWN.code()
                                                : line.denied().code());
                        assertThat(ACTIONS.stream().filter(action -> !actions.contains(action)))
                                .as("actions that %s lacks, of which one is named by %s", name, run)
                                .anyMatch((run.out() + run.err())::contains);
                        assertThat(c.all()).isEqualTo(before);
                    });
        });
    }

    @Test
    void each_row_of_the_table_has_the_actions_of_its_role() {
        PAGE.lines().stream().filter(line -> line.startsWith("| `claimctl_")).forEach(row -> {
            String[] cells = row.split("\\|");
            Document role = roles().get(cells[1].strip().replace("`", ""));
            role.getList("privileges", Document.class)
                    .removeIf(privilege -> "swept"
                            .equals(privilege.get("resource", Document.class).getString("collection")));
            assertThat(CODE.matcher(cells[2]).results().map(one -> one.group(1)))
                    .as(row)
                    .containsExactlyInAnyOrderElementsOf(actions(role));
        });
    }

    @Test
    void the_roles_have_what_the_doctor_would_ask_for() {
        commands()
                .forEach((role, named) -> Arrays.stream(CommandPrivileges.values())
                        .filter(privileges -> named.contains(privileges.words()))
                        .forEach(privileges -> assertThat(privileges.actions())
                                .extracting(Action::word)
                                .as("%s for %s", role, privileges)
                                .isSubsetOf(actions(roles().get(role)))));
    }

    /** The least role that is said to be for a command. */
    private static String roleFor(WrittenLine line) {
        String text = String.join(" ", line.words());
        String verb = Verb.ALL.stream()
                .map(Verb::name)
                .filter(name -> text.startsWith(name))
                .findFirst()
                .orElseThrow();
        return line.words().contains("--archive")
                ? "claimctl_operator"
                : commands().entrySet().stream()
                        .filter(role -> role.getValue().contains(called(verb, line.words())))
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("no role is for " + line));
    }

    private static Stream<WrittenLine> recipes() {
        return WrittenScene.in(COOKBOOK)
                .filter(scene -> !scene.isAPart() && !WrittenScenes.OTHERS.containsKey(scene.key()))
                .flatMap(scene -> scene.lines().stream())
                .filter(line ->
                        !List.of("demo", "exit-codes").contains(line.words().get(0)))
                .filter(line -> !line.words().contains("--help"))
                .filter(WrittenLine::whole)
                .distinct();
    }

    @Test
    void the_users_of_the_least_roles_get_through_the_cookbook() throws Exception {
        Map<String, String> uris = new LinkedHashMap<>();
        roles().keySet().forEach(role -> uris.put(role, user(role)));
        List<WrittenLine> lines = recipes().toList();
        assertThat(lines).hasSizeGreaterThan(60);
        for (WrittenLine line : lines) {
            RecordedRun run = run(line, uris.get(roleFor(line)));
            assertThat(run.exit())
                    .as("%s, as %s: %s", line, roleFor(line), run)
                    .isEqualTo(line.text().startsWith("claimctl doctor") ? ExitCode.FINDINGS.code() : 0);
            run.neverPrints("secret-" + made);
        }
    }

    /** The line, on claims as they were at first. */
    private RecordedRun run(WrittenLine line, String uri) throws IOException {
        c.fill();
        c.claims.insertMany(List.of(
                c.claim("order-1002", "processing", FilledCollection.token(7), FIVE, TWO)
                        .append("payload", new Binary(new byte[] {'1'})),
                c.claim("order-1006", "completed", FilledCollection.token(8), FIVE, TWO)));
        if (line.text().startsWith("claimctl wait ") || line.text().startsWith("claimctl payload get ")) {
            c.claims.insertOne(c.claim("order-1", "completed", FilledCollection.token(9), FIVE, TWO)
                    .append("payload", new Binary(new byte[] {'1'})));
        }
        database.getCollection("swept").drop();
        try (Stream<Path> left = Files.list(folder)) {
            for (Path file : left.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        Path file = Files.writeString(folder.resolve("uri"), uri);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------")); // it holds a password
        Files.writeString(folder.resolve("message.json"), "{}");
        Files.writeString(folder.resolve("approved.ndjson"), "");
        String[] words = line.words().stream().map(this::here).toArray(String[]::new);
        List<String> bounded = new ArrayList<>(Arrays.asList(words));
        if (line.text().startsWith("claimctl claims watch")) {
            bounded.removeAll(List.of("--for", "10m"));
            bounded.addAll(List.of("--for", "1ms"));
        }
        return c.runOn(uri, bounded.toArray(String[]::new))
                .with("CLAIMCTL_TOKEN", TOKEN)
                .with("PATH", System.getenv("PATH"))
                .with("TMPDIR", folder.toString())
                .run();
    }

    /** What a word of the cookbook is in this folder: programs end with 0, waits are short. */
    private String here(String word) {
        if (word.contains("/etc/claimctl/uri")) {
            return folder.resolve("uri").toString();
        }
        if (word.startsWith("/var/")
                || word.startsWith("/run/")
                || word.matches("[a-z-]+[.](?:json|ndjson|bin)|order-1[.]bin")) {
            Path here = folder.resolve(Path.of(word).getFileName().toString());
            return word.equals("/var/lib/messages") ? folder.toString() : here.toString();
        }
        if (word.startsWith("./")
                || word.startsWith("/opt/")
                || List.of("CMD", "COMMAND", "sh", "timeout", "$0").contains(word)) {
            return "true";
        }
        return switch (word) {
            case "$CLAIMCTL_ID" -> "live";
            case "ID" -> "job";
            case "20s", "2m" -> "1ms";
            default -> word;
        };
    }
}
