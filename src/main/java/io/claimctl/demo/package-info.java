/** The embedded server with sample claims behind {@code claimctl demo}; nothing else knows it. */
@NullMarked
package io.claimctl.demo;

import org.jspecify.annotations.NullMarked;
