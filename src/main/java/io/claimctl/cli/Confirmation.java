package io.claimctl.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A question asked once on the terminal. Only a plain yes is one. */
final class Confirmation {
    private final Streams streams;

    Confirmation(Streams streams) {
        this.streams = streams;
    }

    /** What came of the question. */
    enum Answer {
        YES,
        NO,
        /** There is no terminal: nothing was asked, and the command needs an option that says yes. */
        NOBODY_TO_ASK
    }

    /** Asks and reads one line; the end of input is no. */
    Answer ask(String question) {
        if (!possible()) {
            return Answer.NOBODY_TO_ASK;
        }
        streams.out().flush();
        PrintStream asked = streams.terminals().err() ? streams.err() : streams.out();
        asked.print(question + " [y/N] ");
        asked.flush();
        String answer = line().strip().toLowerCase(Locale.ROOT);
        return answer.equals("y") || answer.equals("yes") ? Answer.YES : Answer.NO;
    }

    /** Asks for a word; anything else is no. */
    Answer askFor(String word, String question) {
        if (!possible()) {
            return Answer.NOBODY_TO_ASK;
        }
        streams.out().flush();
        PrintStream asked = streams.terminals().err() ? streams.err() : streams.out();
        asked.print(question + " ");
        asked.flush();
        return line().strip().equals(word) ? Answer.YES : Answer.NO;
    }

    /** Whether there is somebody to ask: the answer comes from a terminal, and the question can be seen on one. */
    boolean possible() {
        return streams.terminals().in()
                && (streams.terminals().err() || streams.terminals().out());
    }

    private String line() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            for (int b = streams.in().read();
                    b >= 0 && b != '\n';
                    b = streams.in().read()) {
                line.write(b);
            }
        } catch (IOException e) {
            return "";
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
