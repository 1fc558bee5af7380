package io.claimctl.cli.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a profile may say, in the order of the file. */
public enum Setting {
    URI,
    URI_FILE,
    PASSWORD_COMMAND,
    DB,
    COLLECTION,
    OLDER_THAN,
    OUTPUT,
    TIMEOUT,
    PROTECTED;

    /** The key in the file. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Setting> of(String key) {
        return Arrays.stream(values())
                .filter(setting -> setting.key().equals(key))
                .findFirst();
    }

    static String keys() {
        List<String> keys = Arrays.stream(values()).map(Setting::key).toList();
        return String.join(", ", keys.subList(0, keys.size() - 1)) + " and " + keys.get(keys.size() - 1);
    }
}
