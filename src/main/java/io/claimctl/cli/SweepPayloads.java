package io.claimctl.cli;

import io.claimctl.claim.Payloads;
import java.util.List;
import java.util.Locale;

/** What a sweep does with claims that hold a payload. */
enum SweepPayloads {
    SKIP,
    ARCHIVE,
    INCLUDE;

    Payloads treatment() {
        return this == SKIP ? Payloads.SKIP : Payloads.INCLUDE;
    }

    /** The option, if it lets messages go; else empty. */
    String grave() {
        return this == SKIP ? "" : "--payloads " + name().toLowerCase(Locale.ROOT);
    }

    /** The words of --payloads. */
    static final class Words extends EnumWords<SweepPayloads> {
        Words() {
            super("treatment of payloads", List.of(SweepPayloads.values()));
        }
    }
}
