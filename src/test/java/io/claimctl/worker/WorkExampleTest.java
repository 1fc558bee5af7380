package io.claimctl.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.claimctl.testing.ScriptedServer;
import java.io.File;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.bson.BsonDocument;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example in the Javadoc is compiled and run as it stands there. */
class WorkExampleTest {
    private static final Path SOURCE = Path.of("src/main/java/io/claimctl/worker/ClaimedWork.java");
    private static final String BEGIN = " * <pre>{@code\n";
    private static final String END = " * }</pre>\n";

    @TempDir
    private Path folder;

    private static String example() throws Exception {
        String source = Files.readString(SOURCE);
        int begin = source.indexOf(BEGIN) + BEGIN.length();
        return source.substring(begin, source.indexOf(END, begin))
                .lines()
                .map(line -> line.replaceFirst("^ \\* ?", ""))
                .collect(Collectors.joining("\n"));
    }

    /** What a Java worker has on its class path, and no more. */
    private static String classPath() {
        return Stream.of(
                        ClaimedWork.class,
                        MongoClient.class,
                        com.mongodb.MongoNamespace.class,
                        BsonDocument.class,
                        NullMarked.class)
                .map(c -> c.getProtectionDomain().getCodeSource().getLocation())
                .map(URL::getPath)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    private void compile(Path example) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options =
                List.of("--release", "17", "-Xlint:all,-classfile", "-Werror", "-proc:none", "-cp", classPath());
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(said, files, null, options, null, files.getJavaFileObjects(example))
                    .call();
            assertThat(compiled).as(said.toString()).isTrue();
        }
    }

    @Test
    void the_example_compiles_and_does_what_it_says() throws Exception {
        compile(Files.writeString(folder.resolve("Shipping.java"), example()));
        try (ScriptedServer server = new ScriptedServer();
                MongoClient client = MongoClients.create(server.uri());
                URLClassLoader loader = new URLClassLoader(
                        new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            loader.loadClass("Shipping").getMethod("main", String[].class).invoke(null, (Object)
                    new String[] {server.uri()});
            BsonDocument claim = client.getDatabase("shop")
                    .getCollection("_message_state", BsonDocument.class)
                    .find()
                    .first();
            assertThat(claim.getString("_id").getValue()).isEqualTo("order-1");
            assertThat(claim.getString("status").getValue()).isEqualTo("completed");
            assertThat(claim.getString("event_name").getValue())
                    .as("it was stored with the message")
                    .isEqualTo("order.created");
            assertThat(claim.containsKey("payload")).isFalse();
        }
    }
}
