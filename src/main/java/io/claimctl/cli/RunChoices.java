package io.claimctl.cli;

import java.util.List;

/** What {@code run} can be told to do in cases that may come. */
final class RunChoices {
    private RunChoices() {}

    /** What becomes of a run whose work is done already. */
    enum IfCompleted {
        SKIP,
        FAIL;

        /** The words of --if-completed. */
        static final class Words extends EnumWords<IfCompleted> {
            Words() {
                super("thing to do with a completed claim", List.of(values()));
            }
        }
    }

    /** What becomes of the claim of a command that failed. */
    enum OnFailure {
        RELEASE,
        KEEP;

        /** The words of --on-failure. */
        static final class Words extends EnumWords<OnFailure> {
            Words() {
                super("thing to do with the claim", List.of(values()));
            }
        }
    }

    /** What becomes of a command whose lease is lost. */
    enum OnLost {
        STOP,
        CONTINUE;

        /** The words of --on-lost. */
        static final class Words extends EnumWords<OnLost> {
            Words() {
                super("thing to do with the command", List.of(values()));
            }
        }
    }

    /** What becomes of a run whose claim cannot be asked for. */
    enum StoreDown {
        FAIL,
        RUN;

        /** The words of --store-down. */
        static final class Words extends EnumWords<StoreDown> {
            Words() {
                super("thing to do without a store", List.of(values()));
            }
        }
    }
}
