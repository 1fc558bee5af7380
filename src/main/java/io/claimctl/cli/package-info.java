/** The command line: one class per verb, which parses, calls the claim library and shows the outcome. */
@NullMarked
package io.claimctl.cli;

import org.jspecify.annotations.NullMarked;
