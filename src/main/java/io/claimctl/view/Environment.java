package io.claimctl.view;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An acquisition as assignments for {@code eval} in a POSIX shell. */
final class Environment {
    private static final String PREFIX = "CLAIMCTL_";
    private static final List<OutcomeField> VARIABLES =
            List.of(OutcomeField.ID, OutcomeField.TOKEN, OutcomeField.FENCE, OutcomeField.EXPIRES_AT);

    private Environment() {}

    /** Exported, so that the commands that come next find the token. */
    static String assignments(Facts acquired, Screen screen) {
        return VARIABLES.stream()
                .map(field -> "export " + variable(field) + "=" + word(acquired.value(field), screen) + "\n")
                .collect(Collectors.joining());
    }

    /**
     * What a script gets that must not go on: the variables of an older claim are taken away, and the status makes a
     * shell under {@code set -e} stop.
     */
    static String failure(int exitCode) {
        String names = VARIABLES.stream().map(Environment::variable).collect(Collectors.joining(" "));
        return "unset " + names + "; (exit " + exitCode + ")\n";
    }

    private static String variable(OutcomeField field) {
        return PREFIX + field.name();
    }

    private static String word(@Nullable Object value, Screen screen) {
        String text = value instanceof Instant instant ? Times.utc(instant) : value == null ? "" : value.toString();
        return screen.terminal() ? ShellWords.visible(text) : ShellWords.posix(text);
    }
}
