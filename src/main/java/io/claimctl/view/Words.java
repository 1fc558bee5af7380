package io.claimctl.view;

/** Counts and sizes in words. */
final class Words {
    private static final long KIB = 1024;

    private Words() {}

    /** {@code 1 claim}, {@code 2 claims}. */
    static String count(long count, String one) {
        return count + " " + (count == 1 ? one : one + "s");
    }

    /** Bytes in the largest unit that loses little. */
    static String size(long bytes) {
        if (bytes < 10 * KIB) {
            return bytes + " B";
        }
        return bytes < 10 * KIB * KIB ? bytes / KIB + " KiB" : bytes / KIB / KIB + " MiB";
    }

    /** What came from the database or the caller, inside a sentence: as a shell would take it, so it can be copied. */
    static String name(String raw) {
        return ShellWords.isWord(raw) ? ShellWords.visible(raw) : SafeText.of(raw);
    }
}
