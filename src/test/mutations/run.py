#!/usr/bin/env python3
"""Breaks each condition of each filter of the claim library, and what keeps leases, one at a time, and names the tests
that notice.

    src/test/mutations/run.py [PATTERN]   only the mutations whose description matches PATTERN

Needs `mvn test-compile` before, and Maven for the JUnit console. Exits 1 if a mutation survives.
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ROOT / "src/main/java/io/claimctl"
# The tests that are run for a mutation, by the first word of its description. Classes without a package are in claim.
TESTS = {
    "acquire": "AcquireTest UnknownOutcomeTest ErrorRepliesTest ServerClockTest",
    "complete": "CompleteTest UnknownOutcomeTest",
    "unknown": "UnknownOutcomeTest ErrorRepliesTest DoubtfulRepliesTest FaultTableTest",
    "renew": "RenewTest UnknownOutcomeTest",
    "release": "ReleaseTest UnknownOutcomeTest",
    "takeover": "TakeOverTest UnknownOutcomeTest",
    "payload": "PayloadTest UnknownOutcomeTest",
    "waiting": "WaitingTest",
    "reset": "ResetTest UnknownOutcomeTest",
    "delete": "ResetTest",
    "stale": "ListTest SweepTest",
    "sweep": "SweepTest UnknownOutcomeTest",
    "list": "ListTest",
    "count": "CountTest",
    "collection": "CollectionTest CollectionRepliesTest IndexTest",
    "store": "AcquireTest SweepTest IndexTest",
    "time": "LeaseTimeTest ServerClockTest",
    "keep": "worker.RenewalDueTest worker.UnconfirmedTest worker.RefusedTest worker.StoodStillTest worker.ClosingTest"
            " worker.LeaseTurnsTest worker.ShortestTtlTest",
    "recovery": "RecoverableTest worker.RecoveryTest worker.RecoveryEndsTest worker.RecoveryRacesTest",
    "run-words": "cli.RunWordsTest",
    "run-asks": "cli.RunAcquiresTest cli.RunSignalsTest",
    "run-ends": "cli.RunEndsTest cli.RunStaysTest",
    "run-loss": "cli.LossStopTest cli.RunLossTest cli.RunFailsTest",
}

# (what is broken, file in claim unless it names its package, the text that is there, what replaces it)
MUTATIONS = [
    ("acquire: expires_at < now becomes <=", "Filters", '"$lt", date(now)', '"$lte", date(now)'),
    ("acquire: lapsed claims are not free", "Filters", "lapsedAt(now), status(Status.RELEASED)", "status(Status.RELEASED)"),
    ("acquire: expires_at matches inside an array", "Filters", "lapsedAt(now), status(Status.RELEASED)", "expiredAt(now), status(Status.RELEASED)"),
    ("acquire: released claims are not free", "Filters", "lapsedAt(now), status(Status.RELEASED), new", "lapsedAt(now), new"),
    ("acquire: claims without a status are not free", "Filters",
     "status(Status.RELEASED), new BsonDocument(Fields.STATUS, ABSENT)", "status(Status.RELEASED)"),
    ("acquire: the stored fence is not compared", "Filters",
     '.append(Fields.FENCE, new BsonDocument("$not", new BsonDocument("$gte", new BsonInt64(fence))))', ""),
    ("acquire: an equal fence passes", "Filters", '"$gte", new BsonInt64(fence)', '"$gt", new BsonInt64(fence)'),
    ("acquire: the fence is the clock alone", "AcquireOperation",
     "Math.max(now.toEpochMilli() * 1_000, storedFence + 1)", "now.toEpochMilli() * 1_000"),
    ("acquire: the fence is not compared with 2^53", "AcquireOperation", "fence >= Documents.FENCE_LIMIT", "false"),
    ("acquire: no margin is asked of a late answer", "LeaseMargin", ".plus(of(ttl)).isBefore", ".isBefore"),
    ("acquire: a suspend is not noticed", "LeaseMargin", "read.hostWasSuspended()", "false"),
    ("acquire: malformed claims are explained like others", "AcquireOperation",
     "if (row instanceof Malformed malformed) {\n            return Optional.of(malformed);\n        }", ""),
    ("acquire: a token proves itself without its status", "Acquisition", " && claim.is(Status.PROCESSING)", ""),
    ("acquire: a token proves itself without its lease ahead", "Acquisition",
     ".filter(claim -> marginIsLeft(store, deadline, store.time.read(deadline.left())))", ""),
    ("acquire: any token proves an unknown outcome", "Acquisition",
     "return token.value().equals(claim.workerId()) && claim", "return claim"),
    ("acquire: a repeat is sent by a clock behind the first", "AcquireOperation", "time.earliest().isBefore(attempt.now())", "false"),
    ("acquire: the answer of another primary is believed", "StoreAccess",
     "holds != null && !holds.primary()", "false && holds != null && !holds.primary()"),
    ("acquire: another index's duplicate key is a held claim", "StoreAccess",
     "&& !DriverErrors.namesAnotherIndex(e)", ""),
    ("acquire: the clock is carried", "AcquireOperation", "store.time.read(deadline.left());\n            Instant now",
     "store.time.recent(deadline.left());\n            Instant now"),
    ("complete: any token", "Filters", "new BsonDocument(Fields.WORKER_ID, exactly(new BsonString(token.value())))\n                .append(Fields.STATUS", "new BsonDocument(Fields.STATUS"),
    ("complete: any status", "Filters", "\n                .append(Fields.STATUS, exactly(new BsonString(Status.PROCESSING.stored())));", ";"),
    ("complete: a token matches inside an array", "Filters", "exactly(new BsonString(token.value()))", "new BsonString(token.value())"),
    ("complete: a status matches inside an array", "Filters", "exactly(new BsonString(Status.PROCESSING.stored()))", "new BsonString(Status.PROCESSING.stored())"),
    ("complete: the payload stays", "CompleteOperation", '.append("$unset", new BsonDocument(Fields.PAYLOAD, new BsonString("")))', ""),
    ("complete: any token counts as already completed", "TokenOperation", "if (!heldByToken(claim)) {", "if (false) {"),
    ("complete: any token proves an unknown outcome", "CompleteOperation",
     "heldByToken(standing) && standing.is(Status.COMPLETED)", "standing.is(Status.COMPLETED)"),
    ("complete: any status proves an unknown outcome", "CompleteOperation",
     "heldByToken(standing) && standing.is(Status.COMPLETED)", "heldByToken(standing)"),
    ("complete: an older reset is given as the cause", "Claim", "&& lastReset.at().equals(updatedAt)", ""),
    ("unknown: absence counts as not found", "TokenOperation", "return doubt.settle(deadline).orElseGet(() -> unknown(",
     "return doubt.settle(deadline).or(() -> store.explain(new BsonString(id), deadline.left()) == null ? absent() : Optional.empty()).orElseGet(() -> unknown("),
    ("unknown: another holder counts as fenced", "TokenOperation", "return doubt.settle(deadline).orElseGet(() -> unknown(",
     "return doubt.settle(deadline).or(() -> explained(store.explain(new BsonString(id), deadline.left()))).orElseGet(() -> unknown("),
    ("unknown: a read that finds no mark settles it", "Doubt", "                Optional<Reply> reply = again();",
     "                if (true) return Optional.empty();\n                Optional<Reply> reply = again();"),
    ("unknown: it is not repeated", "Doubt", "Optional<Reply> reply = again();", "Optional<Reply> reply = Optional.empty();"),
    ("unknown: the resolving read has local concern", "StoreAccess", ".withReadConcern(concern)\n                        .find", ".withReadConcern(ReadConcern.LOCAL)\n                        .find"),
    ("unknown: linearizable reads are not asked for", "StoreAccess", "strongest ? ReadConcern.LINEARIZABLE : ReadConcern.MAJORITY", "ReadConcern.MAJORITY"),
    ("unknown: a write concern error is a failure", "DriverErrors",
     "if (error instanceof MongoWriteConcernException) {", "if (false) {"),
    ("unknown: a write concern error is not seen", "WriteCommands", 'if (reply.containsKey("writeConcernError")) {', "if (false) {"),
    ("unknown: a lost connection or a client's timeout is a failure", "DriverErrors", "return true; // a lost connection", "return false; // a lost connection"),
    ("unknown: a repeat has a fresh token", "AcquireOperation", "return Optional.of(send(attempt, time, deadline.left()));",
     "return Optional.of(send(new Acquisition(id, tokens.next(), attempt.fence(), attempt.time(), attempt.now(), ttl), time, deadline.left()));"),
    ("unknown: a first attempt may take all the time", "Deadline", "return half.compareTo(LEAST) < 0 || left.compareTo(half) < 0 ? left : half;", "return left;"),
    ("renew: a lease that is over is revived", "RenewOperation", "Filters.heldBy(token), Filters.unexpiredAt(time.latest())", "Filters.heldBy(token)"),
    ("renew: judged by the earliest time", "RenewOperation", "Filters.unexpiredAt(time.latest())", "Filters.unexpiredAt(time.earliest())"),
    ("renew: it may shorten", "RenewOperation", 'new BsonDocument("$max", new BsonDocument(Fields.EXPIRES_AT, Filters.date(now.plus(ttl))))\n                .append("$set", new BsonDocument(Fields.UPDATED_AT, Filters.date(now)))',
     'new BsonDocument("$set", new BsonDocument(Fields.EXPIRES_AT, Filters.date(now.plus(ttl))).append(Fields.UPDATED_AT, Filters.date(now)))'),
    ("renew: no margin is asked of a late answer", "RenewOperation", "end != null && LeaseMargin.isLeft(store, deadline, time, ttl, end)", "end != null"),
    ("renew: any end proves an unknown outcome", "RenewOperation", " && !end.isBefore(wanted)", ""),
    ("renew: any token proves an unknown outcome", "RenewOperation", "heldByToken(standing) && standing.is", "standing.is"),
    ("renew: any status proves an unknown outcome", "RenewOperation", " && standing.is(Status.PROCESSING)", ""),
    ("renew: a repeat carries the clock", "RenewOperation", "if (sent) {", "if (false) {"),
    ("renew: it is waited for beyond the lease", "RenewOperation", "return shorter ? left : limit;", "return limit;"),
    ("release: with a payload", "ReleaseOperation", "payloads == Payloads.SKIP ? Filters.withoutPayload() : new BsonDocument());", "new BsonDocument());"),
    ("release: its mark is not looked for", "ReleaseOperation", "    Optional<ReleaseOutcome> markFound(Claim standing) {\n        return proof(standing);",
     "    Optional<ReleaseOutcome> markFound(Claim standing) {\n        return Optional.empty();"),
    ("release: keeping makes a lease shorter", "ReleaseOperation", '.append("$max", new BsonDocument(Fields.EXPIRES_AT', '.append("$set", new BsonDocument(Fields.EXPIRES_AT'),
    ("release: a claim is kept without a payload", "ReleaseOperation",
     'new BsonDocument(Fields.PAYLOAD, new BsonDocument("$exists", BsonBoolean.TRUE))', "new BsonDocument()"),
    ("release: another's keeping proves ours", "ReleaseOperation", "\n                            && now.equals(claim.keptAt())", ""),
    ("takeover: what was seen is not compared", "TakeOverOperation", "Filters.unchangedSince(seen.fingerprint())", "new BsonDocument()"),
    ("takeover: live leases too", "TakeOverOperation", "lease == LeaseFilter.EXPIRED ? Filters.expiredAt(attempt.now()) : new BsonDocument()", "new BsonDocument()"),
    ("takeover: the fence is the clock alone", "TakeOverOperation", "Math.max(now.toEpochMilli() * 1_000, storedFence + 1)", "now.toEpochMilli() * 1_000"),
    ("takeover: the fence is not compared with 2^53", "TakeOverOperation", "fence >= Documents.FENCE_LIMIT", "false"),
    ("takeover: a repeat is sent by a clock behind the first", "TakeOverOperation", "time.earliest().isBefore(attempt.now())", "false"),
    ("takeover: malformed claims are taken", "TakeOverOperation", "if (Documents.row(seen.document()) instanceof Malformed malformed) {", "if (false) {\n            Malformed malformed = null;"),
    ("payload: a stored message proves ours", "PayloadOperation", "return Optional.empty();", "return Optional.of(done);"),
    ("payload: an empty message is sent", "ClaimStore", "return payload.length == 0\n", "return false\n"),
    ("payload: metadata is always replaced", "PayloadOperation", "if (!metadata.isEmpty()) {", "if (true) {"),
    ("waiting: the pace stays", "Waiting", "return twice.compareTo(MOST) < 0 ? twice : MOST;", "return pace;"),
    ("waiting: all come in step", "Waiting", "millis - random.nextLong(millis / 2)", "millis"),
    ("waiting: the end of a lease does not wake", "Waiting", "sleep(wokenByLease ? leaseEnd.orElse(pause) : pause)", "sleep(pause)"),
    ("waiting: a holder who renews sets the pace", "Waiting", "wokenByLease = !wokenByLease\n                && leaseEnd", "wokenByLease = leaseEnd"),
    ("waiting: a completed claim is waited for", "PatientAcquire", "while ((outcome instanceof Held || outcome instanceof Contended)", "while (!(outcome instanceof Acquired)"),
    ("waiting: it sleeps beyond its time", "Waiting", "time.compareTo(left) < 0 ? time : left", "time"),
    ("waiting: a completed claim will be free", "WaitOperation", "boolean forgottenInTime =", "boolean forgottenInTime = true ||"),
    *[(f"reset: {field} of the fingerprint is not compared", "Fingerprint", text, new) for field, text, new in [
        ("worker_id", "Fields.ID, Fields.WORKER_ID, Fields.STATUS", "Fields.ID, Fields.STATUS"),
        ("status", "Fields.WORKER_ID, Fields.STATUS, Fields.UPDATED_AT", "Fields.WORKER_ID, Fields.UPDATED_AT"),
        ("updated_at", "Fields.STATUS, Fields.UPDATED_AT, Fields.EXPIRES_AT", "Fields.STATUS, Fields.EXPIRES_AT"),
        ("expires_at", "Fields.UPDATED_AT, Fields.EXPIRES_AT, Fields.PAYLOAD", "Fields.UPDATED_AT, Fields.PAYLOAD"),
        ("payload", "Fields.EXPIRES_AT, Fields.PAYLOAD)", "Fields.EXPIRES_AT)")]],
    ("reset: an absent field may be anything", "Filters", "if (value == null) {\n            return ABSENT;",
     'if (value == null) {\n            return new BsonDocument("$exists", BsonBoolean.FALSE).append("$exists", BsonBoolean.FALSE).size() > 0 ? new BsonDocument("$ne", new BsonString("no")) : ABSENT;'),
    ("reset: null and absent are one", "Filters", '.append("$type", new BsonInt32(value.getBsonType().getValue()))', ""),
    ("reset: an array matches by its element", "Filters",
     'return value.isArray() ? condition : condition.append("$not", NO_ARRAY.getDocument("$not"));', "return condition;"),
    ("reset: payloads are not left", "ResetOperation",
     "options.payloads() == Payloads.SKIP ? Filters.withoutPayload() : new BsonDocument(),\n                endedBefore",
     "new BsonDocument(),\n                endedBefore"),
    ("reset: any reset_by proves an unknown outcome", "Releases",
     "document != null && new BsonString(by).equals(document.get(Fields.RESET_BY))", "document != null && document.containsKey(Fields.RESET_BY)"),
    ("reset: the claim is free only later", "Releases", "now.minusMillis(1)", "now"),
    ("reset: an older reason stays", "Releases", '.append("$unset", new BsonDocument(Fields.RESET_REASON, new BsonString("")))', ""),
    ("delete: any status", "Releases", "Filters.status(Status.RELEASED).append(Fields.RESET_BY", "new BsonDocument(Fields.RESET_BY"),
    ("delete: anybody's reset_by", "Releases", "Filters.status(Status.RELEASED).append(Fields.RESET_BY, new BsonString(by))", "Filters.status(Status.RELEASED)"),
    ("delete: any worker_id", "ResetOperation", "                new BsonDocument(Fields.WORKER_ID, Filters.exactly(worker)),\n", ""),
    ("delete: with a payload", "ResetOperation",
     "Filters.exactly(worker)),\n                options.payloads() == Payloads.SKIP ? Filters.withoutPayload() : new BsonDocument());", "Filters.exactly(worker)));"),
    ("sweep delete: any worker_id", "SweepBatch",
     "                new BsonDocument(Fields.WORKER_ID, Filters.oneOf(seen(together, Fields.WORKER_ID))),\n", ""),
    ("sweep delete: with a payload", "SweepBatch", "Fields.WORKER_ID))),\n                Filters.withoutPayload());", "Fields.WORKER_ID))));"),
    ("stale: any status", "Filters", "return status(Status.PROCESSING).append(Fields.UPDATED_AT", "return new BsonDocument(Fields.UPDATED_AT"),
    ("stale: updated_at < cutoff becomes <=", "Filters", '"$lt", date(cutoff)', '"$lte", date(cutoff)'),
    ("sweep: any status", "SweepBatch", "                .append(Fields.STATUS, new BsonString(Status.PROCESSING.stored()))\n", ""),
    ("sweep: any worker_id", "SweepBatch", "                .append(Fields.WORKER_ID, Filters.oneOf(seen(together, Fields.WORKER_ID)))\n                .append(Fields.UPDATED_AT", "                .append(Fields.UPDATED_AT"),
    ("sweep: any updated_at", "SweepBatch", "                .append(Fields.UPDATED_AT, Filters.oneOf(seen(together, Fields.UPDATED_AT)))\n", ""),
    ("sweep: any expires_at", "SweepBatch", "BsonDocument expires = Filters.oneOf(seen(together, Fields.EXPIRES_AT));", "BsonDocument expires = new BsonDocument(\"$exists\", BsonBoolean.TRUE);"),
    ("sweep: live leases too", "SweepBatch", 'expires.append("$lt", Filters.date(now));', ""),
    ("sweep: one by one, live leases too", "ResetOperation", "endedBefore == null ? new BsonDocument() : Filters.expiredAt(endedBefore)", "new BsonDocument()"),
    ("sweep: payloads that arrive", "SweepBatch", "\n                .append(Fields.PAYLOAD, new BsonDocument(\"$exists\", BsonBoolean.FALSE));\n    }\n\n    private static BsonDocument ids", ";\n    }\n\n    private static BsonDocument ids"),
    ("sweep: arrays match by an element", "Filters", '.append("$not", NO_ARRAY.getDocument("$not"));\n    }\n\n    /** Both', ";\n    }\n\n    /** Both"),
    ("sweep: tokens that are not fresh go together", "SweepBatch", "&& Token.looksFresh(c.workerId())", ""),
    ("sweep: twins go together", "SweepBatch", "&& tokens.getOrDefault(c.workerId(), 0L) == 1", ""),
    ("sweep: reset_by of all sweeps is one", "SweepBatch", "Releases.carries(now, by)", "now.containsKey(Fields.RESET_BY)"),
    ("sweep: the others are called changed whatever the count", "SweepBatch", "} else if (modified != ours) {", "} else if (false) {"),
    ("sweep: a lease live by the first look is reset", "SweepOperation", "request.lease() == LeaseFilter.EXPIRED && claim.leaseAt(at) == LeaseState.LIVE", "false"),
    ("sweep: payloads are not left", "SweepOperation", "request.reset().payloads() == Payloads.SKIP && claim.payload() != null", "false"),
    ("sweep: the hint is left out", "WriteCommands", '\n                .append("hint", hint)', ""),
    ("list: rows without a date are lost", "ListOperation", "finds.add(() -> find(Filters.and(named, undated(after)), order(Fields.ID)));", ""),
    ("list: ids of other types are lost between pages", "ListOperation", "behind.add(new BsonDocument(Fields.ID, new BsonDocument(\"$type\", typeName(other))));", ""),
    ("list: a claim without an expiry is expired", "StaleQuery", 'new BsonDocument("$not", expired)', 'new BsonDocument("$gte", expired.get("$lt"))'),
    ("store: acknowledged by one member", "WriteCommands", 'new BsonDocument("w", new BsonString("majority"))', 'new BsonDocument("w", new BsonInt32(1))'),
    ("count: the age is not asked for", "Conditions", "query.olderThan == null ? besideAge()", "true ? besideAge()"),
    ("count: a status that is zero is not named", "CountOperation", "words.put(status, 0L)", "status.length()"),
    ("count: a null status is of a wrong type", "CountOperation", "if (status.isNull())", "if (false)"),
    ("count: the order of the statuses is that of their letters", "CountOperation",
     "KNOWN.contains(status) ? KNOWN.indexOf(status) : KNOWN.size()", "0"),
    ("count: a limit is ignored", "CountOperation", "query.limit != null", "false"),
    ("count: an order is ignored", "CountOperation", "|| query.descending", ""),
    ("collection: other options of an index pass", "WantedIndex", "OPTIONS.stream()", "OPTIONS.subList(0, 0).stream()"),
    ("collection: another expiry passes", "WantedIndex", "                && sameExpiry\n", ""),
    ("collection: another name passes", "WantedIndex", "                && name(found).equals(name())\n", ""),
    ("collection: a name that is taken is not seen", "WantedIndex", "sameKeys(found) || name(found).equals(name())", "sameKeys(found)"),
    ("collection: keys that are taken are not seen", "WantedIndex", "sameKeys(found) || name(found).equals(name())", "name(found).equals(name())"),
    ("collection: descending keys are ascending ones", "WantedIndex", "doubleValue() == 1", "doubleValue() != 0"),
    ("collection: a capped one wants TTL", "CollectionOperation", "WantedIndex.compare(WantedIndex.all(capped == null), found)",
     "WantedIndex.compare(WantedIndex.all(true), found)"),
    ("collection: a capped one gets TTL", "CollectionOperation", "WantedIndex.all(seen.capped() == null)", "WantedIndex.all(true)"),
    ("collection: one of the other kind is taken", "CollectionOperation", "if ((found.capped() == null) != (as == null))", "if (false)"),
    ("collection: a conflict does not stop the rest", "CollectionOperation", "        seen.requireNoConflict();\n", ""),
    ("collection: an index that is present is made again", "CollectionOperation",
     "i.is(Standing.MISSING) && i.name().equals(w.name())", "i.name().equals(w.name())"),
    ("collection: indexes without a reply are a failure", "CollectionOperation",
     "            if (DriverErrors.leavesWriteUnknown(e)) {\n", "            if (false) {\n"),
    ("collection: a conflict made meanwhile is not explained", "CollectionOperation", "INDEX_CONFLICT.contains(e.getCode())", "false"),
    ("collection: a failure after it was made is thrown", "CollectionOperation",
     "return made.with(State.CREATED, e);", "throw e;"),
    ("collection: one that was made uncapped passes", "CollectionOperation", "if (made.capped() == null)", "if (false)"),
    ("collection: any version refuses changes of size", "CollectionOperation", "<= 5;", "<= 99;"),
    ("collection: no version refuses changes of size", "CollectionOperation", "<= 5;", "<= 0;"),
    ("collection: one without a reply is a failure", "CollectionOperation",
     "if (!exists && !DriverErrors.leavesWriteUnknown(e))", "if (!exists)"),
    ("collection: absence after no reply is absence", "CollectionOperation", "            if (exists) {\n", "            if (true) {\n"),
    ("collection: a view passes", "CollectionCheck", '!info.type().equals("collection")', "false"),
    ("collection: its indexes are made where it is absent", "ClaimStore", "        seen.requireIndexable();\n", ""),
    ("collection: a rounded size is another", "Capped", "|| other.sizeBytes == rounded", ""),
    ("recovery: the age of what was read is not looked at", "StaleQuery", "row instanceof Claim claim && !isStale(claim, cutoff)", "false"),
    ("recovery: marks of former generations count", "StaleQuery", "lease == LeaseFilter.EXPIRED && !isAbandoned(claim, now)", "false"),
    ("recovery: claims without a payload are found", "StaleQuery", "                Filters.withPayload(),\n", ""),
    ("recovery: fresh claims are found", "StaleQuery", "Filters.staleBefore(cutoff),\n                Filters.noArray", "Filters.noArray"),
    ("recovery: ids that are no strings are found", "StaleQuery", '                new BsonDocument(Fields.ID, new BsonDocument("$type", new BsonInt32(BsonType.STRING.getValue()))),\n', ""),
    ("recovery: arrays of dates are found", "StaleQuery", "                Filters.noArray(Fields.UPDATED_AT),\n", ""),
    ("recovery: live leases are found", "StaleQuery", "lease == LeaseFilter.ANY ? new BsonDocument() : Filters.abandonedAt(now)", "new BsonDocument()"),
    ("recovery: no live lease can be asked for", "StaleQuery", "lease == LeaseFilter.ANY ? new BsonDocument() : Filters.abandonedAt(now)", "Filters.abandonedAt(now)"),
    ("recovery: of claims of one instant only the first is found", "StaleQuery", "List.of(later, sameInstant)", "List.of(later)"),
    ("recovery: only claims of one instant are found", "StaleQuery", "List.of(later, sameInstant)", "List.of(sameInstant)"),
    ("recovery: kept claims are not found", "Filters", "expiredAt(now), kept, Conditions", "expiredAt(now), Conditions"),
    ("recovery: what a recovery left is not found", "Filters", "kept, Conditions.instance(Fields.RECOVERY)", "kept"),
    ("recovery: expired leases are not found", "Filters", "expiredAt(now), kept, Conditions", "kept, Conditions"),
    ("recovery: an older mark keeps a claim", "Claim", "!keptAt.isBefore(updatedAt)", "true"),
    ("recovery: a mark of the same instant keeps none", "Claim", "!keptAt.isBefore(updatedAt)", "keptAt.isAfter(updatedAt)"),
    ("recovery: every claim was a recovery's", "Claim", 'workerId.startsWith(Fields.RECOVERY + ":")', "true"),
    ("recovery: an instance that begins so is one", "Claim", 'workerId.startsWith(Fields.RECOVERY + ":")', "workerId.startsWith(Fields.RECOVERY)"),
    ("recovery: it takes over under a token like any other", "worker/Recovery", "store.withTokens(Tokens.recovery())", "store"),
    ("recovery: a time too short is tried", "worker/Recovery", "request.olderThan().compareTo(shortest) < 0", "false"),
    ("recovery: it holds for as long as a claim is fresh", "worker/RecoveryPass", "store.takeOver(claim, request.hold(), leaseOf(claim))", "store.takeOver(claim, request.olderThan(), leaseOf(claim))"),
    ("recovery: kept claims with a live lease are not taken", "worker/RecoveryPass", "claim.isKept() || claim.isRecovered() ? LeaseFilter.ANY : request.lease()", "claim.isRecovered() ? LeaseFilter.ANY : request.lease()"),
    ("recovery: what was left with a live lease is not taken", "worker/RecoveryPass", "claim.isKept() || claim.isRecovered() ? LeaseFilter.ANY : request.lease()", "claim.isKept() ? LeaseFilter.ANY : request.lease()"),
    ("recovery: the limit is not looked at", "worker/RecoveryPass", "request.limit().isPresent() && tried", "false && tried"),
    ("recovery: failures do not count to the limit", "worker/RecoveryPass", "        tried++;\n        return", "        return"),
    ("recovery: failures end nothing", "worker/RecoveryPass", "failures >= request.failuresInARow()", "false"),
    ("recovery: one failure more is allowed", "worker/RecoveryPass", "failures >= request.failuresInARow()", "failures > request.failuresInARow()"),
    ("recovery: a success does not end the count", "worker/RecoveryPass", "            failures = 0;\n", ""),
    ("recovery: a success does not end the pauses", "worker/RecoveryPass", "            pause = Duration.ZERO;\n", ""),
    ("recovery: the pauses stay short", "worker/RecoveryPass", "shorter(pause.multipliedBy(2), LONGEST_PAUSE)", "pause"),
    ("recovery: the pauses grow without end", "worker/RecoveryPass", "shorter(pause.multipliedBy(2), LONGEST_PAUSE)", "pause.multipliedBy(2)"),
    ("recovery: it does not ask whether to go on", "worker/RecoveryPass", "sleeper.sleep(pause) ? End.DONE : End.STOPPED", "End.DONE"),
    ("recovery: an interrupt does not end it", "worker/RecoveryPass", "if (Thread.currentThread().isInterrupted()) {", "if (false) {"),
    ("recovery: what stopped it does not stop the sweep", "worker/RecoveryPass", "end == End.STOPPED || end == End.STORE ? Optional.empty() : sweep()", "sweep()"),
    ("recovery: a failure that hides nothing is thrown", "worker/RecoveryPass", "if (counts.isEmpty()) {", "if (true) {"),
    ("recovery: a failure before anything is a report", "worker/RecoveryPass", "if (counts.isEmpty()) {", "if (false) {"),
    ("recovery: a dry run takes over", "worker/RecoveryPass", "if (request.dryRun()) {", "if (false) {"),
    ("recovery: a dry run sweeps", "worker/RecoveryPass", "request.dryRun() ? rest.asDryRun() : rest", "rest"),
    ("recovery: the sweep takes expired leases alone", "worker/RecoveryPass", "                .withLease(request.lease())\n", ""),
    ("recovery: the sweep drops messages", "worker/RecoveryPass", "                .withLease(request.lease())\n",
     "                .withLease(request.lease())\n                .withReset(new io.claimctl.claim.ResetOptions(io.claimctl.claim.Payloads.INCLUDE, false, null))\n"),
    ("recovery: a take-over nobody saw does not end it", "worker/RecoveryPass", "if (outcome instanceof Unknown unknown) {", "if (false && outcome instanceof Unknown unknown) {"),
    ("recovery: a refusal of one claim ends it", "worker/RecoveryPass", "if (!ofThisClaimAlone(e)) {", "if (true) {"),
    ("recovery: what is lost before is published", "worker/Publishing", "if (work.lost()) {", "if (false) {"),
    ("recovery: the claim can be relied on until the hold ends", "worker/Publishing", "request.hold().minus(request.olderThan())", "java.time.Duration.ZERO"),
    ("recovery: what failed is completed", "worker/Publishing", "if (failure.isEmpty()) {", "if (true) {"),
    ("recovery: a failure after a loss is a mere failure", "worker/Publishing", "work.lost() ? Result.LOST : Result.FAILED", "Result.FAILED"),
    ("recovery: the publisher hears of no loss", "worker/Publishing", "work::lose)", "loss -> {})"),
    ("recovery: an interrupted thread cannot complete", "worker/Publishing", "boolean interrupted = Thread.interrupted();", "boolean interrupted = false;"),
    ("recovery: the interrupt is swallowed", "worker/Publishing", "            if (interrupted) {", "            if (false) {"),
    ("recovery: what the publisher completed is lost", "worker/Publishing", "outcome instanceof Completed || outcome instanceof AlreadyCompleted", "outcome instanceof Completed"),
    ("recovery: renewals let the hold run out", "worker/KeptLease", ".renew(lease(), ttl.plus(beyond))", ".renew(lease(), ttl)"),
    ("recovery: renewals are relied on until the hold ends", "worker/KeptLease", "Renewed::lease).map(lease -> endingEarlier(lease, beyond))", "Renewed::lease)"),
    ("run-words: without room for the killing", "cli/RunPlan", "LONGEST_MARGIN.multipliedBy(2)", "LONGEST_MARGIN"),
    ("run-words: a short lease has more room", "cli/RunPlan", "needed.multipliedBy(6)", "needed.multipliedBy(5)"),
    ("run-words: a lease that is too short is kept", "cli/RunCommand", "ttl.compareTo(shortest) < 0", "false"),
    ("run-words: the dashes may be left out", "cli/RunCommand", '!words.get(before).equals("--")', "false"),
    ("run-words: -n and -w together", "cli/RunCommand", "noWait && wait != null", "false"),
    ("run-words: once takes the next word", "cli/OnlyAttached", '" ".equals(info.get("separator"))', "false"),
    ("run-asks: a completed claim is skipped without once", "cli/RunCommand", "ifCompleted == null ? memory != null", "ifCompleted == null ? true"),
    ("run-asks: busy has its own code", "cli/Run", "return plan.busy();", "return ExitCode.HELD.code();"),
    ("run-asks: quiet or not, busy is said", "cli/RunVoice", 'prose.say(report.sentence() + "; the command was not run")', 'prose.error(report.sentence() + "; the command was not run")'),
    ("run-asks: a signal does not end the waiting", "cli/RunSignals", "            stopped.countDown();\n", ""),
    ("run-asks: a signal as the claim comes is forgotten", "cli/Run", "signal.isPresent() ? stopped(outcome, signal.get()) : outcome.match(this)", "outcome.match(this)"),
    ("run-asks: a signal while the store is silent is forgotten", "cli/Run", "        if (signal.isPresent()) {\n            return stopped(signal.get(), \": \"", "        if (false) {\n            return stopped(signal.get(), \": \""),
    ("run-asks: only the first early signal reaches the command", "cli/RunSignals", "early.forEach(signal", "early.stream().limit(1).forEach(signal"),
    ("run-asks: an early key of the terminal does not reach it", "cli/RunSignals", "forward(signal, started, false)", "forward(signal, started, signals.fromTerminal())"),
    ("run-asks: what was left running is told", "cli/RunSignals", "synchronized void goNowhere() {\n        child = null;", "synchronized void goNowhere() {\n        child = child;"),
    ("run-loss: the command outlives a run that fails", "cli/HeldRun", "boolean ended = child.killTree(LossStop.LONGEST_KILLING);", "boolean ended = true;"),
    ("run-asks: stopped, and the claim is not given back", "cli/Run", 'GivenBack.of(acquired.lease(), store))\n                .orElse("");', '"")\n                .orElse("");'),
    ("run-asks: it runs unclaimed unasked", "cli/Run", "if (!plan.runsUnclaimed()) {\n            throw e;\n        }\n", ""),
    ("run-asks: it runs unclaimed unasked where nobody knows", "cli/Run", "return plan.runsUnclaimed() ?", "return true ?"),
    ("run-asks: what settles an unknown claim is not said", "cli/Run", "    public Integer unknown(Unknown outcome) {\n        voice.prose().explain(voice.acquired(outcome, store));\n", "    public Integer unknown(Unknown outcome) {\n"),
    ("run-ends: a failure is completed", "cli/LettingGo", "code == 0 ? plan.memory() : null", "plan.memory()"),
    ("run-ends: a failure is not kept", "cli/LettingGo", "code != 0 && plan.keepsFailed()", "false"),
    ("run-ends: a success is kept like a failure", "cli/LettingGo", "code != 0 && plan.keepsFailed()", "plan.keepsFailed()"),
    ("run-ends: a failure's code is replaced", "cli/LettingGo", "return code == 0 ? exit.code() : code;\n    }\n\n    private ExitCode letGo", "return exit.code();\n    }\n\n    private ExitCode letGo"),
    ("run-ends: a claim that was lost is touched", "cli/LettingGo", "        if (lost) {\n            return lost(code);\n        }\n", ""),
    ("run-ends: one that went on is a success", "cli/LettingGo", "return code == 0 ? ExitCode.LEASE_LOST.code() : code;", "return code;"),
    ("run-ends: one that is gone is not recorded", "cli/LettingGo", "store.completeOrRecord(lease, memory)", "store.complete(lease, memory)"),
    ("run-ends: a message is released, too", "cli/LettingGo", "Payloads.SKIP", "Payloads.INCLUDE"),
    ("run-ends: its own release is another's reset", "cli/LettingGo", "if (!outcome.byHolder()) {", "if (true) {"),
    ("run-ends: a reset is its own release", "cli/LettingGo", "if (!outcome.byHolder()) {", "if (false) {"),
    ("run-loss: after an error the claim stays", "cli/HeldRun", "if (ended && !kept.lost()) {", "if (false) {"),
    ("run-loss: its own release is a loss", "cli/HeldRun", "if (!releasedByCommand(lost)) {", "if (true) {"),
    ("run-loss: every reset is its own release", "cli/HeldRun", "                && reset.byHolder()", ""),
    ("run-loss: the lost go on", "cli/LossStop", "plan.endsWhenLost() ? Phase.LOST", "false ? Phase.LOST"),
    ("run-loss: TERM although there is no grace", "cli/LossStop", "!plan.grace().isZero() && obeys()", "obeys()"),
    ("run-loss: KILL without TERM", "cli/LossStop", '        child.signalTree("TERM");\n        Duration', "        Duration"),
    ("run-loss: only the command itself is told", "cli/LossStop", 'child.signalTree("TERM")', 'child.signal("TERM")'),
    ("run-loss: the grace has no end", "cli/LossStop", "atTerm.minus(left).compareTo(plan.grace()) >= 0", "false"),
    ("run-loss: the lease's end does not end the grace", "cli/LossStop", "left.compareTo(plan.forKilling()) <= 0", "false"),
    ("run-loss: what ignored TERM lives on", "cli/LossStop", "boolean gone = child.killTree(LONGEST_KILLING) || !child.treeAlive();", "boolean gone = true;"),
    ("run-loss: a loss is told too late", "cli/RunPlan", "return grace.plus(forKilling());", "return Duration.ZERO;"),
    ("time: the margin is relied on", "LeaseTime", ".minus(margin)", ""),
    ("time: the margin of a short lease is half a second", "LeaseMargin", "quarter.compareTo(MOST) < 0 ? quarter : MOST", "MOST"),
    ("time: the margin of a long lease is a quarter of it", "LeaseMargin", "quarter.compareTo(MOST) < 0 ? quarter : MOST", "quarter"),
    ("time: a sleep is not counted", "ServerTime", ".plusMillis(Math.max(0, aheadOfMonotonic()))", ""),
    ("time: a clock that was set back gives time", "ServerTime", "Math.max(0, aheadOfMonotonic())", "aheadOfMonotonic()"),
    ("time: a clock that was set back is not seen", "ServerTime", "Math.abs(aheadOfMonotonic())", "aheadOfMonotonic()"),
    ("time: a sleep while the answer comes is not seen", "HelloClock", "                        sentWallMillis,\n", "                        clock.wallMillis(),\n"),
    ("keep: renewed after half of the lease", "worker/RenewalPace", "jittered(ttl.dividedBy(3))", "jittered(ttl.dividedBy(2))"),
    ("keep: all are renewed in step", "worker/RenewalPace", ".minusNanos(random.nextLong(1 + time.toNanos() / 10))", ""),
    ("keep: what a lease has lost before it came is not seen", "worker/RenewalPace", "longer(left, fresh)", "left"),
    ("keep: a lease longer than asked for is not renewed", "worker/RenewalPace", "longer(left, fresh)", "fresh"),
    ("keep: slow renewals follow each other at once", "worker/RenewalPace", "        leftWhenDue = shorter(leftWhenDue, left.minus(FIRST_PAUSE));\n", ""),
    ("keep: the pauses stay long after a renewal", "worker/RenewalPace", "        pause = FIRST_PAUSE;\n", ""),
    ("keep: the pauses stay short", "worker/RenewalPace", "shorter(pause.multipliedBy(2), LONGEST_PAUSE)", "pause"),
    ("keep: the pauses grow without end", "worker/RenewalPace", "shorter(pause.multipliedBy(2), LONGEST_PAUSE)", "pause.multipliedBy(2)"),
    ("keep: the margin is always half a second", "worker/RenewalPace", "shorter(lessAQuarter, lessHalfASecond)", "lessHalfASecond"),
    ("keep: the shortest is rounded down", "worker/RenewalPace", ".plusNanos(999_999).truncatedTo", ".truncatedTo"),
    ("keep: the loss is told at the margin", "worker/LeaseWatch", "return time.left().minus(notice);", "return time.left();"),
    ("keep: the loss shows a millisecond late", "worker/LeaseWatch", "left.isNegative() || left.isZero()", "left.isNegative()"),
    ("keep: clocks that have parted are carried on", "worker/LeaseWatch", "untried() && time.hostWasSuspended()", "false"),
    ("keep: after a sleep failures have no pause", "worker/LeaseWatch", "untried() && time.hostWasSuspended()", "time.hostWasSuspended()"),
    ("keep: what failed stays failed", "worker/LeaseWatch", "        failure = null;\n", ""),
    ("keep: an answer after the notice counts", "worker/LeaseWatch", "state != State.KEPT || over(untilNotice())", "state != State.KEPT"),
    ("keep: an answer after the end of it counts", "worker/LeaseWatch", "state != State.KEPT || over(untilNotice())", "over(untilNotice())"),
    ("keep: a loss is found again and again", "worker/LeaseWatch", "if (state != State.KEPT) {", "if (false) {"),
    ("keep: standing still is no reason", "worker/LeaseWatch", "leftWhenLooked.minus(left).compareTo(STOOD_STILL) > 0", "false"),
    ("keep: standing still is always the reason", "worker/LeaseWatch", "leftWhenLooked.minus(left).compareTo(STOOD_STILL) > 0", "true"),
    ("keep: it has stood still since the first look", "worker/LeaseWatch", "        leftWhenLooked = left;\n", ""),
    ("keep: it has stood still since before a renewal", "worker/LeaseWatch", "        leftWhenLooked = untilNotice();\n", ""),
    ("keep: closing undoes what has become of it", "worker/LeaseWatch", "if (state == State.KEPT) {", "if (true) {"),
    ("keep: nobody looks before a renewal is sent", "worker/KeptLease", "        look(); // on waking", "        // on waking"),
    ("keep: a renewal is sent before it is due", "worker/KeptLease", "!watch.due() || ", ""),
    ("keep: a renewal takes longer than until the notice", "worker/KeptLease", "shorter(shorter(before, store.timeout()), longest)", "shorter(store.timeout(), longest)"),
    ("keep: a renewal takes longer than the timeout", "worker/KeptLease", "shorter(shorter(before, store.timeout()), longest)", "shorter(before, longest)"),
    ("keep: a renewal takes longer than its turn", "worker/KeptLease", "shorter(shorter(before, store.timeout()), longest)", "shorter(before, store.timeout())"),
    ("keep: the clock may take as long as the renewal", "worker/KeptLease", "longer(rest, LEAST)", "limit"),
    ("keep: an unknown renewal is a loss", "worker/KeptLease",
     "if (outcome instanceof Unknown unknown) {\n            watch.failed(unknown.cause());\n        } else if", "if"),
    ("keep: a completion of our own is a loss", "worker/KeptLease", "outcome instanceof AlreadyCompleted", "false"),
    ("keep: a released lease is kept on", "worker/KeptLease", "        close();\n        return store.release", "        return store.release"),
    ("keep: what is lost stays with the keeper", "worker/KeptLease", "        whenOver.accept(this);\n        try {", "        try {"),
    ("keep: where no thread can be had nobody is told", "worker/KeptLease", "listener.lost(found); // no further thread", "// no further thread"),
    ("keep: those who look tell themselves", "worker/KeptLease", "teller.execute(() -> listener.lost(found))", "listener.lost(found)"),
    ("keep: that with most left comes first", "worker/LeaseKeeper", ".min(Comparator.comparing", ".max(Comparator.comparing"),
    ("keep: one that hangs takes all the time of others", "worker/LeaseKeeper", "                .map(time -> time.dividedBy(2))\n", ""),
    ("keep: those that have failed shorten all turns", "worker/LeaseKeeper", "                .filter(LeaseWatch::untried)\n", ""),
    ("keep: one alone has half a turn", "worker/LeaseKeeper", "                .filter(lease -> !lease.equals(renewed))\n", ""),
    ("keep: it is looked too late", "worker/LeaseKeeper", "                .filter(time -> time.compareTo(LOOK) < 0)\n                .min(Duration::compareTo)\n                .orElse(LOOK)", "                .findFirst().map(time -> LOOK).orElse(LOOK)"),
    ("keep: a shorter lease passes", "worker/LeaseKeeper", "ttl.compareTo(shortest) < 0", "false"),
    ("keep: a notice after the fact passes", "worker/LeaseKeeper", "notice.isNegative()", "false"),
    ("keep: a closed keeper keeps", "worker/LeaseKeeper", "if (closed) {", "if (false) {"),
    ("keep: closing a keeper leaves its leases", "worker/LeaseKeeper", "        leases.forEach(KeptLease::close);\n", ""),
    ("store: the collation is not looked at", "CollectionCheck", '!info.locale().equals("simple")', "false"),
]


def classpath(work):
    file = work / "classpath"
    maven("dependency:build-classpath", "-Dmdep.includeScope=test", f"-Dmdep.outputFile={file}")
    version = re.search(r"junit-platform-commons-([\w.-]+)\.jar", file.read_text()).group(1)
    maven("dependency:copy", f"-Dartifact=org.junit.platform:junit-platform-console-standalone:{version}",
          f"-DoutputDirectory={work}")
    return file.read_text().strip(), next(work.glob("junit-platform-console-standalone-*.jar"))


def maven(*arguments):
    subprocess.run(["mvn", "-q", *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def run(mutated, libraries, console, tests):
    """The names of the failing tests, and the exit code."""
    jars = os.pathsep.join([str(mutated), str(ROOT / "target/test-classes"), str(ROOT / "target/classes"), libraries])
    command = (
        ["java", "-jar", console, "execute", "--class-path", jars, "--disable-banner", "--details=tree", "--disable-ansi-colors",
         *[f"--select-class=io.claimctl.{t if '.' in t else 'claim.' + t}" for t in tests.split()]])
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return ["(the tests do not end)"], 1
    methods = re.findall(r"MethodSource \[className = 'io\.claimctl\.\w+\.(\w+)', methodName = '(\w+)'", done.stdout)
    return list(dict.fromkeys(f"{c}.{m}" for c, m in methods)), done.returncode


def main():
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where this is started in the background
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    print("| what is broken | tests that notice | among them |\n|---|---|---|")
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        libraries, console = classpath(work)
        for what, file, old, new in MUTATIONS:
            if not re.search(wanted, what):
                continue
            path = SOURCES / f"{file if '/' in file else 'claim/' + file}.java"
            source = path.read_text()
            if source.count(old) != 1:
                print(f"{what}: the text stands {source.count(old)} times in {file}; correct this script")
                survivors += 1
                continue
            mutated = work / "mutated"
            shutil.rmtree(mutated, ignore_errors=True)
            mutated.mkdir()
            copy = work / path.name
            copy.write_text(source.replace(old, new))
            compiled = subprocess.run(
                ["javac", "--release", "17", "-proc:none", "-nowarn", "-d", mutated, "-cp",
                 os.pathsep.join([str(ROOT / "target/classes"), libraries]), copy], capture_output=True, text=True)
            if compiled.returncode != 0:
                print(f"{what}: does not compile; correct this script\n{compiled.stderr}")
                survivors += 1
                continue
            caught, code = run(mutated, libraries, console, TESTS[what.partition(":")[0]])
            if code == 0:
                survivors += 1
            print(f"| {what} | {len(caught)} | {', '.join(caught[:3]) if code else 'SURVIVED'} |", flush=True)
    print(f"{survivors} survived or could not be tried")
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()
