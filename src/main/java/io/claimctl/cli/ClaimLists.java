package io.claimctl.cli;

import io.claimctl.claim.ClaimCursor;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.ClaimSink;
import java.util.Optional;

/** Writes a list row by row, and says where it goes on. */
final class ClaimLists {
    private ClaimLists() {}

    static int write(ClaimCursor claims, ClaimSink sink, Prose prose, Connection connection) {
        return write(claims, sink, prose, connection, "");
    }

    /** @param hint why there may be none */
    static int write(ClaimCursor claims, ClaimSink sink, Prose prose, Connection connection, String hint) {
        sink.begin(claims.asOf());
        claims.forEachRemaining(sink::row);
        Optional<String> next = claims.nextPage();
        boolean cut = claims.limited();
        if (sink.end(next.orElse(null)) == 0) {
            sayNone(prose, connection, hint);
        }
        if (next.isPresent()) {
            prose.say("there are more; the next page: --cursor " + next.get());
        } else if (cut) {
            prose.say("there are more than --limit; only claims list by updated has pages");
        }
        return ExitCode.DONE.code();
    }

    static void sayNone(Prose prose, Connection connection, String hint) {
        prose.say("no claims found in " + connection.collectionName() + hint);
    }
}
