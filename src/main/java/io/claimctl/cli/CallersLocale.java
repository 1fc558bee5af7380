package io.claimctl.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The locale that the caller's terminal goes by; the launcher runs the program itself in another. */
final class CallersLocale {
    static final String ALL = "LC_ALL";
    static final String ALL_BEFORE_THE_LAUNCHER = "CLAIMCTL_CALLER_LC_ALL";
    static final String SET_BY_THE_LAUNCHER = "CLAIMCTL_STDIO";

    private CallersLocale() {}

    /** Whether characters are UTF-8 there. Without any variable they are not: that is the locale C. */
    static boolean isUtf8(Map<String, String> environment) {
        String all = environment.containsKey(SET_BY_THE_LAUNCHER) ? ALL_BEFORE_THE_LAUNCHER : ALL;
        for (String variable : List.of(all, "LC_CTYPE", "LANG")) {
            String locale = environment.getOrDefault(variable, "").toUpperCase(Locale.ROOT);
            if (!locale.isEmpty()) {
                return locale.contains("UTF-8") || locale.contains("UTF8");
            }
        }
        return false;
    }
}
