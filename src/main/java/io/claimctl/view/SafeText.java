package io.claimctl.view;

/**
 * Text from the database, made safe for terminals and tables: whatever would move the cursor, break the line, reorder
 * or hide text is written as a visible escape: {@code \n}, {@code \x1b}, or a backslash and {@code u202e} or
 * {@code u{e0041}}.
 *
 * <p>A backslash is doubled, so that two different texts are never written alike; blanks at either end are escaped,
 * since nobody would see them.
 */
public final class SafeText {
    /** More combining marks than these on one character draw over the neighbouring lines. */
    private static final int MARKS = 4;

    private SafeText() {}

    /** The text on one line, without anything that a terminal would act on. */
    public static String of(String raw) {
        if (plain(raw)) {
            return raw;
        }
        StringBuilder safe = new StringBuilder(raw.length() + 16);
        int marks = MARKS;
        int first = 0;
        while (first < raw.length()) {
            int point = raw.codePointAt(first);
            int next = first + Character.charCount(point);
            boolean mark = mark(point);
            marks = mark ? marks + 1 : 0;
            boolean edge = point == ' ' && (first == 0 || next == raw.length());
            if (point == '\\') {
                safe.append("\\\\");
            } else if (edge || unsafe(point) || marks > MARKS) {
                escape(point, safe);
                marks = MARKS;
            } else {
                safe.appendCodePoint(point);
            }
            first = next;
        }
        return safe.toString();
    }

    /** Whether the text holds nothing that a terminal would act on or hide. */
    public static boolean isSafe(String text) {
        int marks = MARKS;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int point = text.codePointAt(i);
            marks = mark(point) ? marks + 1 : 0;
            if (unsafe(point) || marks > MARKS) {
                return false;
            }
        }
        return true;
    }

    /** Text that is safe, with an escape for every character that is not ASCII. */
    static CharSequence ascii(CharSequence safe) {
        if (safe.chars().allMatch(c -> c < 0x80)) {
            return safe;
        }
        StringBuilder ascii = new StringBuilder(safe.length() + 16);
        safe.codePoints().forEach(point -> {
            if (point < 0x80) {
                ascii.appendCodePoint(point);
            } else {
                escape(point, ascii);
            }
        });
        return ascii;
    }

    /** Whether UTF-8 can write the text: it holds no half characters. */
    static boolean isEncodable(String text) {
        return text.codePoints().noneMatch(point -> Character.getType(point) == Character.SURROGATE);
    }

    /** Whether a terminal would act on the character, or a person would not see that it is there. */
    static boolean unsafe(int point) {
        if (point < 0x7f) {
            return point < 0x20;
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SPACE_SEPARATOR -> true;
            default -> invisible(point);
        };
    }

    private static boolean invisible(int point) {
        return (point >= 0xfe00 && point <= 0xfe0f) // variation selectors
                || (point >= 0xe0000 && point <= 0xe0fff) // tags, more variation selectors
                || (point >= 0x180b && point <= 0x180f)
                || point == 0x034f
                || point == 0x115f // Hangul and Khmer fillers
                || point == 0x1160
                || point == 0x17b4
                || point == 0x17b5
                || point == 0x2065
                || point == 0x2800
                || point == 0x3164
                || point == 0xffa0
                || (point & 0xfffe) == 0xfffe
                || (point >= 0xfff0 && point <= 0xfffb);
    }

    private static boolean plain(String raw) {
        int length = raw.length();
        for (int i = 0; i < length; i++) {
            char c = raw.charAt(i);
            if (c < 0x20 || c >= 0x7f || c == '\\') {
                return false;
            }
        }
        return length == 0 || (raw.charAt(0) != ' ' && raw.charAt(length - 1) != ' ');
    }

    static boolean mark(int point) {
        int type = Character.getType(point);
        return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
    }

    private static void escape(int point, StringBuilder safe) {
        switch (point) {
            case '\n' -> safe.append("\\n");
            case '\r' -> safe.append("\\r");
            case '\t' -> safe.append("\\t");
            default -> {
                if (point < 0x100) {
                    hex(point, 2, safe.append("\\x"));
                } else if (point < 0x10000) {
                    hex(point, 4, safe.append("\\u"));
                } else {
                    hex(point, 5, safe.append("\\u{"));
                    safe.append('}');
                }
            }
        }
    }

    static void hex(int value, int digits, StringBuilder to) {
        String hex = Integer.toHexString(value);
        to.append("0".repeat(Math.max(0, digits - hex.length()))).append(hex);
    }
}
