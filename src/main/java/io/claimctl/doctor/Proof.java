package io.claimctl.doctor;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.ServerTime;
import io.claimctl.claim.Sleeper;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.Tokens;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Proves whether a server has one winner: threads race for scratch claims, round after round, by the operations that every
 * command uses. It writes to the collection, under ids that nobody else has, and removes what it has written; what a crash
 * leaves ends by itself, since its leases are short. Used once.
 *
 * <p>That nobody was seen to win beside another proves nothing for good; that somebody was, does.
 */
public final class Proof {
    /** How many threads race. */
    static final int THREADS = 16;
    /** Rounds of each kind, if there is the time. */
    static final int ROUNDS = 5;
    /** What the ids begin with. */
    static final String PREFIX = "claimctl-doctor-";

    private final ClaimStore store;
    private final DoctorRequest request;
    private final Sleeper sleeper;
    private final Scratch scratch;

    /**
     * A proof on a store, which ends its rounds after the store's timeout.
     *
     * @param sleeper what waits for leases to end; false from it ends the proof, which still removes what it has written
     */
    public Proof(ClaimStore store, DoctorRequest request, Sleeper sleeper) {
        String instance = PREFIX + Tokens.random().next().value();
        this.store = store.withTokens(Tokens.random(instance));
        this.request = request;
        this.sleeper = sleeper;
        this.scratch = new Scratch(this.store, instance);
    }

    /**
     * Races, and removes what it has written. Where the collection cannot hold claims, or is not there, it writes nothing.
     *
     * @param found what was found before
     * @return what came of it; a race that was not decided, or could not be held, is a warning
     */
    public List<Finding> run(Examination found) {
        return found.hindrance()
                .map(hindrance -> List.of(
                        not(hindrance.evidence(), "Nothing was written.").with(hindrance.remedy())))
                .or(() -> found.displacement()
                        .map(capped -> List.of(not(
                                capped.evidence(),
                                "Nothing was written: scratch claims would push out claims of others. Prove it on a"
                                        + " collection that is not capped."))))
                .orElseGet(() -> raced(found.deletesByTime()));
    }

    private static Finding not(String why, String more) {
        return Finding.of(
                Check.ONE_WINNER,
                Level.WARNING,
                "no race could be held: " + why,
                "It is not known whether this server has one winner. " + more);
    }

    private List<Finding> raced(boolean ttl) {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "claimctl-doctor");
            thread.setDaemon(true);
            return thread;
        });
        Race.Tally one = new Race.Tally();
        Race.Tally compared = new Race.Tally();
        StoreException failure = null;
        Finding left;
        try {
            race(new Race(store, scratch, threads, sleeper), one, compared);
        } catch (StoreException e) {
            failure = e;
        } finally {
            threads.shutdownNow();
            left = scratch.remove(remedies(), ttl);
        }
        if (failure != null && one.broken() + compared.broken() == 0) {
            return List.of(
                    not(String.valueOf(failure.getMessage()), "The proof writes as acquire and reset do."), left);
        }
        return List.of(
                winners(Check.ONE_WINNER, one, "acquirers", "acquired a claim"),
                winners(Check.COMPARE_AND_SET, compared, "conditional changes", "changed what they had seen"),
                left);
    }

    private void race(Race race, Race.Tally one, Race.Tally compared) {
        ServerTime clock = store.readTime();
        java.time.Instant begin = clock.earliest();
        for (int round = 0; round < ROUNDS; round++) {
            for (Race.Kind kind : Race.Kind.values()) {
                boolean over = Duration.between(begin, clock.earliest()).compareTo(store.timeout()) > 0;
                if (over || !sleeper.sleep(Duration.ZERO)) {
                    return;
                }
                race.run(kind, kind.acquires() ? one : compared);
            }
        }
    }

    private Finding winners(Check check, Race.Tally tally, String who, String did) {
        String rounds = Span.count(tally.rounds(), "round") + " of " + THREADS + " " + who;
        if (tally.broken() > 0) {
            return Finding.of(
                    check,
                    Level.ERROR,
                    "in " + tally.broken() + " of " + rounds + " more than one " + did + ", " + tally.most()
                            + " at most",
                    "This server does not apply conditional writes atomically: nothing is safe on it. Two workers can hold"
                            + " one claim at a time.");
        }
        if (tally.decided() == 0) {
            return Finding.of(
                            check,
                            Level.WARNING,
                            "none of " + rounds + " was decided",
                            "It is not known whether this server has one winner.")
                    .with(remedies().longer("--prove"));
        }
        return Finding.of(
                check,
                Level.OK,
                "one " + did + " in each of " + Span.count(tally.decided(), "round") + " of " + THREADS + " " + who
                        + (tally.decided() == tally.rounds()
                                ? ""
                                : "; " + (tally.rounds() - tally.decided()) + " more were not decided"),
                "This server was not seen to have two winners.");
    }

    private Remedies remedies() {
        return new Remedies(request, store.probe().database(), store.probe().collection());
    }
}
