package io.claimctl.view;

import java.util.List;

/** What machine formats call the parts of profiles, of their values, and of their tests. */
enum ProfileField {
    NAME,
    CURRENT,
    URI,
    URI_FILE,
    DB,
    COLLECTION,
    OLDER_THAN,
    OUTPUT,
    TIMEOUT,
    PROTECTED,
    /** What a value is of. */
    SETTING,
    VALUE,
    /** Where a value was said. */
    SOURCE,
    /** What was tried. */
    STEP,
    STATE,
    DETAIL;

    static final List<ProfileField> LISTED =
            List.of(NAME, CURRENT, URI, URI_FILE, DB, COLLECTION, OLDER_THAN, OUTPUT, TIMEOUT, PROTECTED);
    static final List<ProfileField> SHOWN = List.of(SETTING, VALUE, SOURCE);
    static final List<ProfileField> TESTED = List.of(STEP, STATE, DETAIL);
}
