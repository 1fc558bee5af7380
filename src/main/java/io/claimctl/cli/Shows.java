package io.claimctl.cli;

import io.claimctl.view.Format;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The formats that a command can write, for {@link OutputOptions}; without it, all those of {@link Format#general}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Shows {
    Format[] value();
}
