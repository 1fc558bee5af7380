package io.claimctl.doctor;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/** Whether there is a collection, and one that can hold claims. */
final class CollectionKindCheck implements Topic {
    @Override
    public List<Check> checks() {
        return List.of(Check.COLLECTION, Check.COLLATION);
    }

    @Override
    public List<Finding> examine(Chart chart) {
        String there = "Claims are kept in a plain collection.";
        String binary = "Ids are compared byte by byte. Under a collation two different ids can be one claim.";
        if (chart.answer(Question.COLLECTION).isEmpty()) {
            String privilege = chart.remedies().grantOnDatabase("listCollections");
            return List.of(
                    chart.unknown(Check.COLLECTION, Question.COLLECTION, there, privilege),
                    chart.unknown(Check.COLLATION, Question.COLLECTION, binary, privilege));
        }
        return List.of(collection(chart, there), collation(chart, binary));
    }

    private static Finding collection(Chart chart, String there) {
        Optional<BsonDocument> listed = chart.listed();
        if (listed.isEmpty()) {
            return Finding.of(
                            Check.COLLECTION,
                            Level.WARNING,
                            "there is no collection " + chart.namespace(),
                            "The first claim would make it without indexes, and nothing would ever be deleted from it. Or it"
                                    + " is another one: see --db and --collection.")
                    .with(chart.remedies().claimctl("collection", "create"));
        }
        String type = Optional.ofNullable(Chart.text(listed.get(), "type")).orElse("collection");
        return type.equals("collection")
                ? Finding.of(Check.COLLECTION, Level.OK, chart.namespace() + " is a collection", there)
                : Finding.of(
                                Check.COLLECTION,
                                Level.ERROR,
                                chart.namespace() + " is a " + type,
                                there + " Every change is refused here (78): name another with --collection.")
                        .with(null);
    }

    private static Finding collation(Chart chart, String binary) {
        String locale = Optional.ofNullable(
                        Chart.text(chart.options().getDocument("collation", new BsonDocument()), "locale"))
                .orElse("simple");
        return locale.equals("simple")
                ? Finding.of(Check.COLLATION, Level.OK, "it has no default collation", binary)
                : Finding.of(
                        Check.COLLATION,
                        Level.ERROR,
                        "its default collation is " + locale,
                        binary
                                + " Every change is refused here (78): claims need a new collection without a collation.");
    }
}
