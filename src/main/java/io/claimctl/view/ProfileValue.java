package io.claimctl.view;

import org.jspecify.annotations.Nullable;

/**
 * One value that counts with a profile, without secrets.
 *
 * @param setting the key
 * @param value null where there is none
 * @param source where it was said, in words
 */
public record ProfileValue(String setting, @Nullable String value, String source) {

    Facts facts() {
        return new Facts()
                .text(ProfileField.SETTING, setting)
                .text(ProfileField.VALUE, value)
                .text(ProfileField.SOURCE, source);
    }
}
