package io.claimctl.doctor;

import io.claimctl.claim.Capped;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;

/** Whether the collection is capped, and how full it is. */
final class CappedCheck implements Topic {
    private static final double NEARLY = 0.9;

    @Override
    public List<Check> checks() {
        return List.of(Check.CAPPED);
    }

    @Override
    public List<Finding> examine(Chart chart) {
        String plain = "TTL deletes claims; none makes room for another before its time.";
        if (chart.answer(Question.COLLECTION).isEmpty()) {
            return List.of(chart.unknown(
                    Check.CAPPED, Question.COLLECTION, plain, chart.remedies().grantOnDatabase("listCollections")));
        }
        return List.of(chart.capped() ? capped(chart) : Finding.of(Check.CAPPED, Level.OK, "it is not capped", plain));
    }

    private static Finding capped(Chart chart) {
        BsonDocument options = chart.options();
        long size = Chart.number(options, "size");
        long max = Chart.number(options, "max");
        String evidence = "it is capped at " + size + " bytes" + (max > 0 ? " and " + max + " documents" : "");
        BsonDocument info = chart.answer(Question.BUILD_INFO).orElseGet(BsonDocument::new);
        if (Capped.sizesAreFixedBy(info)) {
            return Finding.of(
                            Check.CAPPED,
                            Level.ERROR,
                            evidence + ", and the server is version " + Chart.text(info, "version"),
                            "MongoDB up to 5.0 refuses any change of a document's size in a capped collection (10003), so"
                                    + " that claims can be taken there and neither completed nor released: workers' capped"
                                    + " mode cannot work.")
                    .with(chart.remedies()
                            .without("-c")
                            .claimctl("collection", "create", "-c", chart.collection() + "_2"));
        }
        if (chart.answer(Question.SIZE).isEmpty()) {
            return chart.unknown(
                    Check.CAPPED,
                    Question.SIZE,
                    "Once it is full, the oldest claims make room, held or not. How full it is, is not known: "
                            + evidence + ".",
                    chart.remedies().grantOnCollection(List.of("collStats")));
        }
        BsonDocument stats = chart.answer(Question.SIZE).get();
        List<String> full = new ArrayList<>();
        share("bytes", Chart.number(stats, "size"), size, full);
        share("documents", Chart.number(stats, "count"), max, full);
        return full.isEmpty()
                ? Finding.of(
                        Check.CAPPED,
                        Level.INFO,
                        evidence + ", and holds " + Chart.number(stats, "size") + " bytes in "
                                + Chart.number(stats, "count") + " documents",
                        "Once it is full, the oldest claims make room for new ones, held or not, and a completion is"
                                + " forgotten. claimctl deletes nothing there, and makes no TTL there.")
                : Finding.of(
                                Check.CAPPED,
                                Level.WARNING,
                                evidence + ", and full: " + String.join(", ", full),
                                "The oldest claims make room for new ones, held or not: a claim that vanishes can be taken"
                                        + " again, and its work is done twice.")
                        .with(larger(chart, size, max, full.get(0).endsWith("bytes")));
    }

    private static String larger(Chart chart, long size, long max, boolean bySize) {
        String more = bySize ? "cappedSize: " + size * 2 : "cappedMax: " + max * 2;
        return chart.remedies()
                .onDatabase(".runCommand({collMod: " + Remedies.text(chart.collection()) + ", " + more + "})");
    }

    private static void share(String what, long used, long most, List<String> full) {
        if (most > 0 && used >= most * NEARLY) {
            full.add(used + " of " + most + " " + what);
        }
    }
}
