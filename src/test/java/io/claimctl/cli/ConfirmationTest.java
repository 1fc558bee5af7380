package io.claimctl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.cli.Confirmation.Answer;
import io.claimctl.cli.Streams.Terminals;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfirmationTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Streams streams(String input, String terminals) {
        return Streams.of(new ByteArrayInputStream(input.getBytes(UTF_8)), out, err, Terminals.of(terminals), 80);
    }

    @ParameterizedTest
    @CsvSource({
        "'y\n',YES",
        "'YES\n',YES",
        "' yes \r\n',YES",
        "y,YES",
        "'n\n',NO",
        "'\n',NO",
        "'',NO",
        "'yess\n',NO",
        "'ja\n',NO"
    })
    void onlyAPlainYesIsOne(String input, Answer answer) {
        assertThat(new Confirmation(streams(input, "ioe")).ask("Reset 3 claims?"))
                .isEqualTo(answer);
        assertThat(err.toString(UTF_8)).isEqualTo("Reset 3 claims? [y/N] ");
        assertThat(out.toString(UTF_8)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "o", "i", "e", "oe"})
    void without_a_terminal_nothing_is_asked_and_nothing_is_read(String terminals) {
        Streams streams = streams("y\n", terminals);
        assertThat(new Confirmation(streams).ask("Reset?")).isEqualTo(Answer.NOBODY_TO_ASK);
        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(streams.in()).hasContent("y\n");
    }

    @Test
    void one_line_is_read_and_the_next_stays() {
        Streams streams = streams("y\nnext\n", "ie");
        assertThat(new Confirmation(streams).ask("Reset?")).isEqualTo(Answer.YES);
        assertThat(streams.in()).hasContent("next\n");
    }

    @Test
    void what_the_question_is_about_is_written_before_it() {
        Streams streams = streams("y\n", "ioe");
        streams.out().print("the claim");
        new Confirmation(streams).ask("Reset it?");
        assertThat(out.toString(UTF_8)).isEqualTo("the claim");
    }
}
