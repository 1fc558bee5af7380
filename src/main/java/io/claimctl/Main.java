package io.claimctl;

import io.claimctl.cli.Host;
import io.claimctl.cli.Program;
import io.claimctl.cli.Streams;
import io.claimctl.cli.Streams.Terminals;
import io.claimctl.cli.process.Signals;
import io.claimctl.cli.process.Stdio;
import io.claimctl.cli.process.TerminalEcho;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The process entry. */
public final class Main {
    private static final int DEFAULT_WIDTH = 80;
    private static final int DEFAULT_HEIGHT = 24;

    private Main() {}

    public static void main(String[] args) {
        Map<String, String> environment = System.getenv();
        Streams streams = Streams.of(
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                terminals(environment.get("CLAIMCTL_STDIO")),
                size(environment, List.of("COLUMNS", "CLAIMCTL_WIDTH"), DEFAULT_WIDTH),
                size(environment, List.of("LINES", "CLAIMCTL_HEIGHT"), DEFAULT_HEIGHT));
        Host host = new Host(Signals.ofThisProcess(), Stdio.inherited(closed(environment)), TerminalEcho::now);
        System.exit(new Program(streams, environment, ZoneId::systemDefault, host).run(args));
    }

    /** The launcher passes the letters of the streams that are terminals; without it the system's names for them tell. */
    private static Terminals terminals(@Nullable String letters) {
        return letters != null ? Terminals.of(letters) : new Terminals(isTerminal(0), isTerminal(1), isTerminal(2));
    }

    /** The streams that the launcher had to open, since the JVM would else put files of its own there. */
    private static Set<Integer> closed(Map<String, String> environment) {
        return environment
                .getOrDefault("CLAIMCTL_CLOSED", "")
                .chars()
                .mapToObj(digit -> digit - '0')
                .collect(Collectors.toSet());
    }

    private static boolean isTerminal(int descriptor) {
        try {
            String name = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return name.startsWith("/dev/pts/") || name.startsWith("/dev/tty") || name.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException noSuchNames) {
            return isTerminal(System.console());
        }
    }

    /** Since Java 22 there may be a console on a pipe, and a method to ask it, which 17 does not have. */
    private static boolean isTerminal(@Nullable Console console) {
        try {
            return console != null
                    && Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException before22) {
            return true;
        }
    }

    /** What the user says, then what the launcher measured. */
    private static int size(Map<String, String> environment, List<String> names, int usual) {
        for (String name : names) {
            String number = environment.getOrDefault(name, "");
            if (number.matches("[1-9][0-9]{0,4}")) {
                return Integer.parseInt(number);
            }
        }
        return usual;
    }
}
