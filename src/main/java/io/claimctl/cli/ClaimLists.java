package io.claimctl.cli;

import io.claimctl.claim.ClaimCursor;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.ClaimSink;
import java.util.Optional;

/** Writes a list row by row, and says where it goes on. */
final class ClaimLists {
    private ClaimLists() {}

    static int write(ClaimCursor claims, ClaimSink sink, Prose prose, Connection connection) {
        sink.begin(claims.asOf());
        claims.forEachRemaining(sink::row);
        Optional<String> next = claims.nextPage();
        if (sink.end(next.orElse(null)) == 0) {
            prose.say("no claims found in " + connection.collectionName());
        }
        next.ifPresent(cursor -> prose.say("there are more; the next page: --cursor " + cursor));
        return ExitCode.DONE.code();
    }
}
