package io.claimctl.claim;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One call by an actor: on what ground it may change claims, and what it was told at its end. */
final class InterleavedDeed {
    enum Kind {
        ACQUIRE,
        TAKE_OVER,
        RENEW,
        COMPLETE,
        RELEASE,
        PUT,
        RESET,
        SWEEP,
        /** By id alone, as Go workers, TTL and a hand in a shell do: it may do anything, and is promised nothing. */
        UNFENCED
    }

    final String actor;
    final Kind kind;
    /** The claim; of a sweep none. */
    final String id;
    /** The token that the caller holds; of those that hold none null. */
    final Token token;
    /** What a take-over or a reset saw; a sweep tells it at its end. */
    final Claim seen;

    final LeaseFilter lease;
    final Payloads payloads;
    final List<SweptClaim> swept = new ArrayList<>();
    SweepRequest request;
    Object outcome;
    /** The server's clock as this call read it last, and first. */
    Instant read;

    Instant firstRead;
    /** The step in which it ended. */
    int end = Integer.MAX_VALUE;

    private InterleavedDeed(
            String actor, Kind kind, String id, Token token, Claim seen, LeaseFilter lease, Payloads payloads) {
        this.actor = actor;
        this.kind = kind;
        this.id = id;
        this.token = token;
        this.seen = seen;
        this.lease = lease;
        this.payloads = payloads;
    }

    static InterleavedDeed acquire(String actor, String id) {
        return new InterleavedDeed(actor, Kind.ACQUIRE, id, null, null, LeaseFilter.EXPIRED, Payloads.SKIP);
    }

    static InterleavedDeed byToken(String actor, Kind kind, Lease lease, Payloads payloads) {
        return new InterleavedDeed(actor, kind, lease.id(), lease.token(), null, LeaseFilter.ANY, payloads);
    }

    static InterleavedDeed seeing(String actor, Kind kind, Claim seen, LeaseFilter lease, Payloads payloads) {
        return new InterleavedDeed(actor, kind, seen.id(), null, seen, lease, payloads);
    }

    static InterleavedDeed sweep(String actor, SweepRequest request) {
        InterleavedDeed deed = new InterleavedDeed(
                actor,
                Kind.SWEEP,
                null,
                null,
                null,
                request.lease(),
                request.reset().payloads());
        deed.request = request;
        return deed;
    }

    static InterleavedDeed unfenced(String actor) {
        return new InterleavedDeed(actor, Kind.UNFENCED, null, null, null, LeaseFilter.ANY, Payloads.INCLUDE);
    }

    boolean is(Kind... kinds) {
        return List.of(kinds).contains(kind);
    }

    void reads(Instant now) {
        firstRead = firstRead == null ? now : firstRead;
        read = now;
    }

    @Override
    public String toString() {
        return actor + " (" + kind + (id == null ? "" : " " + id) + ")";
    }
}
