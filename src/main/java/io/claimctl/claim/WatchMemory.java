package io.claimctl.claim;

import io.claimctl.claim.WatchedClaim.Place;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The claims that a watch has seen and can tell changes of: the last changed ones, at most so many. Those changed longest ago
 * are forgotten first, and up to where they stood nothing is read again: so what was told is not told twice. Not thread-safe.
 */
final class WatchMemory {
    private final int most;
    private final Map<BsonValue, WatchedClaim> byId = new HashMap<>();
    private final TreeMap<Place, WatchedClaim> byPlace = new TreeMap<>();
    private @Nullable Place floor;

    WatchMemory(int most) {
        this.most = most;
    }

    @Nullable
    WatchedClaim get(BsonValue id) {
        return byId.get(id);
    }

    Set<BsonValue> ids() {
        return Set.copyOf(byId.keySet());
    }

    Collection<WatchedClaim> all() {
        return List.copyOf(byPlace.values());
    }

    /**
     * Remembers a claim in place of what it was.
     *
     * @param now what lies ahead of it is read anew each time, and forgetting it moves nothing
     */
    void put(WatchedClaim claim, Instant now) {
        forget(claim.key());
        byId.put(claim.key(), claim);
        byPlace.put(claim.place(), claim);
        while (byId.size() > most) {
            WatchedClaim oldest = byPlace.firstEntry().getValue();
            forget(oldest.key());
            raise(oldest.place(), now);
        }
    }

    /** From now on nothing is read again up to here, unless it lies ahead of the clock. */
    void raise(Place place, Instant now) {
        if (place.millis() <= now.toEpochMilli() && (floor == null || floor.compareTo(place) < 0)) {
            floor = place;
        }
    }

    void forget(BsonValue id) {
        WatchedClaim known = byId.remove(id);
        if (known != null) {
            byPlace.remove(known.place());
        }
    }

    /** Where reading begins that would begin here, if more were remembered. */
    Place notBefore(Place place) {
        return floor != null && floor.compareTo(place) > 0 ? floor : place;
    }

    /** Whether much of what is remembered lies ahead of the clock, so that more of it would push out the rest. */
    boolean mostlyAhead(Instant now) {
        return byPlace.tailMap(new Place(now.toEpochMilli() + 1, null)).size() > most / 2;
    }

    /** The claims that are watched, last changed first. */
    List<ClaimRow> rows() {
        List<ClaimRow> rows = new ArrayList<>(byPlace.size());
        for (WatchedClaim claim : byPlace.descendingMap().values()) {
            if (claim.wanted()) {
                rows.add(claim.row());
            }
        }
        return rows;
    }
}
