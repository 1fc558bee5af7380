/** The configuration file as text and as a value: the profiles that connections are named by. Knows Jackson's YAML. */
@NullMarked
package io.claimctl.cli.config;

import org.jspecify.annotations.NullMarked;
