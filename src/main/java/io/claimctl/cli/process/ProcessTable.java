package io.claimctl.cli.process;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/** The processes of this host, as far as this process may see them. Thread-safe. */
interface ProcessTable {
    /**
     * On Linux read from {@code /proc}, else what the JVM can say.
     *
     * @param oldest a child of this process: where ages can be known, only what is not older than it is shown
     */
    static ProcessTable since(long oldest) {
        return ProcStat.read(oldest)
                .or(ProcStat::ofThisProcess)
                .<ProcessTable>map(ProcFolder::new)
                .orElseGet(HandleTable::new);
    }

    /**
     * Shows the living processes other than this one, one after the other while the table is read. One that is started or
     * ends meanwhile may be shown or not.
     *
     * @param wanted told each pid first: the processes that it refuses are not looked at
     */
    void each(LongPredicate wanted, Consumer<Row> visitor);

    /** The process of this pid, if there is one that is no zombie. */
    Optional<Row> find(long pid);

    /** Whether this process is still there, and no zombie. */
    default boolean alive(Row row) {
        return find(row.pid()).filter(found -> found.started() == row.started()).isPresent();
    }

    /** Whether the process was started with this entry, {@code NAME=value}, in its environment; false if unknown. */
    boolean startedWith(long pid, String entry);

    /** Whether {@link #startedWith} can be known here. */
    boolean tellsEnvironments();

    /**
     * A process.
     *
     * @param started when, in units of the system: with the pid it tells two processes apart
     */
    record Row(long pid, long parent, long started) {}

    /** What the JVM can say of processes. */
    final class HandleTable implements ProcessTable {
        private static final long OWN = ProcessHandle.current().pid();

        @Override
        public void each(LongPredicate wanted, Consumer<Row> visitor) {
            ProcessHandle.allProcesses()
                    .filter(process -> process.pid() != OWN && wanted.test(process.pid()))
                    .map(HandleTable::row)
                    .forEach(visitor);
        }

        @Override
        public Optional<Row> find(long pid) {
            return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).map(HandleTable::row);
        }

        @Override
        public boolean startedWith(long pid, String entry) {
            return false;
        }

        @Override
        public boolean tellsEnvironments() {
            return false;
        }

        private static Row row(ProcessHandle process) {
            return new Row(
                    process.pid(),
                    process.parent().map(ProcessHandle::pid).orElse(0L),
                    process.info().startInstant().map(Instant::toEpochMilli).orElse(0L));
        }
    }
}
