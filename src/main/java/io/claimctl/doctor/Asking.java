package io.claimctl.doctor;

import io.claimctl.claim.ProbeReply;
import java.time.Instant;
import java.util.List;

/** Where the answers come from. */
interface Asking {

    /** Puts one question. */
    ProbeReply ask(Question question, Chart chart);

    /**
     * Asks members of the replica set for their clocks, until all of these have answered or it has tried for long enough.
     *
     * @param members their addresses
     * @return one reply of {@code hello} from each that was reached
     */
    List<ProbeReply.Answered> clocks(List<String> members);

    /** The server's time, never ahead of it. */
    Instant earliest();

    /** The server's time, never behind it. */
    Instant latest();
}
