package io.claimctl.doctor;

import io.claimctl.claim.ProbeReply;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** What server it is. */
final class ServerCheck implements Topic {
    private static final int OLDEST = 402;
    private static final int TELLS_TOPOLOGY = 404;

    @Override
    public List<Check> checks() {
        return List.of(Check.SERVER_VERSION, Check.SERVER_KIND);
    }

    @Override
    public List<Finding> examine(Chart chart) {
        return List.of(version(chart), kind(chart));
    }

    /** As 404 for 4.4; 0 if the server does not say. */
    static int version(BsonDocument buildInfo) {
        BsonArray version = buildInfo.getArray("versionArray", new BsonArray());
        return version.size() < 2
                        || !version.get(0).isNumber()
                        || !version.get(1).isNumber()
                ? 0
                : version.get(0).asNumber().intValue() * 100
                        + version.get(1).asNumber().intValue();
    }

    private static Finding version(Chart chart) {
        String fits = "The protocol of claims needs MongoDB 4.2 or later.";
        if (chart.answer(Question.BUILD_INFO).isEmpty()) {
            return chart.unknown(Check.SERVER_VERSION, Question.BUILD_INFO, fits, null);
        }
        BsonDocument info = chart.answer(Question.BUILD_INFO).get();
        int version = version(info);
        String said = Chart.text(info, "version");
        if (version == 0) {
            return Finding.of(
                    Check.SERVER_VERSION, Level.UNKNOWN, "the server does not say which version it has", fits);
        }
        return version < OLDEST
                ? Finding.of(
                        Check.SERVER_VERSION,
                        Level.ERROR,
                        "the server is version " + said,
                        fits + " What an older one does with a claim is not known: use a newer server.")
                : Finding.of(Check.SERVER_VERSION, Level.OK, "the server is version " + said, fits);
    }

    private static Finding kind(Chart chart) {
        if (chart.answer(Question.HELLO).isEmpty()) {
            return chart.unknown(
                    Check.SERVER_KIND, Question.HELLO, "It is not known whether a failover can happen.", null);
        }
        String kind = chart.sharded()
                ? "a router of a sharded cluster"
                : chart.replicaSet()
                        ? "the replica set " + Chart.text(chart.hello(), "setName") + " of "
                                + chart.dataBearing().size() + " with data"
                        : "a standalone server";
        List<String> signs = signsOfAnother(chart);
        if (!signs.isEmpty()) {
            return Finding.of(
                            Check.SERVER_KIND,
                            Level.INFO,
                            "it calls itself " + kind
                                    + ", but seems to be another server that speaks MongoDB's protocol: "
                                    + String.join("; ", signs),
                            "Some such servers do not apply conditional writes atomically, and claims are not safe on those."
                                    + " A proof shows it.")
                    .with(chart.remedies().claimctl("doctor", "--prove"));
        }
        if (!chart.sharded() && !chart.replicaSet()) {
            return Finding.of(
                    Check.SERVER_KIND,
                    Level.INFO,
                    "it is a standalone server",
                    "Claims are kept on one disk. Nothing can be listened to: claims watch and wait look again and again.");
        }
        return Finding.of(
                Check.SERVER_KIND, Level.OK, "it is " + kind, "Changes are confirmed by a majority of the members.");
    }

    /** What MongoDB itself would not have answered. */
    private static List<String> signsOfAnother(Chart chart) {
        List<String> signs = new ArrayList<>();
        BsonDocument info = chart.answer(Question.BUILD_INFO).orElseGet(BsonDocument::new);
        info.keySet().stream()
                .filter(key -> key.startsWith("ferretdb"))
                .forEach(key -> signs.add("buildInfo holds " + key));
        if (chart.hello().containsKey("localTime") && !chart.hello().isDateTime("localTime")) {
            signs.add("hello.localTime is no date");
        }
        if (version(info) >= TELLS_TOPOLOGY && !chart.hello().containsKey("topologyVersion")) {
            signs.add("hello has no topologyVersion");
        }
        for (Question question : List.of(Question.CONNECTION_STATUS, Question.MEMBERS)) {
            if (chart.reply(question) instanceof ProbeReply.Refused refused && refused.code() == 115) {
                signs.add(question.commandName() + " is refused with code 115");
            }
        }
        return signs;
    }
}
