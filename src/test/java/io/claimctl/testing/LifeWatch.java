package io.claimctl.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Sees, on a thread of its own and by this host's clock, until when processes are alive. */
public final class LifeWatch implements AutoCloseable {
    private static final Duration PACE = Duration.ofMillis(10);

    private final Map<LinuxProcess, Seen> seen = new ConcurrentHashMap<>();
    private volatile Duration longestPause = Duration.ZERO;
    private volatile boolean closed;

    /** Both by this host's clock; the truth lies between them. */
    private record Seen(Instant alive, Optional<Instant> gone) {}

    /** Watches from now on. */
    public LifeWatch() {
        Thread thread = new Thread(this::watch, "life-watch");
        thread.setDaemon(true);
        thread.start();
    }

    /** Watches this process from now on. */
    public void add(LinuxProcess process) {
        seen.put(process, new Seen(Instant.now(), Optional.empty()));
    }

    /** The first moment at which it was seen to be gone; empty while it is there. */
    public Optional<Instant> gone(LinuxProcess process) {
        return seen.get(process).gone();
    }

    /** The last moment before which it was seen to be there. */
    public Instant lastAlive(LinuxProcess process) {
        return seen.get(process).alive();
    }

    /** How long it was kept from looking at most: what a thread of this host must wait for at worst. */
    public Duration longestPause() {
        return longestPause;
    }

    @Override
    public void close() {
        closed = true;
    }

    private void watch() {
        while (!closed) {
            seen.forEach((process, last) -> {
                if (last.gone().isEmpty()) {
                    seen.put(process, look(process, last));
                }
            });
            long parked = System.nanoTime();
            LockSupport.parkNanos(PACE.toNanos());
            Duration pause = Duration.ofNanos(System.nanoTime() - parked);
            longestPause = pause.compareTo(longestPause) > 0 ? pause : longestPause;
        }
    }

    /** The clock is read on the side on which it cannot flatter. */
    private static Seen look(LinuxProcess process, Seen last) {
        Instant before = Instant.now();
        return process.alive()
                ? new Seen(before, Optional.empty())
                : new Seen(last.alive(), Optional.of(Instant.now()));
    }
}
