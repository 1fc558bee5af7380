/** The one place of the command line that knows the MongoDB driver: builds the client and explains its failures. */
@NullMarked
package io.claimctl.cli.connection;

import org.jspecify.annotations.NullMarked;
