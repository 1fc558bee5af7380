/**
 * The claim library: worker claims in one MongoDB collection, changed only by the one who saw them.
 *
 * <p>Start at {@link io.claimctl.claim.ClaimStore}. The package depends on the MongoDB driver, jspecify annotations and
 * {@code java.*}, nothing else.
 */
@NullMarked
package io.claimctl.claim;

import org.jspecify.annotations.NullMarked;
