package io.claimctl.cli.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What Linux says of a process in {@code /proc/PID/stat}; see proc(5).
 *
 * @param state a letter
 * @param parent the parent's pid
 * @param group the process group
 * @param terminalGroup the foreground group of its terminal, -1 without one
 * @param flags of the kernel
 * @param threads how many there are, the zombie of the first one included
 * @param started clock ticks since the system was booted
 */
record ProcStat(char state, long parent, long group, long terminalGroup, long flags, long threads, long started) {
    /** PF_KTHREAD. */
    private static final long OF_THE_KERNEL = 0x200000;
    /** Fifty numbers and a name; the system gives it in one piece. */
    private static final int LONGEST = 2048;

    /** That of a process; empty if there is none of that pid, or no such file on this system. */
    static Optional<ProcStat> read(long pid) {
        return readFile(Long.toString(pid));
    }

    /** That of this process; empty on other systems. */
    static Optional<ProcStat> ofThisProcess() {
        return readFile("self");
    }

    private static Optional<ProcStat> readFile(String pid) {
        byte[] bytes = new byte[LONGEST];
        try (FileInputStream file = new FileInputStream("/proc/" + pid + "/stat")) {
            int length = file.read(bytes);
            return length < 0 ? Optional.empty() : parse(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /** The name, in brackets, is the process's own choice: it may contain brackets, blanks and line ends. */
    static Optional<ProcStat> parse(String line) {
        String[] fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", -1);
        if (fields.length < 20) {
            return Optional.empty();
        }
        return Optional.of(new ProcStat(
                fields[0].charAt(0),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[2]),
                Long.parseLong(fields[5]),
                Long.parseLong(fields[6]),
                Long.parseLong(fields[17]),
                Long.parseLong(fields[19])));
    }

    /** False for a zombie, unless it is only the first thread that has ended. */
    boolean alive() {
        return (state != 'Z' && state != 'X') || threads > 1;
    }

    /** Whether it is a thread of the kernel, which no program started. */
    boolean ofTheKernel() {
        return (flags & OF_THE_KERNEL) != 0;
    }
}
