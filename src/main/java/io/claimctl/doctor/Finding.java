package io.claimctl.doctor;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One thing that the doctor found.
 *
 * @param check what was looked at
 * @param level how grave it is
 * @param evidence what was seen, with numbers; texts from the database stand in it as they are
 * @param consequence what that means for claims
 * @param remedy the command line that mends it, or that tells more; null if there is none
 */
public record Finding(
        Check check,
        Level level,
        String evidence,
        String consequence,
        @Nullable String remedy) {

    /** Refuses a finding without evidence, or one that asks for action without saying why. */
    public Finding {
        if (evidence.isBlank() || consequence.isBlank()) {
            throw new IllegalArgumentException("a finding of " + check + " without evidence or consequence");
        }
    }

    static Finding of(Check check, Level level, String evidence, String consequence) {
        return new Finding(check, level, evidence, consequence, null);
    }

    /** The same with the command line that mends it. */
    Finding with(@Nullable String line) {
        return new Finding(check, level, evidence, consequence, line);
    }

    /** The check's name as it is shown. */
    public String name() {
        return check.name().toLowerCase(Locale.ROOT);
    }
}
