package io.claimctl.cli;

import io.claimctl.view.CheckState;
import io.claimctl.view.StaleCheck;
import java.util.List;

/**
 * How a check that could not be made says so: on standard output, where the monitoring system reads. Also where the command
 * line cannot be parsed, so the words decide.
 */
final class CheckVoice {
    private final Streams streams;
    private final boolean json;

    private CheckVoice(Streams streams, boolean json) {
        this.streams = streams;
        this.json = json;
    }

    static boolean speaksFor(List<String> words) {
        return !words.isEmpty() && words.get(0).equals(CheckCommand.NAME);
    }

    static CheckVoice of(List<String> words, Streams streams) {
        return new CheckVoice(streams, Program.asksFor("json", words) || Program.asksFor("ndjson", words));
    }

    /**
     * Says what failed.
     *
     * @return the exit code
     */
    int unknown(String sentence) {
        streams.out().println(json ? StaleCheck.unknownJson(sentence) : StaleCheck.unknown(sentence));
        streams.out().flush();
        return CheckState.UNKNOWN.code();
    }
}
