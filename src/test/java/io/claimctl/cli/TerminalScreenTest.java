package io.claimctl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TerminalScreenTest {
    private static final String ENTER = "\u001b[?1049h\u001b[?25l";
    private static final String LEAVE = "\u001b[0m\u001b[?25h\u001b[?1049l";

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final TerminalScreen screen = new TerminalScreen(new PrintStream(written, false, UTF_8));

    @AfterEach
    void close() {
        screen.close();
    }

    private String next() {
        String text = written.toString(UTF_8);
        written.reset();
        return text;
    }

    @Test
    void the_other_screen_is_entered_with_the_first_frame_and_left_once() {
        assertThat(next()).isEmpty();
        screen.draw(List.of("one"));
        assertThat(next()).startsWith(ENTER).contains("one");
        screen.close();
        assertThat(next()).isEqualTo(LEAVE);
        screen.close();
        assertThat(next()).isEmpty();
    }

    @Test
    void nothing_is_drawn_once_the_terminal_was_left() {
        screen.draw(List.of("one"));
        screen.close();
        next();
        screen.draw(List.of("two"));
        screen.redraw(List.of("three"));
        screen.resume();
        assertThat(next()).isEmpty();
    }

    @Test
    void a_screen_on_which_nothing_was_drawn_is_not_left() {
        screen.close();
        assertThat(next()).isEmpty();
    }

    @Test
    void what_is_drawn_already_is_not_written_again_unless_the_size_has_changed() {
        screen.draw(List.of("one", "two"));
        next();
        screen.draw(List.of("one", "two"));
        assertThat(next()).isEmpty();
        screen.redraw(List.of("one", "two"));
        assertThat(next()).contains("one", "two").doesNotContain(ENTER);
    }

    @Test
    void a_screen_that_is_left_for_a_while_is_drawn_as_it_has_become() {
        screen.draw(List.of("one"));
        next();
        screen.suspend();
        assertThat(next()).isEqualTo(LEAVE);
        screen.draw(List.of("two"));
        assertThat(next()).isEmpty();
        screen.resume();
        assertThat(next()).startsWith(ENTER).contains("two").doesNotContain("one");
    }
}
