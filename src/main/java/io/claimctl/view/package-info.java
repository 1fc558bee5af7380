/**
 * Results drawn as text: tables and sentences for people, JSON, YAML and CSV for machines.
 *
 * <p>Start at {@link io.claimctl.view.View}. Renderers take values and a writer; the time they count from, the width,
 * the zone and the colours are passed in, so that the same values always give the same bytes. Jansi and Jackson live
 * here.
 */
@NullMarked
package io.claimctl.view;

import org.jspecify.annotations.NullMarked;
