package io.claimctl.cli;

import io.claimctl.view.Listing;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a command lists, for {@link ColumnOptions}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Lists {
    Listing value();
}
