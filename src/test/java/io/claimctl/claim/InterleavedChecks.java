package io.claimctl.claim;

import io.claimctl.claim.InterleavedDeed.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonDocument;

/** Looks in a history for a promise that was not kept: what each step changed, and what each actor was told. */
final class InterleavedChecks {
    private final InterleavedScene scene;
    private final List<InterleavedStep> steps;
    private final List<InterleavedDeed> deeds;
    private String broken;

    InterleavedChecks(InterleavedScene scene, List<InterleavedStep> steps, List<InterleavedDeed> deeds) {
        this.scene = scene;
        this.steps = steps;
        this.deeds = deeds;
    }

    /** The first promise that was broken; empty if none was. */
    Optional<String> broken() {
        for (int i = 0; i < steps.size() && broken == null; i++) {
            InterleavedStep step = steps.get(i);
            if (step.deed() != null && !step.deed().is(Kind.UNFENCED)) {
                for (String id : step.changed()) {
                    changed(step, step.deed(), id, i);
                }
            }
        }
        if (broken == null) {
            broken = new InterleavedHolders(scene, steps, deeds).broken().orElse(null);
        }
        for (InterleavedDeed deed : deeds) {
            if (broken == null && deed.is(Kind.SWEEP)) {
                broken = new InterleavedSweepChecks(steps, deed).broken().orElse(null);
            } else if (broken == null && !deed.is(Kind.UNFENCED)) {
                told(deed);
            }
        }
        return Optional.ofNullable(broken);
    }

    private void holds(boolean kept, String promise, Object... who) {
        if (!kept && broken == null) {
            broken = promise + ": " + List.of(who);
        }
    }

    /** One fenced command changed one claim: was it the one that its caller saw, and free or its own? */
    private void changed(InterleavedStep step, InterleavedDeed deed, String id, int at) {
        BsonDocument was = step.before().get(id);
        BsonDocument is = step.after().get(id);
        holds(was != null || deed.is(Kind.ACQUIRE), "P5 only an acquisition inserts", deed, id);
        holds(was == null || is == null || fence(is) >= fence(was), "P3 the fence never falls", deed, id);
        switch (deed.kind) {
            case ACQUIRE -> {
                holds(was == null || free(was, step.read()), "P1 P4 what was acquired was free", deed, id, step.read());
                holds(fence(is) > highestFence(id, at), "P3 the fence rises", deed, id);
            }
            case TAKE_OVER -> {
                holds(sees(deed.seen, was), "P2 the claim taken over is the one seen", deed, id);
                ended(step, deed, was, id);
                holds(fence(is) > highestFence(id, at), "P3 the fence rises", deed, id);
            }
            case RENEW -> {
                holds(held(was, deed), "P2 P5 it renewed its own claim", deed, id);
                holds(!end(was).isBefore(step.read()), "P5 it renewed an unexpired lease", deed, id);
                holds(!end(is).isBefore(end(was)), "P5 it never shortens", deed, id);
            }
            case COMPLETE, PUT -> holds(held(was, deed), "P2 it changed its own claim", deed, id);
            case RELEASE -> {
                holds(held(was, deed), "P2 it released its own claim", deed, id);
                payloadIsSafe(step, deed, id);
            }
            case RESET, SWEEP -> reset(step, deed, id, at);
            default -> throw new AssertionError(deed);
        }
    }

    private void reset(InterleavedStep step, InterleavedDeed deed, String id, int at) {
        BsonDocument was = step.before().get(id);
        payloadIsSafe(step, deed, id);
        if (step.deleted(id)) {
            holds(isLeftAsReleased(deed, id, at), "P9 it deletes what it released and nobody has had since", deed, id);
            return;
        }
        boolean seen = deed.is(Kind.RESET)
                ? sees(deed.seen, was)
                : deed.swept.stream().anyMatch(s -> sees(s.seen().readable(), was));
        holds(seen, "P2 the claim reset is the one seen", deed, id);
        ended(step, deed, was, id);
    }

    private void ended(InterleavedStep step, InterleavedDeed deed, BsonDocument was, String id) {
        boolean over = deed.lease != LeaseFilter.EXPIRED || end(was).isBefore(step.read());
        holds(over, "P1 P4 the lease had ended", deed, id, step.read());
    }

    private void payloadIsSafe(InterleavedStep step, InterleavedDeed deed, String id) {
        BsonDocument was = step.before().get(id);
        boolean endangered = was.containsKey(Fields.PAYLOAD) && (step.deleted(id) || step.released(id));
        holds(!endangered || deed.payloads == Payloads.INCLUDE, "P9 nothing destroys a payload unasked", deed, id);
    }

    /** Whether it is as this call released it, and has been since: nobody has acquired it, and no other let it go. */
    private boolean isLeftAsReleased(InterleavedDeed deed, String id, int before) {
        for (int i = before - 1; i >= 0; i--) {
            InterleavedStep step = steps.get(i);
            BsonDocument left = step.after().get(id);
            if (left == null || !sameRelease(left, steps.get(before).before().get(id))) {
                return false;
            }
            if (step.deed() == deed && step.released(id)) {
                return true;
            }
        }
        return false;
    }

    private static boolean sameRelease(BsonDocument one, BsonDocument other) {
        return List.of(Fields.STATUS, Fields.WORKER_ID, Fields.RESET_BY).stream()
                .allMatch(field -> Objects.equals(one.get(field), other.get(field)));
    }

    private long highestFence(String id, int before) {
        long highest = -1;
        for (InterleavedStep step : steps.subList(0, before + 1)) {
            BsonDocument was = step.before().get(id);
            highest = was == null ? -1 : Math.max(highest, fence(was));
        }
        return highest;
    }

    /** What it was told about one claim against what it did to it. */
    private void told(InterleavedDeed deed) {
        List<InterleavedStep> its = steps.stream().filter(s -> s.deed() == deed).toList();
        List<InterleavedStep> done =
                its.stream().filter(s -> s.changed().contains(deed.id)).toList();
        BsonDocument after = its.get(its.size() - 1).after().get(deed.id);
        Object outcome = deed.outcome;
        if (outcome instanceof Acquired acquired) {
            BsonDocument made =
                    done.isEmpty() ? new BsonDocument() : done.get(0).after().get(deed.id);
            holds(acquired.lease().token().value().equals(text(made, Fields.WORKER_ID)), "P7 Acquired is true", deed);
        } else if (outcome instanceof Completed) {
            holds(done.size() == 1 && InterleavedStep.has(after, Status.COMPLETED), "P7 Completed is true", deed);
        } else if (outcome instanceof Released) {
            String mark = ReleaseOperation.mark(deed.token.value()); // maybe of this token's other release
            holds(after != null && mark.equals(text(after, Fields.RESET_BY)), "P7 Released is true", deed);
        } else if (deed.is(Kind.RESET) && outcome instanceof Reset) {
            holds(done.stream().anyMatch(s -> s.released(deed.id)), "P7 Reset is true", deed);
        } else if (deed.is(Kind.RELEASE) && outcome instanceof KeptForRecovery) {
            holds(held(after, deed) && after.containsKey(Fields.KEPT_AT), "P7 KeptForRecovery is true", deed);
        } else if (outcome instanceof PayloadStored) {
            holds(held(after, deed) && after.containsKey(Fields.PAYLOAD), "P7 PayloadStored is true", deed);
        } else if (outcome instanceof Renewed renewed) {
            Instant until = renewed.lease().expiresAt().orElseThrow();
            holds(held(after, deed) && end(after).equals(until), "P7 Renewed is true", deed);
        } else if (!(outcome instanceof Expired)) {
            holds(done.isEmpty(), "P7 it changed nothing, as it was told", deed, outcome);
            holds(explains(deed, outcome, after), "P7 the reason it was told is true", deed, outcome);
        }
    }

    private static boolean explains(InterleavedDeed deed, Object outcome, BsonDocument now) {
        if (outcome instanceof Contended) {
            return true;
        }
        if (outcome instanceof Gone || outcome instanceof NotFound) {
            return now == null;
        }
        if (now == null) {
            return false;
        }
        boolean ours = deed.token != null && deed.token.value().equals(text(now, Fields.WORKER_ID));
        if (outcome instanceof AlreadyCompleted) {
            return InterleavedStep.has(now, Status.COMPLETED) && (ours || deed.is(Kind.ACQUIRE));
        }
        if (outcome instanceof Changed) {
            return !sees(deed.seen, now);
        }
        if (outcome instanceof KeptForRecovery) {
            return now.containsKey(Fields.PAYLOAD);
        }
        if (outcome instanceof Held) {
            return !free(now, deed.read);
        }
        return outcome instanceof Fenced ? !ours : ours && InterleavedStep.has(now, Status.RELEASED);
    }

    private static boolean held(BsonDocument document, InterleavedDeed deed) {
        return document != null
                && deed.token.value().equals(text(document, Fields.WORKER_ID))
                && InterleavedStep.has(document, Status.PROCESSING);
    }

    static boolean sees(Claim seen, BsonDocument document) {
        return document != null && seen.fingerprint().equals(Fingerprint.of(document));
    }

    private static boolean free(BsonDocument document, Instant now) {
        return ((Claim) Documents.row(document)).freeAt(now);
    }

    static Instant end(BsonDocument document) {
        return Instant.ofEpochMilli(document.getDateTime(Fields.EXPIRES_AT).getValue());
    }

    static String text(BsonDocument document, String field) {
        return document.containsKey(field) ? document.getString(field).getValue() : null;
    }

    private static long fence(BsonDocument document) {
        return document.containsKey(Fields.FENCE)
                ? document.getInt64(Fields.FENCE).getValue()
                : -1;
    }
}
