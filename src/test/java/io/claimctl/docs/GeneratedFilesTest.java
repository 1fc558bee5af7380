package io.claimctl.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where one of these fails: {@code mvn -Pdocs process-test-classes}, look at the difference, commit it. */
class GeneratedFilesTest {

    private static final Path COMPLETIONS = Path.of("completions");
    private static final Path METADATA = Path.of("src/main/resources/META-INF/native-image/io.claimctl/claimctl");
    private static final Path MANUAL = Path.of("man");

    @Test
    void completions_are_those_of_the_command_model() throws IOException {
        for (Map.Entry<String, String> file : GeneratedFiles.completions().entrySet()) {
            assertThat(COMPLETIONS.resolve(file.getKey())).hasContent(file.getValue());
        }
    }

    @Test
    void every_command_has_a_manual_page_made_from_its_present_model() throws IOException {
        for (Map.Entry<String, String> page : GeneratedFiles.manual().entrySet()) {
            assertThat(MANUAL.resolve(page.getKey())).hasContent(page.getValue());
        }
    }

    @Test
    void no_manual_page_is_left_of_a_command_that_is_gone() throws IOException {
        assertThat(GeneratedFiles.manualPages(MANUAL))
                .containsExactlyInAnyOrderElementsOf(GeneratedFiles.manual().keySet());
    }

    @Test
    void native_metadata_is_that_of_the_command_model() throws IOException {
        for (Map.Entry<String, String> file : GeneratedFiles.nativeMetadata().entrySet()) {
            assertThat(METADATA.resolve(file.getKey())).hasContent(file.getValue());
        }
    }
}
