package io.claimctl.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TmuxSessionTest {

    @Test
    void what_a_program_draws_is_seen_and_so_is_how_it_ended() throws Exception {
        try (TmuxSession session = TmuxSession.start(
                40, 5, Map.of("GREETING", "hello"), "sh", "-c", "stty size; echo $GREETING; exit 3")) {
            assertThat(session.exitStatus()).isEqualTo(3);
            assertThat(session.screen()).isEqualTo("5 40\nhello\n\n\n\n");
        }
    }

    @Test
    void a_shell_is_typed_to_and_resized() throws Exception {
        try (TmuxSession session = TmuxSession.shell(40, 5, Map.of())) {
            session.resize(20, 4);
            session.type("stty size; printf '\\033[?1049h\\033[?25l'; echo \"on $TERM\"");
            session.awaitText("on screen-256color");
            assertThat(session.alternateScreen()).isTrue();
            assertThat(session.cursorShown()).isFalse();
            session.type("printf '\\033[?25h\\033[?1049l'");
            session.awaitText("4 20");
            assertThat(session.alternateScreen()).isFalse();
            assertThat(session.cursorShown()).isTrue();
        }
    }
}
