package io.claimctl.cli;

import io.claimctl.claim.Payloads;
import java.util.List;

/** The words of --payloads. */
final class PayloadWords extends EnumWords<Payloads> {
    PayloadWords() {
        super("treatment of payloads", List.of(Payloads.values()));
    }
}
