package io.claimctl.cli;

import io.claimctl.view.Report;
import io.claimctl.view.SafeText;

/** Sentences for people on standard error, one a line; what a terminal would act on is escaped. */
final class Prose {
    private final Streams streams;
    private final boolean quiet;
    private final boolean verbose;

    Prose(Streams streams, boolean quiet, boolean verbose) {
        this.streams = streams;
        this.quiet = quiet;
        this.verbose = verbose;
    }

    /** Says it unless {@code -q} was given. */
    void say(String sentence) {
        if (!quiet) {
            line(sentence);
        }
    }

    /** Says it only if {@code -v} was given. */
    void detail(String sentence) {
        if (verbose) {
            line(sentence);
        }
    }

    /** Says what a report has to say: with {@code -q} only why something was not done. */
    void explain(Report report) {
        String sentence = report.sentence();
        if (sentence != null && !report.done()) {
            error(sentence);
            report.next().forEach(this::error);
        } else if (sentence != null) {
            say(sentence);
        }
    }

    /** Says what failed, whatever the options. */
    void error(String sentence) {
        line(sentence);
    }

    private void line(String sentence) {
        if (streams.terminals().out()) {
            streams.out().flush(); // a person sees both in the order in which they were written
        }
        streams.err().println("claimctl: " + (SafeText.isSafe(sentence) ? sentence : SafeText.of(sentence)));
    }
}
