package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class VersionTest {

    @Test
    void the_program_has_the_version_of_the_project() throws IOException {
        Matcher version = Pattern.compile("<artifactId>claimctl</artifactId>\\s*<version>([^<]+)</version>")
                .matcher(Files.readString(Path.of("pom.xml")));
        assertThat(version.find()).isTrue();
        assertThat(Version.NUMBER).isEqualTo(version.group(1));
    }

    @Test
    void the_version_is_shown_on_standard_output() {
        RecordedRun run =
                RecordedRun.claimctl("--version").run().ends(ExitCode.DONE).saysNothing();
        assertThat(run.out()).isEqualTo("claimctl " + Version.NUMBER + "\n");
    }
}
