package io.claimctl.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The heading under which help lists an option, or all options of a class. It is read only where help is asked for, so
 * that unlike a group of picocli's it costs a command nothing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD})
@interface OptionGroup {
    String CLAIMS = "Which claims";
    String GUARDS = "Guards";
    String RECORDS = "Records";

    /** Without a colon. */
    String value();
}
