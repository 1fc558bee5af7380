package io.claimctl.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A command whose exit codes are those of monitoring plugins, whatever happens, and not those of {@link ExitCode}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface EndsLikeAPlugin {}
