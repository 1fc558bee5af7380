package io.claimctl.cli.process;

import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.util.Set;

/**
 * Where a child's streams come from.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param closed those of 0, 1 and 2 that the child finds closed, whatever the three others say
 * @param outToErr whether standard output goes where standard error goes, whatever {@code out} says
 */
public record Stdio(Redirect in, Redirect out, Redirect err, Set<Integer> closed, boolean outToErr) {
    /** Reads nothing, writes to nowhere. */
    public static final Stdio NOTHING =
            new Stdio(Redirect.from(new File("/dev/null")), Redirect.DISCARD, Redirect.DISCARD, Set.of());

    /** Streams that are what they are called. */
    public Stdio(Redirect in, Redirect out, Redirect err, Set<Integer> closed) {
        this(in, out, err, closed, false);
    }

    /** Copies the set; refuses other numbers with {@link IllegalArgumentException}. */
    public Stdio {
        closed = Set.copyOf(closed);
        if (!Set.of(0, 1, 2).containsAll(closed)) {
            throw new IllegalArgumentException("closed streams " + closed + ": only 0, 1 and 2 can be");
        }
    }

    /** The streams of this process itself: the same open files, of which Java reads and copies nothing. */
    public static Stdio inherited(Set<Integer> closed) {
        return new Stdio(Redirect.INHERIT, Redirect.INHERIT, Redirect.INHERIT, closed);
    }

    /** The same for a child that reads this file, and writes all to standard error. */
    public Stdio reading(File file) {
        boolean silent = closed.contains(2);
        return new Stdio(Redirect.from(file), Redirect.DISCARD, err, silent ? Set.of(1, 2) : Set.of(), true);
    }
}
