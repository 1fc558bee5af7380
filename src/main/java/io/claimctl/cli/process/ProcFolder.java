package io.claimctl.cli.process;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/** The processes of a Linux host. */
final class ProcFolder implements ProcessTable {
    private static final File FOLDER = new File("/proc");

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
                .filter(stat -> stat.alive() && stat.started() >= notBefore)
                .map(stat -> new Row(pid, stat.parent(), stat.started()))
                .ifPresent(visitor);
    }

    @Override
    public boolean startedWith(long pid, String entry) {
        try (FileInputStream file = new FileInputStream("/proc/" + pid + "/environ")) {
            String entries = '\0' + new String(file.readAllBytes(), StandardCharsets.UTF_8) + '\0';
            return entries.contains('\0' + entry + '\0');
        } catch (IOException goneOrOfAnotherUser) {
            return false;
        }
    }
}
