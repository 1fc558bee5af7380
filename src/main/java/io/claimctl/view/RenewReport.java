package io.claimctl.view;

import io.claimctl.claim.Expired;
import io.claimctl.claim.RenewOutcome;
import io.claimctl.claim.Renewed;
import io.claimctl.claim.Unknown;

/** Reports of renewals. */
final class RenewReport extends TokenReport implements RenewOutcome.Cases<Report> {
    private final Settling settling;

    RenewReport(Situation situation, Settling settling) {
        super(situation, Operation.RENEW, "renewed");
        this.settling = settling;
    }

    @Override
    public Report renewed(Renewed outcome) {
        return Report.done(Situation.lease("renewed", outcome.lease()), Operation.RENEW, null);
    }

    @Override
    public Report expired(Expired outcome) {
        return notDone(
                Situation.lease("expired", outcome.lease()),
                "claim " + Words.name(outcome.lease().id()) + " was not renewed, since its lease "
                        + situation.leaseOver(outcome.lease())
                        + "; nobody else was seen to have taken it: acquire it again");
    }

    @Override
    public Report unknown(Unknown outcome) {
        return unknown(outcome, settling.again("renew", outcome));
    }
}
