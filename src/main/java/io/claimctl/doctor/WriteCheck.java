package io.claimctl.doctor;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** What becomes of writes: whether drivers repeat them, what they wait for, and whether a majority is there. */
final class WriteCheck implements Topic {
    private static final int TELLS_DEFAULTS = 404;
    private static final int PRIMARY = 1;
    private static final int SECONDARY = 2;

    @Override
    public List<Check> checks() {
        return List.of(Check.RETRYABLE_WRITES, Check.WRITE_CONCERN, Check.MAJORITY);
    }

    @Override
    public List<Finding> examine(Chart chart) {
        return List.of(retries(chart), concern(chart), majority(chart));
    }

    private static Finding retries(Chart chart) {
        String meaning =
                "claimctl sends each change once, as a plain command, and settles an unknown outcome itself. Other"
                        + " workers' drivers repeat their writes on their own where they may.";
        Boolean asked = chart.request().retryWrites();
        String uri = asked == null ? "" : "; the connection string says retryWrites=" + asked;
        boolean there =
                chart.hello().containsKey("logicalSessionTimeoutMinutes") && (chart.replicaSet() || chart.sharded());
        if (!there) {
            return Finding.of(Check.RETRYABLE_WRITES, Level.INFO, "the server has no retryable writes" + uri, meaning);
        }
        return Finding.of(
                Check.RETRYABLE_WRITES,
                Boolean.FALSE.equals(asked) ? Level.INFO : Level.OK,
                "the server has retryable writes" + uri,
                meaning);
    }

    private static Finding concern(Chart chart) {
        String meaning = "claimctl asks for majority with each change. Workers that ask for nothing get the default.";
        String lost =
                meaning + " With less than majority, a failover can hand a claim back that one of them has taken or"
                        + " completed.";
        if (!chart.sharded() && chart.dataBearing().size() < 2) {
            return Finding.of(
                    Check.WRITE_CONCERN, Level.OK, "there is one server with data, and so no failover", meaning);
        }
        int version = ServerCheck.version(chart.answer(Question.BUILD_INFO).orElseGet(BsonDocument::new));
        Optional<BsonDocument> answer = chart.answer(Question.DEFAULT_CONCERNS);
        boolean tooOld = version > 0 && version < TELLS_DEFAULTS;
        if (answer.isEmpty() && !tooOld) {
            return chart.unknown(
                    Check.WRITE_CONCERN,
                    Question.DEFAULT_CONCERNS,
                    lost,
                    chart.remedies().grantOnCluster("getDefaultRWConcern"));
        }
        BsonValue w = answer.orElseGet(BsonDocument::new)
                .getDocument("defaultWriteConcern", new BsonDocument())
                .get("w");
        if (w != null && isMajority(w)) { // since 5.0 it is named also where nobody has set it
            return Finding.of(Check.WRITE_CONCERN, Level.OK, "the default write concern is majority", meaning);
        }
        String seen = w == null
                ? "the server names no default write concern, so it is w: 1"
                : "the default write concern is w: " + Remedies.json(w);
        return Finding.of(Check.WRITE_CONCERN, Level.WARNING, seen, lost)
                .with(
                        tooOld
                                ? null
                                : chart.remedies()
                                        .mongosh("db.adminCommand({setDefaultRWConcern: 1, defaultWriteConcern:"
                                                + " {w: \"majority\"}})"));
    }

    private static boolean isMajority(BsonValue w) {
        return w.isString() && w.asString().getValue().equals("majority");
    }

    private static Finding majority(Chart chart) {
        String meaning = "A change is done once a majority has it. Without one, every change ends as unknown (74).";
        if (!chart.replicaSet()) {
            return Finding.of(
                    Check.MAJORITY,
                    chart.sharded() ? Level.UNKNOWN : Level.OK,
                    chart.sharded()
                            ? "a router does not tell which members of the shards are up"
                            : "a standalone server is its own majority",
                    meaning);
        }
        List<String> arbiters = Chart.texts(chart.hello(), "arbiters");
        Optional<BsonDocument> status = chart.answer(Question.MEMBERS);
        if (status.isPresent() && Chart.number(status.get(), "writeMajorityCount") > up(status.get())) {
            return Finding.of(
                            Check.MAJORITY,
                            Level.ERROR,
                            upWords(status.get()) + ", and a majority is "
                                    + Chart.number(status.get(), "writeMajorityCount"),
                            meaning)
                    .with(chart.remedies().mongosh("rs.status().members.map(m => [m.name, m.stateStr])"));
        }
        if (!arbiters.isEmpty() && chart.dataBearing().size() - 1 < needed(status, chart, arbiters)) {
            return Finding.of(
                    Check.MAJORITY,
                    Level.WARNING,
                    "of " + (chart.dataBearing().size() + arbiters.size()) + " members, " + arbiters.size()
                            + (arbiters.size() == 1 ? " is an arbiter" : " are arbiters") + " without data",
                    meaning + " With an arbiter that can be so as soon as one member with data is down: give it data.");
        }
        if (status.isEmpty()) {
            return chart.unknown(
                    Check.MAJORITY, Question.MEMBERS, meaning, chart.remedies().grantOnCluster("replSetGetStatus"));
        }
        return Finding.of(Check.MAJORITY, Level.OK, upWords(status.get()), meaning);
    }

    private static String upWords(BsonDocument status) {
        return up(status) + (up(status) == 1 ? " member with data is up" : " members with data are up");
    }

    /** How many a majority needs, if each member has a vote: who has none is not told here. */
    private static long needed(Optional<BsonDocument> status, Chart chart, List<String> arbiters) {
        long told = status.map(s -> Chart.number(s, "writeMajorityCount")).orElse(0L);
        return told > 0 ? told : (chart.dataBearing().size() + arbiters.size()) / 2 + 1;
    }

    private static long up(BsonDocument status) {
        return status.getArray("members").stream()
                .map(BsonValue::asDocument)
                .mapToLong(m -> Chart.number(m, "state"))
                .filter(state -> state == PRIMARY || state == SECONDARY)
                .count();
    }
}
