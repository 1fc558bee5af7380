package io.claimctl.claim;

/** This host's two clocks: the one place that reads them. Claims are never judged by either. */
interface HostClock {
    /** Runs evenly, but may stand still while the host is suspended. */
    long nanos();

    /** Goes on while the host is suspended, but may be set. */
    long wallMillis();

    HostClock SYSTEM = new HostClock() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }
    };
}
