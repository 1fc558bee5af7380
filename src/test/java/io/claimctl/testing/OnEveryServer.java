package io.claimctl.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A test class that takes a {@link Servers.TestServer} and is run on each one there is; {@code -Dgroups=servers} selects these. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass
@MethodSource("io.claimctl.testing.Servers#all")
@Tag("servers")
public @interface OnEveryServer {}
