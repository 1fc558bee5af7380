package io.claimctl.view;

import java.nio.charset.StandardCharsets;

/** Words quoted for a shell. */
public final class ShellWords {

    private ShellWords() {}

    /**
     * The word for a command line that a person reads and copies: as it is where nothing in it is special, in quotes
     * otherwise, and with escapes ({@code $'…'} of bash, ksh and zsh) instead of what would harm a terminal.
     */
    public static String visible(String word) {
        return SafeText.isSafe(word) ? posix(word) : escaped(word);
    }

    /** The exact word for {@code eval} in any POSIX shell; control characters stand in it as they are. */
    public static String posix(String word) {
        return bare(word) ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Whether a command line can hold the word at all: no NUL, no half characters, and none that stands for such. */
    public static boolean isWord(String word) {
        return SafeText.isEncodable(word) && word.chars().noneMatch(c -> c == 0 || c == 0xfffd);
    }

    private static boolean bare(String word) {
        return !word.isEmpty() && word.chars().allMatch(ShellWords::ordinary);
    }

    private static boolean ordinary(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || (c < 0x80 && "-_./:,+@%".indexOf(c) >= 0)
                || (c >= 0xc0 && Character.isLetterOrDigit(c));
    }

    private static String escaped(String word) {
        StringBuilder quoted = new StringBuilder(word.length() + 16).append("$'");
        word.codePoints().forEach(point -> {
            if (SafeText.unsafe(point) || SafeText.mark(point)) {
                octal(point, quoted);
            } else if (point == '\'' || point == '\\') {
                quoted.append('\\').append((char) point);
            } else {
                quoted.appendCodePoint(point);
            }
        });
        return quoted.append('\'').toString();
    }

    /** Bytes, since {@code \\u} depends on the locale; three digits, since a digit that follows would join fewer. */
    private static void octal(int point, StringBuilder quoted) {
        for (byte b : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
            String digits = Integer.toOctalString(b & 0xff);
            quoted.append('\\').append("0".repeat(3 - digits.length())).append(digits);
        }
    }
}
