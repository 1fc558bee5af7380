/** The claim library: reads and changes worker claims, each change one atomic conditional command. */
@NullMarked
package io.claimctl.claim;

import org.jspecify.annotations.NullMarked;
