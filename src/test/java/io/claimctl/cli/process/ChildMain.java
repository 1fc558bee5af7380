package io.claimctl.cli.process;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A process that starts one child on its own streams and ends with the child's code. */
final class ChildMain {
    static final String MARK = "0123456789abcdef01234567";

    private ChildMain() {}

    /** Arguments: the digits of the streams to close, or {@code -}; the names to remove, with commas; the command. */
    public static void main(String[] args) throws Exception {
        Set<Integer> closed = args[0].chars()
                .filter(Character::isDigit)
                .mapToObj(c -> c - '0')
                .collect(Collectors.toSet());
        List<String> words = List.of(args).subList(2, args.length);
        try {
            Child child = Child.start(
                    words,
                    Set.of(args[1].split(",")),
                    Map.of("CLAIMCTL_TOKEN", MARK, "ADDED", "ä"),
                    Stdio.inherited(closed),
                    MARK);
            System.exit(child.ended().join());
        } catch (NotRunnable e) {
            System.err.println(e.getMessage());
            System.exit(e.found() ? 126 : 127);
        }
    }
}
