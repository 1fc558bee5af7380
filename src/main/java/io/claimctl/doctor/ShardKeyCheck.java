package io.claimctl.doctor;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** By what the collection is sharded. */
final class ShardKeyCheck implements Topic {
    @Override
    public List<Check> checks() {
        return List.of(Check.SHARD_KEY);
    }

    @Override
    public List<Finding> examine(Chart chart) {
        String meaning = "An id is unique, and one command decides, only where a claim's shard follows from its _id.";
        if (!chart.sharded()) {
            return List.of(Finding.of(Check.SHARD_KEY, Level.OK, "it is not sharded", meaning));
        }
        if (chart.list(Question.SHARDING).isEmpty()) {
            return List.of(chart.unknown(
                    Check.SHARD_KEY,
                    Question.SHARDING,
                    meaning,
                    chart.remedies()
                            .mongosh("db.getSiblingDB(\"admin\").grantPrivilegesToRole(\"ROLE\", [{resource: {db:"
                                    + " \"config\", collection: \"collections\"}, actions: [\"find\"]}])")));
        }
        Optional<BsonDocument> key = chart.list(Question.SHARDING).get().stream()
                .map(c -> c.getDocument("key", new BsonDocument()))
                .filter(k -> !k.isEmpty())
                .findFirst();
        if (key.isEmpty()) {
            return List.of(Finding.of(Check.SHARD_KEY, Level.OK, "the collection is not sharded", meaning));
        }
        boolean byId = key.get().size() == 1 && key.get().containsKey("_id");
        String by = "it is sharded by " + key.get().toJson();
        return List.of(
                byId
                        ? Finding.of(
                                Check.SHARD_KEY,
                                Level.OK,
                                by,
                                meaning
                                        + (new BsonString("hashed")
                                                        .equals(key.get().get("_id"))
                                                ? ""
                                                : " With ids that rise, all new claims go to one shard."))
                        : Finding.of(
                                Check.SHARD_KEY,
                                Level.ERROR,
                                by,
                                meaning
                                        + " Here acquire, run, renew, complete, release, payload, recover, reset and stale"
                                        + " reset are refused (78), since they name a claim by its _id alone; lists and"
                                        + " counts work. Workers without this check can hold one id twice. Claims need a"
                                        + " collection that is sharded by _id, or not at all."));
    }
}
