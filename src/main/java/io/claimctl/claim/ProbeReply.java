package io.claimctl.claim;

import java.time.Duration;
import java.time.Instant;
import org.bson.BsonDocument;

/** What became of a question that a {@link StoreProbe} has put to a server. A refusal is an answer like any other. */
public sealed interface ProbeReply {

    /**
     * The server answered.
     *
     * @param document its reply, as it came
     * @param sent this host's clock as the question was sent; it tells how far two clocks are apart and judges nothing
     * @param took until the reply had arrived
     */
    record Answered(BsonDocument document, Instant sent, Duration took) implements ProbeReply {}

    /**
     * The server refused.
     *
     * @param code its code; 0 where there was none
     * @param why its words, without the values of the command
     */
    record Refused(int code, String why) implements ProbeReply {

        /** Whether the user lacks a privilege, or nobody has logged in. */
        public boolean denied() {
            return DriverErrors.denies(code);
        }
    }

    /**
     * No answer came in time.
     *
     * @param why what is known of the reason
     */
    record Silent(String why) implements ProbeReply {}
}
