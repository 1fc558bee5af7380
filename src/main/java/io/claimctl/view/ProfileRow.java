package io.claimctl.view;

import org.jspecify.annotations.Nullable;

/**
 * A profile as it may be shown: without secrets.
 *
 * @param name of letters, digits, {@code .}, {@code _} and {@code -}
 * @param current whether it counts where none is named
 * @param uri redacted; null where a file holds it
 * @param uriFile that file; null where there is none
 * @param db the database, or null
 * @param collection the collection, or null
 * @param olderThan as it was written, or null
 * @param output the format, or null
 * @param timeout as it was written, or null
 * @param guarded whether a change is to be confirmed by its name
 */
public record ProfileRow(
        String name,
        boolean current,
        @Nullable String uri,
        @Nullable String uriFile,
        @Nullable String db,
        @Nullable String collection,
        @Nullable String olderThan,
        @Nullable String output,
        @Nullable String timeout,
        boolean guarded) {

    Facts facts() {
        return new Facts()
                .text(ProfileField.NAME, name)
                .flag(ProfileField.CURRENT, current)
                .text(ProfileField.URI, uri)
                .text(ProfileField.URI_FILE, uriFile)
                .text(ProfileField.DB, db)
                .text(ProfileField.COLLECTION, collection)
                .text(ProfileField.OLDER_THAN, olderThan)
                .text(ProfileField.OUTPUT, output)
                .text(ProfileField.TIMEOUT, timeout)
                .flag(ProfileField.PROTECTED, guarded);
    }
}
