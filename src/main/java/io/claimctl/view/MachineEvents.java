package io.claimctl.view;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimEvent;
import io.claimctl.claim.ClaimEvent.Kind;
import java.util.List;
import java.util.Locale;

/** Events as JSON Lines. */
final class MachineEvents implements EventSink {
    private final Rows rows;

    MachineEvents(TextOutput out) {
        this.rows = new LineRows(out);
    }

    @Override
    public void events(List<ClaimEvent> seen) {
        if (!seen.isEmpty()) {
            seen.forEach(event -> rows.row(facts(event)));
            rows.flush();
        }
    }

    private static Facts facts(ClaimEvent event) {
        Facts facts = new Facts()
                .time(EventField.TIME, event.at())
                .text(EventField.EVENT, event.kind().name().toLowerCase(Locale.ROOT))
                .text(EventField.BY, event.by().orElse(null))
                .text(EventField.FROM, event.from().orElse(null))
                .text(EventField.REASON, event.reason().orElse(null))
                .flag(EventField.TTL_POSSIBLE, event.kind() == Kind.DELETED ? (Boolean) event.ttlPossible() : null);
        facts.and(
                event.now() == null
                        ? new Facts().text(ClaimField.ID, event.id())
                        : ClaimFacts.of(event.now(), event.at()));
        return event.before() == null || event.kind() == Kind.EXPIRED
                ? facts
                : facts.record(EventField.BEFORE, before(event.before().readable()));
    }

    private static Facts before(Claim claim) {
        return new Facts()
                .text(ClaimField.STATUS, claim.status())
                .text(ClaimField.WORKER_ID, claim.workerId())
                .time(ClaimField.EXPIRES_AT, claim.expiresAt())
                .time(ClaimField.UPDATED_AT, claim.updatedAt())
                .number(ClaimField.PAYLOAD_BYTES, ClaimFacts.payloadBytes(claim));
    }
}
