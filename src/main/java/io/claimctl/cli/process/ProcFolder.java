package io.claimctl.cli.process;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The processes of a Linux host. */
final class ProcFolder implements ProcessTable {
    private static final File FOLDER = new File("/proc");
    /** A process that is just becoming another program has neither words nor environment. */
    private static final int EXEC_LOOKS = 20;

    private static final long EXEC_LOOK_NANOS = 200_000;

    private final String own = Long.toString(ProcessHandle.current().pid());
    private final long notBefore;

    /** @param self this process: older ones are passed over */
    ProcFolder(ProcStat self) {
        notBefore = self.started();
    }

    @Override
    public void each(Consumer<Row> visitor) {
        String[] names = FOLDER.list((folder, name) -> Character.isDigit(name.charAt(0)) && !name.equals(own));
        // The newest first: one of a chain in which each starts the next and ends is gone a moment later.
        long[] pids = Arrays.stream(names == null ? new String[0] : names)
                .mapToLong(name -> -Long.parseLong(name))
                .sorted()
                .toArray();
        for (long pid : pids) {
            show(-pid, visitor);
        }
    }

    private void show(long pid, Consumer<Row> visitor) {
        ProcStat.read(Long.toString(pid))
                .filter(stat -> stat.alive() && !stat.ofTheKernel() && stat.started() >= notBefore)
                .map(stat -> new Row(pid, stat.parent(), stat.started()))
                .ifPresent(visitor);
    }

    @Override
    public boolean startedWith(long pid, String entry) {
        try {
            String entries = read(pid, "environ");
            for (int i = 0;
                    i < EXEC_LOOKS && entries.isEmpty() && read(pid, "cmdline").isEmpty();
                    i++) {
                LockSupport.parkNanos(EXEC_LOOK_NANOS);
                entries = read(pid, "environ");
            }
            return ('\0' + entries + '\0').contains('\0' + entry + '\0');
        } catch (IOException goneOrOfAnotherUser) {
            return false;
        }
    }

    private static String read(long pid, String name) throws IOException {
        try (FileInputStream file = new FileInputStream("/proc/" + pid + "/" + name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
