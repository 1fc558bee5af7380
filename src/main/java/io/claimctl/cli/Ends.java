package io.claimctl.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The exit codes of a command that its help shows, beside those that any command can end with. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Ends {
    ExitCode[] value();
}
