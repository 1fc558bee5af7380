/**
 * The doctor: it examines a server, a user's privileges and a collection, and says what it finds, what that means for claims
 * and which command mends it. It only reads, except in a {@link io.claimctl.doctor.Proof}. It builds on
 * {@link io.claimctl.claim} and knows nothing of the driver.
 */
@NullMarked
package io.claimctl.doctor;

import org.jspecify.annotations.NullMarked;
