package io.claimctl.cli.process;

import java.time.Instant;
import java.util.function.Consumer;

/** The processes of this host, as far as this process may see them. Thread-safe. */
interface ProcessTable {
    /** On Linux read from {@code /proc}, else what the JVM can say. */
    static ProcessTable ofThisHost() {
        return ProcStat.read("self").<ProcessTable>map(ProcFolder::new).orElse(ProcessTable::eachHandle);
    }

    /**
     * Shows the living processes one after the other while the table is read: other than this one, and where that can be
     * known only those not older than it. One that is started or ends meanwhile may be shown or not.
     */
    void each(Consumer<Row> visitor);

    /** Whether the process was started with this entry, {@code NAME=value}, in its environment; false if unknown. */
    default boolean startedWith(long pid, String entry) {
        return false;
    }

    private static void eachHandle(Consumer<Row> visitor) {
        ProcessHandle own = ProcessHandle.current();
        ProcessHandle.allProcesses()
                .filter(process -> !process.equals(own))
                .map(process -> new Row(
                        process.pid(),
                        process.parent().map(ProcessHandle::pid).orElse(0L),
                        process.info().startInstant().map(Instant::toEpochMilli).orElse(0L)))
                .forEach(visitor);
    }

    /**
     * A process.
     *
     * @param started when, in units of the system: with the pid it tells two processes apart
     */
    record Row(long pid, long parent, long started) {}
}
