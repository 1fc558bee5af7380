/**
 * Child processes and signals, for {@code run} and {@code recover}: what {@code java.lang.Process} leaves open.
 *
 * <p>Start at {@link io.claimctl.cli.process.Child}. The package depends on {@code java.*} and jspecify annotations, and
 * one class on {@code sun.misc.Signal}.
 */
@NullMarked
package io.claimctl.cli.process;

import org.jspecify.annotations.NullMarked;
