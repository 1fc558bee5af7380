package io.claimctl.view;

/**
 * One step of the test of a profile.
 *
 * @param step what was tried
 * @param state what came of it
 * @param detail in words, without secrets
 */
public record ProfileStep(String step, State state, String detail) {

    /** What came of a step. */
    public enum State {
        OK,
        /** It works as far as it could be seen, and the rest could not. */
        UNKNOWN,
        FAILED,
        /** An earlier step failed. */
        NOT_TRIED;

        Tone tone() {
            return switch (this) {
                case OK -> Tone.GOOD;
                case UNKNOWN -> Tone.WARN;
                case FAILED -> Tone.BAD;
                case NOT_TRIED -> Tone.QUIET;
            };
        }
    }

    Facts facts() {
        return new Facts()
                .text(ProfileField.STEP, step)
                .text(ProfileField.STATE, Facts.name(state))
                .text(ProfileField.DETAIL, detail);
    }
}
