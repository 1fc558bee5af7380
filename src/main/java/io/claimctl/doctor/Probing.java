package io.claimctl.doctor;

import io.claimctl.claim.ProbeReply;
import io.claimctl.claim.ProbeReply.Answered;
import io.claimctl.claim.ServerTime;
import io.claimctl.claim.StoreProbe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Asks a real server. */
final class Probing implements Asking {
    private static final Set<Integer> UNKNOWN_COMMAND = Set.of(59, 115);
    /** The driver draws a member at random each time: so many tries miss one of three once in 5,000 times. */
    private static final int TRIES_FOR_EACH = 8;

    private final StoreProbe probe;
    private final ServerTime time;

    Probing(StoreProbe probe, ServerTime time) {
        this.probe = probe;
        this.time = time;
    }

    @Override
    public ProbeReply ask(Question question, Chart chart) {
        ProbeReply reply = probe.ask(question.database(chart), question.command(chart));
        if (question == Question.HELLO
                && reply instanceof ProbeReply.Refused refused
                && UNKNOWN_COMMAND.contains(refused.code())) {
            return probe.ask("admin", new BsonDocument("isMaster", new BsonInt32(1)));
        }
        return reply;
    }

    @Override
    public List<Answered> clocks(List<String> members) {
        Map<String, Answered> seen = new HashMap<>();
        for (int i = 0; i < members.size() * TRIES_FOR_EACH && !seen.keySet().containsAll(members); i++) {
            ProbeReply reply = probe.askAnyMember("admin", new BsonDocument("hello", new BsonInt32(1)));
            if (!(reply instanceof Answered answered)) {
                break;
            }
            String me = answered.document().getString("me", new BsonString("")).getValue();
            seen.merge(me, answered, Probing::closer);
        }
        return new ArrayList<>(seen.values());
    }

    /** The quicker the reply, the less is unknown of the moment of its reading. */
    private static Answered closer(Answered one, Answered other) {
        return one.took().compareTo(other.took()) <= 0 ? one : other;
    }

    @Override
    public Instant earliest() {
        return time.earliest();
    }

    @Override
    public Instant latest() {
        return time.latest();
    }
}
