package io.claimctl.view;

import static io.claimctl.view.Samples.NOW;
import static io.claimctl.view.Samples.PIPE;
import static io.claimctl.view.Samples.ZONE;
import static io.claimctl.view.Samples.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.ClaimCounts;
import io.claimctl.claim.Defect;
import io.claimctl.claim.StatusCount;
import io.claimctl.testing.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CountViewTest {
    static final ClaimCounts COUNTS = new ClaimCounts(
            NOW,
            List.of(
                    new StatusCount("processing", null, 12),
                    new StatusCount("completed", null, 5_000_000_000L),
                    new StatusCount("released", null, 0),
                    new StatusCount("", null, 1),
                    new StatusCount(Samples.HOSTILE, null, 2),
                    new StatusCount("malformed", null, 3),
                    new StatusCount("total", null, 4),
                    new StatusCount(null, null, 5),
                    new StatusCount(null, new Defect("status", "is an array, not a string"), 6)));

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "NAME", "TEXT"})
    void counts_are_written_as_they_always_were(Format format) {
        Golden.check("view/counts." + format, written(format, PIPE, v -> v.counts(COUNTS)));
    }

    @Test
    void counts_fit_the_terminal_and_have_colours() {
        Golden.check(
                "view/counts.terminal", written(Format.TABLE, Screen.terminal(30, true, ZONE), v -> v.counts(COUNTS)));
    }

    @Test
    void a_number_is_never_shortened() {
        assertThat(written(Format.TABLE, Screen.terminal(12, false, ZONE), v -> v.counts(COUNTS)))
                .contains("5000000000");
    }
}
