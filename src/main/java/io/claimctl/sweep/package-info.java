/**
 * What surrounds a sweep, for the commands: the plan that it works from, the audit file and the archive that it writes before
 * it changes anything, and what it tells those who watch it. It builds on {@link io.claimctl.claim} and
 * {@link io.claimctl.worker}.
 */
@NullMarked
package io.claimctl.sweep;

import org.jspecify.annotations.NullMarked;
