package io.claimctl.view;

import static io.claimctl.view.Samples.PIPE;
import static io.claimctl.view.Samples.ZONE;
import static io.claimctl.view.Samples.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.doctor.Check;
import io.claimctl.doctor.Examination;
import io.claimctl.doctor.Finding;
import io.claimctl.doctor.Level;
import io.claimctl.testing.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Findings: what asks for action comes first, with the line that mends it whole. */
class FindingViewTest {
    private static final Examination FOUND = new Examination(
            Samples.NOW,
            "shop._message_state",
            List.of(
                    new Finding(
                            Check.SERVER_VERSION, Level.OK, "the server is version 4.4.6", "It is new enough.", null),
                    new Finding(
                            Check.MAJORITY,
                            Level.UNKNOWN,
                            "this user may not run replSetGetStatus: not authorized on admin to execute command (code 13)",
                            "A change is done once a majority has it.",
                            "mongosh \"$CLAIMCTL_URI\" --eval 'grant'"),
                    new Finding(
                            Check.WRITE_CONCERN,
                            Level.UNKNOWN,
                            "this user may not run replSetGetStatus: not authorized on admin to execute command (code 13)",
                            "It is not known.",
                            null),
                    new Finding(
                            Check.TTL_INDEX,
                            Level.WARNING,
                            "the index expires_at_1 with TTL is missing",
                            "TTL deletes claims about a minute after they end; nothing else does. Here the collection grows for"
                                    + " good.",
                            "claimctl collection indexes --apply --uri-file /etc/claimctl/uri -d shop -c _message_state"),
                    new Finding(
                            Check.MALFORMED,
                            Level.WARNING,
                            "1 malformed: " + Samples.HOSTILE,
                            "Acquire, reset and sweeps refuse such a claim.",
                            null),
                    new Finding(
                            Check.SHARD_KEY,
                            Level.ERROR,
                            "it is sharded by {\"event_name\": 1}",
                            "An id is unique only where a claim's shard follows from its _id.",
                            null),
                    new Finding(
                            Check.OTHER_WORKERS,
                            Level.INFO,
                            "2 with fence_worker different from worker_id",
                            "That is how both kinds of workers live side by side.",
                            null)));

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ENV", "NAME", "TEXT"})
    void findings_are_written_as_they_always_were(Format format) {
        Golden.check("view/doctor." + format, written(format, PIPE, v -> v.examination(FOUND)));
    }

    @Test
    void findings_fit_the_terminal_and_have_colours() {
        Screen screen = Screen.terminal(80, true, ZONE);
        Golden.check("view/doctor.terminal", written(Format.TABLE, screen, v -> v.examination(FOUND)));
    }

    @Test
    void what_can_be_copied_is_never_cut_nor_broken() {
        Screen screen = Screen.terminal(40, false, ZONE);
        assertThat(written(Format.TABLE, screen, v -> v.examination(FOUND)))
                .contains(
                        "fix: claimctl collection indexes --apply --uri-file /etc/claimctl/uri -d shop -c _message_state\n");
    }

    @Test
    void what_is_unknown_for_one_reason_stands_in_one_line_and_what_is_in_order_is_counted() {
        String table = written(Format.TABLE, PIPE, v -> v.examination(FOUND));
        assertThat(table)
                .startsWith("shop._message_state: the server is version 4.4.6\n\n")
                .containsOnlyOnce("UNKNOWN  majority, write_concern: this user may not run")
                .endsWith("OK       1 check\n")
                .doesNotContain("server_version");
        assertThat(written(Format.WIDE, PIPE, v -> v.examination(FOUND)))
                .contains("UNKNOWN  majority: ", "UNKNOWN  write_concern: ", "OK       server_version: ");
    }

    @Test
    void nothing_that_a_terminal_would_act_on_is_written() {
        Screen screen = Screen.terminal(80, false, ZONE);
        assertThat(written(Format.TABLE, screen, v -> v.examination(FOUND))).doesNotContain("\u001b", "\u202e");
    }

    @Test
    void a_screen_of_ASCII_gets_ASCII() {
        Screen screen = Screen.terminal(60, false, ZONE).inAscii();
        assertThat(written(Format.TABLE, screen, v -> v.examination(FOUND)).chars())
                .allMatch(c -> c < 0x80);
    }
}
