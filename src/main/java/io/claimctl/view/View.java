package io.claimctl.view;

import io.claimctl.claim.ClaimRow;
import java.io.Writer;
import java.time.Instant;
import java.util.List;

/**
 * Draws results in one format on one stream. Not thread-safe; one view serves one command. It flushes where a result
 * ends, and closes nothing.
 */
public final class View {
    private final Format format;
    private final Screen screen;
    private final TextOutput out;
    private final NextSteps next;

    /**
     * A view.
     *
     * @param out stdout; a failure of it surfaces as {@link java.io.UncheckedIOException}
     * @param lines how the command lines that it shows are made
     */
    public View(Format format, Screen screen, CommandLines lines, Writer out) {
        this.format = format;
        this.screen = format.machine() ? new Screen(screen.terminal(), 0, false, screen.zone()) : screen;
        this.out = new TextOutput(out);
        this.next = new NextSteps(lines);
    }

    /** A list of claims. */
    public ClaimSink claims() {
        return list(false);
    }

    /** A list of stale claims, with their fingerprints; every row must have been read whole. */
    public ClaimSink stale() {
        return list(true);
    }

    /** Everything about some claims, and what can be done with them; every row must have been read whole. */
    public ClaimSink inspect() {
        return format.machine()
                ? new MachineClaims(rows(fields(true, true)), this::inspected)
                : new ClaimBlocks(screen, next, out);
    }

    /** The documents as they are stored, as extended JSON, one a line, whatever the format. */
    public ClaimSink raw() {
        return new RawClaims(out);
    }

    private ClaimSink list(boolean fingerprints) {
        if (!format.machine()) {
            return new ClaimTable(format, fingerprints, screen, out);
        }
        return new MachineClaims(
                rows(fields(fingerprints, false)), fingerprints ? ClaimFacts::withFingerprint : ClaimFacts::of);
    }

    private Facts inspected(ClaimRow row, Instant now) {
        return ClaimFacts.withFingerprint(row, now)
                .records(
                        ClaimField.NEXT,
                        next.of(row, now).stream().map(NextStep::facts).toList());
    }

    private static List<ClaimField> fields(boolean fingerprint, boolean nextSteps) {
        return java.util.Arrays.stream(ClaimField.values())
                .filter(field -> fingerprint || field != ClaimField.FINGERPRINT)
                .filter(field -> nextSteps || field != ClaimField.NEXT)
                .toList();
    }

    private Rows rows(List<? extends Enum<?>> fields) {
        return Rows.of(format, screen, fields, out);
    }
}
