package io.claimctl.claim;

import io.claimctl.claim.ClaimEvent.Kind;
import io.claimctl.claim.WatchedClaim.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Looks at claims again and again and tells what has changed since the last look. It only reads, on the primary, what a
 * majority has acknowledged. To be closed. Not thread-safe: one thread at a time.
 *
 * <h2>The algorithm</h2>
 *
 * <ol>
 *   <li>The first look reads the {@value #MOST} claims that were changed last, or the claims that were named.
 *   <li>Each further look reads, without payloads, what was changed since the look before by {@code updated_at}, less
 *       {@link #OVERLAP}: workers in Go stamp it with clocks of their own, which may be behind. Pages of {@value #MOST} go on
 *       behind the last {@code updated_at} and {@code _id}.
 *   <li>It also reads the claims that it remembers by their ids: deletions, messages and the writes of those who leave
 *       {@code updated_at} alone or set it back show in nothing else.
 *   <li>What differs is only a suspect. One that has or had a message is read again, whole, and what is told is the
 *       difference between that one document and what is remembered.
 * </ol>
 *
 * <p>What it remembers is bounded, and so is the overlap by it: nothing is told twice. It may miss what is changed back
 * between two looks, a message that replaces another and changes nothing else, what a majority acknowledges more than
 * the overlap after it was written, what is not remembered and is deleted, changed without {@code updated_at}, or
 * stamped by a clock that is behind by more than the overlap; and claims without a date in {@code updated_at}, unless
 * they are named.
 */
public final class ClaimWatch implements AutoCloseable {
    /** How many claims it remembers, unless more are named. */
    public static final int MOST = 1_000;
    /** How far the clock of a worker may be behind the server's. */
    public static final Duration OVERLAP = Duration.ofSeconds(10);

    private final StoreAccess store;
    private final Set<BsonValue> named;
    private final WatchedQuery wanted;
    private final WatchReads reads;
    private final WatchMemory memory;
    private final Doorbell doorbell;
    private @Nullable ServerTime time;
    private boolean failed;
    private @Nullable Place page;
    /** When the present pass over its pages began, and the one before. */
    private Instant passBegins = Instant.EPOCH;

    private Instant passBegan = Instant.EPOCH;

    /** @param ids only these; empty for all that the query asks for */
    ClaimWatch(StoreAccess store, ClaimQuery which, List<String> ids) {
        this.store = store;
        this.named = new LinkedHashSet<>();
        ids.forEach(id -> named.add(WatchReads.key(id)));
        this.wanted = new WatchedQuery(which);
        this.reads = new WatchReads(store, which);
        this.memory = new WatchMemory(ids.isEmpty() ? MOST : Integer.MAX_VALUE);
        this.doorbell = new Doorbell(store, ids);
    }

    /**
     * Tells what has changed since the last look, in the order of {@code updated_at}; at the first look, what there is. A look
     * that fails tells nothing, and the next one tells what it would have told.
     *
     * @throws StoreException if the store failed
     */
    public List<ClaimEvent> look() {
        try {
            ServerTime read = store.time.recent(store.timeout);
            List<ClaimEvent> events = new Look(read).run();
            time = read;
            failed = false;
            return events;
        } catch (StoreException e) {
            failed = true;
            doorbell.close();
            throw e;
        }
    }

    /** Whether there was more to read than one look reads, so that the next one should come at once. */
    public boolean isBehind() {
        return page != null;
    }

    /**
     * Waits for the next look: so long, or until the server tells that a claim has changed, where it has change streams and
     * the user may watch them. What they tell is a reason to look and proves nothing.
     *
     * @return false if the sleeper gave up
     */
    public boolean pause(Duration longest, Sleeper sleeper) {
        return (isBehind() && !failed) || doorbell.await(longest, sleeper);
    }

    /** Whether the server tells of changes, so that looks come sooner. */
    public boolean isListening() {
        return doorbell.isListening();
    }

    /** The server's time at the last look that was answered, carried on since; empty before the first. */
    public Optional<ServerTime> time() {
        return Optional.ofNullable(time);
    }

    /** The claims that are watched and remembered as they were at the last look, last changed first, without payloads. */
    public List<ClaimRow> claims() {
        return memory.rows();
    }

    @Override
    public void close() {
        doorbell.close();
    }

    /** One look: everything is read before anything is remembered, so that one that fails has done nothing. */
    private final class Look {
        private final ServerTime read;
        private final Instant now;
        private final boolean first = time == null;
        private final List<ClaimEvent> events = new ArrayList<>();

        Look(ServerTime read) {
            this.read = read;
            this.now = read.earliest();
        }

        List<ClaimEvent> run() {
            List<BsonDocument> changed = named.isEmpty() ? changed() : List.of();
            Set<BsonValue> known = named.isEmpty() ? memory.ids() : named;
            Map<BsonValue, BsonDocument> standing = reads.standing(known);
            changed.forEach(row -> standing.putIfAbsent(Documents.idOf(row), row));
            Map<BsonValue, WatchedClaim> suspects = suspects(standing);
            Instant after = read.latest();

            suspects.values().stream()
                    .sorted(Comparator.comparing(WatchedClaim::place))
                    .forEach(this::tell);
            known.stream().filter(id -> !standing.containsKey(id)).forEach(id -> gone(id, after));
            if (named.isEmpty()) {
                turn(changed);
            }
            memory.all().forEach(this::tellExpiry);
            return events;
        }

        private List<BsonDocument> changed() {
            if (first) {
                return reads.newest(MOST);
            }
            Instant until = memory.mostlyAhead(now) ? now.plus(OVERLAP) : null;
            Place from = page != null
                    ? page
                    : memory.notBefore(new Place(passBegan.minus(OVERLAP).toEpochMilli(), null));
            return reads.behind(from, until, MOST);
        }

        /** Where the next look goes on. */
        private void turn(List<BsonDocument> changed) {
            boolean full = changed.size() == MOST;
            if (first && full) {
                memory.raise(Place.of(changed.get(MOST - 1)), now);
            }
            if (page == null) {
                passBegins = now;
            }
            page = full && !first ? Place.of(changed.get(MOST - 1)) : null;
            if (page == null) {
                passBegan = passBegins;
            }
        }

        /** What differs from what is remembered, or is new. */
        private Map<BsonValue, WatchedClaim> suspects(Map<BsonValue, BsonDocument> standing) {
            Set<BsonValue> holders = reads.withPayload(standing.keySet());
            Map<BsonValue, WatchedClaim> suspects = new LinkedHashMap<>();
            List<BsonValue> again = new ArrayList<>();
            standing.forEach((id, row) -> {
                WatchedClaim known = memory.get(id);
                boolean held = known != null && known.holdsPayload();
                boolean holds = holders.contains(id);
                if (known == null || held != holds || !known.isBesidePayload(row)) {
                    if (held || holds) {
                        again.add(id);
                    } else {
                        suspects.put(id, WatchedClaim.of(row));
                    }
                }
            });
            suspects.putAll(reads.whole(again));
            return suspects;
        }

        private void tell(WatchedClaim claim) {
            WatchedClaim known = memory.get(claim.key());
            if (claim.isAs(known)) {
                return;
            }
            boolean isWanted = claim.row() instanceof Claim readable
                    ? wanted.matches(readable)
                    : known == null || known.wanted(); // the server has found it by its own rules
            boolean told = (known != null && claim.hasLeaseOf(known)) ? known.expiryTold() : (first && hasEnded(claim));
            memory.put(claim.marked(isWanted, told), now);
            if (isWanted || (known != null && known.wanted())) {
                boolean otherPayload = known != null && known.payloadHash() != claim.payloadHash();
                ClaimRow before = known == null ? null : known.row();
                Kind kind = first ? Kind.SEEN : ClaimTransition.of(before, claim.row(), otherPayload);
                events.add(new ClaimEvent(kind, claim.row().id(), now, claim.row(), before, false));
            }
        }

        private void gone(BsonValue id, Instant after) {
            WatchedClaim known = memory.get(id);
            if (known == null) {
                if (first) {
                    events.add(new ClaimEvent(Kind.MISSING, Documents.idText(id), now, null, null, false));
                }
                return;
            }
            memory.forget(id);
            if (known.wanted()) {
                Instant end = known.row().readable().expiresAt();
                boolean ttl = end != null && !end.isAfter(after);
                events.add(new ClaimEvent(Kind.DELETED, known.row().id(), now, null, known.row(), ttl));
            }
        }

        private void tellExpiry(WatchedClaim claim) {
            if (claim.wanted() && !claim.expiryTold() && hasEnded(claim)) {
                memory.put(claim.marked(true, true), now);
                events.add(new ClaimEvent(Kind.EXPIRED, claim.row().id(), now, claim.row(), claim.row(), false));
            }
        }

        private boolean hasEnded(WatchedClaim claim) {
            return claim.row() instanceof Claim readable && readable.leaseAt(now) == LeaseState.EXPIRED;
        }
    }
}
