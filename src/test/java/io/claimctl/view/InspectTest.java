package io.claimctl.view;

import static io.claimctl.view.Samples.PIPE;
import static io.claimctl.view.Samples.ZONE;
import static io.claimctl.view.Samples.draw;
import static io.claimctl.view.Samples.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.testing.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InspectTest {

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "TEXT"})
    void claims_are_inspected_in_a_pipe_as_they_always_were(Format format) {
        Golden.check("view/inspect." + format, written(format, PIPE, v -> draw(v.inspect(), Samples.all(), null)));
    }

    @Test
    void colours_follow_the_state() {
        Golden.check(
                "view/inspect.colour",
                written(
                        Format.TABLE,
                        Screen.terminal(80, true, ZONE),
                        v -> draw(v.inspect(), List.of(Samples.live(), Samples.expired(), Samples.wrongDate()), null)));
    }

    @Test
    void raw_documents_are_one_a_line_in_extended_json() {
        String raw = written(Format.TABLE, PIPE, v -> draw(v.raw(), Samples.all(), null));
        Golden.check("view/raw", raw);
        assertThat(raw.lines()).hasSize(Samples.all().size());
    }

    @Test
    void a_claim_that_no_command_line_can_name_has_none() {
        NextSteps next = new NextSteps(CommandLines.plain());
        for (String id : List.of("a\u0000", "a\ufffd", "a\ud83d")) {
            assertThat(next.of(Samples.claim(id, -5, 5, c -> {}), Samples.NOW)).isEmpty();
        }
        assertThat(next.of(Samples.wrongId(), Samples.NOW)).isEmpty();
    }

    @Test
    void command_lines_carry_the_options_that_all_need() {
        NextSteps next = new NextSteps(new CommandLines(List.of("-c", "my orders")));
        assertThat(next.of(Samples.live(), Samples.NOW))
                .isNotEmpty()
                .allMatch(step -> step.command().endsWith(" -c 'my orders'"));
    }
}
