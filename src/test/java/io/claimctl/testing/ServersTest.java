package io.claimctl.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.Servers.TestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ServersTest {

    @Test
    void each_class_that_takes_a_server_has_the_tag_by_which_it_is_run_on_a_second_one() throws Exception {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            List<Path> sources = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> text(file).contains("@MethodSource(\"io.claimctl.testing.Servers#"))
                    .toList();
            assertThat(sources).isNotEmpty().allMatch(file -> text(file).contains("@Tag(\"servers\")"));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void an_option_or_a_user_is_added_to_any_connection_string() {
        TestServer bare = new TestServer("a", "mongodb://h:1");
        TestServer full = new TestServer("b", "mongodb://u:p@h:1/db?authSource=admin&tls=true");
        assertThat(bare.with("x=1")).isEqualTo("mongodb://h:1/?x=1");
        assertThat(new TestServer("a", "mongodb://h:1/").with("x=1")).isEqualTo("mongodb://h:1/?x=1");
        assertThat(full.with("x=1")).isEqualTo(full.uri() + "&x=1");
        assertThat(bare.as("v", "q", "db")).isEqualTo("mongodb://v:q@h:1/?authSource=db");
        assertThat(full.as("v", "q", "db")).isEqualTo("mongodb://v:q@h:1/db?authSource=db&tls=true");
    }
}
