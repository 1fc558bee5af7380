package io.claimctl.view;

import io.claimctl.claim.Claim;
import io.claimctl.claim.Status;
import java.time.Instant;

/** What {@code status} and {@code expires_at} mean at one instant, in a few words. */
final class LeaseWords {

    private LeaseWords() {}

    static String of(Claim claim, Instant now) {
        if (claim.is(Status.RELEASED)) {
            return "free";
        }
        Instant end = claim.expiresAt();
        if (claim.is(Status.PROCESSING)) {
            return end == null ? "no end" : over(claim, now) ? "expired " + ago(end, now) : "live " + left(end, now);
        }
        if (claim.is(Status.COMPLETED)) {
            return end == null
                    ? "remembered for good"
                    : over(claim, now) ? "forgotten " + ago(end, now) : "remembered " + left(end, now);
        }
        if (claim.freeAt(now)) {
            return "free";
        }
        return end == null ? "blocked for good" : "blocked " + left(end, now);
    }

    /** The same in a word or two, without a span of time. */
    static String state(Claim claim, Instant now) {
        if (claim.is(Status.RELEASED)) {
            return "free";
        }
        boolean noEnd = claim.expiresAt() == null;
        if (claim.is(Status.PROCESSING)) {
            return noEnd ? "no end" : over(claim, now) ? "expired" : "live";
        }
        if (claim.is(Status.COMPLETED)) {
            return noEnd ? "for good" : over(claim, now) ? "forgotten" : "remembered";
        }
        return claim.freeAt(now) ? "free" : "blocked";
    }

    /** The same with the largest unit of a span alone, where there is little room. */
    static String brief(Claim claim, Instant now) {
        Instant end = claim.expiresAt();
        String state = state(claim, now);
        if (end == null || state.equals("free")) {
            return state;
        }
        String span = Times.brief(Times.millis(now, end));
        return state + " " + span + (claim.is(Status.PROCESSING) ? over(claim, now) ? " ago" : " left" : "");
    }

    static Tone tone(Claim claim, Instant now) {
        if (claim.is(Status.PROCESSING)) {
            return claim.expiresAt() == null || over(claim, now) ? Tone.WARN : Tone.GOOD;
        }
        return claim.is(Status.COMPLETED) || claim.is(Status.RELEASED) ? Tone.QUIET : Tone.WARN;
    }

    static String left(Instant end, Instant now) {
        return Times.words(Times.millis(now, end)) + " left";
    }

    static String ago(Instant then, Instant now) {
        long millis = Times.millis(then, now);
        return millis < 0 ? "in " + Times.words(millis) : Times.words(millis) + " ago";
    }

    static boolean over(Claim claim, Instant now) {
        return claim.expiresAt() != null && claim.expiresAt().isBefore(now);
    }
}
