package io.claimctl.claim;

import com.mongodb.client.MongoClient;
import java.time.Duration;
import java.time.Instant;

/** A server clock that stands where a test sets it, and a host whose two clocks a test moves. */
public final class FixedTime implements TimeSource, HostClock {
    private final MongoClient client;
    private volatile Instant serverNow = Instant.parse("2026-01-02T03:04:05.678Z");
    private volatile long nanos;
    private volatile long wallMillis;
    int reads;

    /** Reads through this client, so that a reading is a command that can fail. */
    public FixedTime(MongoClient client) {
        this.client = client;
    }

    /** The server's time. */
    public Instant now() {
        return serverNow;
    }

    void set(Instant now) {
        serverNow = now;
    }

    /** Server and host go on together, as they do while a reply is on its way. */
    public void pass(Duration time) {
        serverNow = serverNow.plus(time);
        nanos += time.toNanos();
        wallMillis += time.toMillis();
    }

    /** The host sleeps: its monotonic clock stands still. */
    public void suspend(Duration time) {
        serverNow = serverNow.plus(time);
        wallMillis += time.toMillis();
    }

    /** Somebody sets the host's wall clock. */
    public void setWallClock(Duration forward) {
        wallMillis += forward.toMillis();
    }

    @Override
    public ServerTime read(Duration limit) {
        reads++;
        long sentNanos = nanos;
        long sentWallMillis = wallMillis;
        client.getDatabase("admin").runCommand(new org.bson.BsonDocument("ping", new org.bson.BsonInt32(1)));
        return new ServerTime(
                serverNow, sentNanos, sentWallMillis, this, PrimaryIdentity.of(client.getClusterDescription()));
    }

    @Override
    public ServerTime recent(Duration limit) {
        return read(limit);
    }

    @Override
    public void forget() {}

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public long wallMillis() {
        return wallMillis;
    }
}
