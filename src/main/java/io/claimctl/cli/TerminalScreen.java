package io.claimctl.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The whole screen of a terminal, drawn in place: the alternate one, without a cursor. It is left as it was when this is
 * closed, or a signal ends the process; nothing is drawn after that. Thread-safe.
 */
final class TerminalScreen implements AutoCloseable {
    private static final String ENTER = "\u001b[?1049h\u001b[?25l";
    private static final String LEAVE = "\u001b[0m\u001b[?25h\u001b[?1049l";

    private final PrintStream out;
    private final RestoringHook hook = new RestoringHook(this::close);
    private List<String> drawn = List.of();
    private boolean entered;
    private boolean anew;
    private boolean suspended;
    private boolean closed;

    TerminalScreen(PrintStream out) {
        this.out = out;
    }

    /**
     * Draws lines from the top, in one write. Nothing is written where they are drawn already.
     *
     * @param lines none wider than the screen, and no more than it has
     */
    synchronized void draw(List<String> lines) {
        if (closed || suspended || (entered && lines.equals(drawn))) {
            drawn = lines;
            return;
        }
        StringBuilder frame = new StringBuilder(4_096);
        if (!entered) {
            frame.append(ENTER);
            entered = true;
            anew = true;
        }
        if (anew) {
            frame.append("\u001b[2J");
            anew = false;
        }
        for (int i = 0; i < lines.size(); i++) {
            // What a line leaves of the one before is erased first: at its end the cursor may still stand on its last
            // column.
            frame.append("\u001b[").append(i + 1).append(";1H\u001b[2K").append(lines.get(i));
        }
        for (int i = lines.size(); i < drawn.size(); i++) {
            frame.append("\u001b[").append(i + 1).append(";1H\u001b[2K");
        }
        frame.append("\u001b[H");
        drawn = lines;
        write(frame.toString());
    }

    /** Draws anew what is drawn, whatever the terminal shows: its size has changed. */
    synchronized void redraw(List<String> lines) {
        drawn = List.of();
        anew = true;
        draw(lines);
    }

    /** Leaves the terminal for a while. */
    synchronized void suspend() {
        leave();
        suspended = true;
    }

    /** Takes the terminal back. */
    synchronized void resume() {
        suspended = false;
        entered = false;
        List<String> lines = drawn;
        if (!lines.isEmpty()) {
            draw(lines);
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            hook.remove();
            try {
                leave();
            } catch (OutputFailure terminalIsGone) {
                return; // and needs nothing any more
            }
        }
    }

    private void leave() {
        if (entered) {
            entered = false;
            write(LEAVE);
        }
    }

    private void write(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.write(bytes, 0, bytes.length);
        out.flush();
    }
}
