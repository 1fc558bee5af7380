package io.claimctl.view;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.Defect;
import io.claimctl.claim.LeaseState;
import io.claimctl.claim.ResetMark;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Claims as {@link Facts}. */
final class ClaimFacts {

    private ClaimFacts() {}

    /** Everything that one row of a list says, at this instant of the server's clock. */
    static Facts of(ClaimRow row, Instant now) {
        Claim claim = row.readable();
        Facts facts = new Facts()
                .text(ClaimField.ID, row.id())
                .text(ClaimField.STATUS, claim.status())
                .text(ClaimField.LEASE, claim.leaseAt(now).name().toLowerCase(Locale.ROOT))
                .number(ClaimField.LEASE_REMAINING_MS, leaseRemaining(claim, now))
                .text(ClaimField.WORKER_ID, claim.workerId())
                .text(ClaimField.INSTANCE, claim.instance().orElse(null))
                .number(ClaimField.FENCE, claim.fence())
                .flag(ClaimField.FENCE_VALID, fenceValid(claim))
                .text(ClaimField.FENCE_WORKER, claim.fenceWorker())
                .time(ClaimField.EXPIRES_AT, claim.expiresAt())
                .time(ClaimField.CREATED_AT, claim.createdAt())
                .time(ClaimField.UPDATED_AT, claim.updatedAt())
                .number(ClaimField.AGE_MS, age(claim, now))
                .number(ClaimField.PAYLOAD_BYTES, payloadBytes(claim))
                .text(ClaimField.EVENT_NAME, claim.eventName())
                .texts(ClaimField.METADATA, claim.metadata());
        reset(claim.lastReset(), facts);
        return facts.time(ClaimField.KEPT_AT, claim.keptAt()).records(ClaimField.MALFORMED, defects(row));
    }

    /** The same and the fingerprint, where the whole document was read. */
    static Facts withFingerprint(ClaimRow row, Instant now) {
        return of(row, now)
                .text(ClaimField.FINGERPRINT, row.readable().fingerprint().text());
    }

    static List<Facts> defects(ClaimRow row) {
        return row.defects().stream().map(ClaimFacts::defect).toList();
    }

    /** In milliseconds since the last transition; null where that is not known. */
    static @Nullable Long age(Claim claim, Instant now) {
        return claim.updatedAt() == null ? null : (Long) Times.millis(claim.updatedAt(), now);
    }

    static @Nullable Long payloadBytes(Claim claim) {
        return claim.payload() == null ? null : (Long) (long) claim.payload().size();
    }

    static @Nullable Boolean fenceValid(Claim claim) {
        return claim.fence() == null ? null : (Boolean) claim.validFence().isPresent();
    }

    /** In milliseconds, negative once it has ended; null where there is none, or no end. */
    static @Nullable Long leaseRemaining(Claim claim, Instant now) {
        Instant end = claim.leaseAt(now) == LeaseState.NONE ? null : claim.expiresAt();
        return end == null ? null : (Long) Times.millis(now, end);
    }

    private static void reset(@Nullable ResetMark mark, Facts facts) {
        if (mark != null) {
            facts.text(ClaimField.RESET_BY, mark.by())
                    .time(ClaimField.RESET_AT, mark.at())
                    .text(ClaimField.RESET_REASON, mark.reason());
        }
    }

    static Facts defect(Defect defect) {
        return new Facts().text(DefectField.FIELD, defect.field()).text(DefectField.PROBLEM, defect.problem());
    }

    private enum DefectField {
        FIELD,
        PROBLEM
    }
}
