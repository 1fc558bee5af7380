package io.claimctl.cli.process;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/** The processes of a Linux host. */
final class ProcFolder implements ProcessTable {
    private static final File FOLDER = new File("/proc");
    private static final long OWN = ProcessHandle.current().pid();
    /** A process that is just becoming another program has neither words nor environment. */
    private static final int EXEC_LOOKS = 20;

    private static final long EXEC_LOOK_NANOS = 200_000;

    private final long notBefore;

    /** @param oldest what was started before it is passed over */
    ProcFolder(ProcStat oldest) {
        notBefore = oldest.started();
    }

    @Override
    public void each(LongPredicate wanted, Consumer<Row> visitor) {
        String[] names = FOLDER.list((folder, name) -> Character.isDigit(name.charAt(0)));
        // The newest first: one of a chain in which each starts the next and ends is gone a moment later.
        Stream.of(names == null ? new String[0] : names)
                .mapToLong(name -> -Long.parseLong(name))
                .sorted()
                .map(negative -> -negative)
                .filter(pid -> pid != OWN && wanted.test(pid))
                .forEach(pid -> find(pid).ifPresent(visitor));
    }

    @Override
    public Optional<Row> find(long pid) {
        return ProcStat.read(pid)
                .filter(stat -> stat.alive() && !stat.ofTheKernel() && stat.started() >= notBefore)
                .map(stat -> new Row(pid, stat.parent(), stat.started()));
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

    @Override
    public boolean tellsEnvironments() {
        return true;
    }
}
