package io.claimctl.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Sleeper;
import io.claimctl.testing.NonAtomicServer;
import io.claimctl.testing.RealReplies;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.ScriptedServer.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A proof tells a server with one winner from one without, and leaves nothing behind. */
class ProofTest {
    private static final String DELETE_DENIED = "{ok: 0.0, code: 13, errmsg: 'not authorized on shop'}";

    private static final Examination FOUND = found(Finding.of(Check.TTL_INDEX, Level.OK, "it is there", "It deletes."));

    private static Examination found(Finding... findings) {
        return new Examination(Instant.EPOCH, "shop.claims", List.of(findings));
    }

    private final ScriptedServer server = new ScriptedServer();
    private final MongoClient client = MongoClients.create(server.uri());
    private final MongoCollection<Document> claims = client.getDatabase("shop").getCollection("claims");

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private static ClaimStore store(MongoClient client) {
        return ClaimStore.on(client, new MongoNamespace("shop.claims"));
    }

    private static Proof proof(ClaimStore store, Sleeper sleeper) {
        return new Proof(store, DoctorRequest.usual(), sleeper);
    }

    private static Finding of(Check check, List<Finding> findings) {
        return findings.stream().filter(f -> f.check() == check).findFirst().orElseThrow();
    }

    private List<Document> all() {
        return claims.find().into(new ArrayList<>());
    }

    @Test
    void a_server_that_decides_by_one_atomic_command_has_one_winner_in_each_round() {
        claims.insertOne(new Document("_id", "order-1"));
        List<Finding> findings = proof(store(client).withTimeout(Duration.ofMinutes(1)), Sleeper.THREAD)
                .run(FOUND);
        assertThat(findings).extracting(Finding::level).containsOnly(Level.OK);
        assertThat(of(Check.ONE_WINNER, findings).evidence())
                .isEqualTo("one acquired a claim in each of 10 rounds of 16 acquirers");
        assertThat(of(Check.COMPARE_AND_SET, findings).evidence())
                .isEqualTo("one changed what they had seen in each of 10 rounds of 16 conditional changes");
        assertThat(of(Check.SCRATCH, findings).evidence()).isEqualTo("20 scratch claims were made and removed");
        assertThat(all()).as("others stay as they are").containsExactly(new Document("_id", "order-1"));
    }

    @Test
    void a_server_that_looks_first_and_writes_then_has_several() {
        try (NonAtomicServer broken = new NonAtomicServer();
                MongoClient own = MongoClients.create(broken.uri())) {
            List<Finding> findings = proof(store(own).withTimeout(Duration.ofSeconds(5)), Sleeper.THREAD)
                    .run(FOUND);
            for (Check check : List.of(Check.ONE_WINNER, Check.COMPARE_AND_SET)) {
                Finding finding = of(check, findings);
                assertThat(finding.level()).as(finding.toString()).isEqualTo(Level.ERROR);
                assertThat(finding.evidence()).contains("more than one");
                assertThat(finding.consequence()).contains("nothing is safe on it");
            }
            assertThat(own.getDatabase("shop").getCollection("claims").countDocuments())
                    .isZero();
        }
    }

    @Test
    void where_nothing_may_be_deleted_what_it_wrote_is_released_and_said() {
        for (int i = 0; i < 100; i++) {
            server.answerNext("delete", BsonDocument.parse(DELETE_DENIED), false);
        }
        Finding left = of(Check.SCRATCH, proof(store(client), Sleeper.THREAD).run(FOUND));
        assertThat(left.level()).isEqualTo(Level.INFO);
        assertThat(left.evidence()).matches("\\d+ of \\d+ scratch claims are released, and not removed.*");
        assertThat(left.remedy()).startsWith("claimctl claims list --id-prefix " + Proof.PREFIX);
        assertThat(all()).isNotEmpty().allSatisfy(claim -> {
            assertThat(claim.getString("_id")).startsWith(Proof.PREFIX);
            assertThat(claim.getString("status")).isEqualTo("released");
        });
        assertThat(server.received().stream().filter("delete"::equals))
                .as("it is tried once")
                .hasSize(1);
    }

    @Test
    void where_nothing_may_be_deleted_and_there_is_no_TTL_the_line_that_removes_exactly_these_is_said() {
        for (int i = 0; i < 100; i++) {
            server.answerNext("delete", BsonDocument.parse(DELETE_DENIED), false);
        }
        Finding noTtl = Finding.of(Check.TTL_INDEX, Level.WARNING, "it is missing", "Nothing deletes.");
        AtomicInteger asked = new AtomicInteger();
        Finding left = of(
                Check.SCRATCH,
                proof(store(client), time -> asked.incrementAndGet() <= 1).run(found(noTtl)));
        assertThat(left.level()).isEqualTo(Level.WARNING);
        String id = all().get(0).getString("_id");
        String instance = id.substring(0, id.lastIndexOf('-'));
        assertThat(instance.length()).isGreaterThan(Proof.PREFIX.length() + 8);
        assertThat(left.remedy())
                .isEqualTo("mongosh \"$CLAIMCTL_URI\" --eval db.getSiblingDB(\"shop\").getCollection(\"claims\")"
                        + ".deleteMany({_id: {$regex: \"^" + instance + "-\"}, status: \"released\"})");
    }

    @Test
    void where_the_collection_cannot_hold_claims_or_is_not_there_nothing_is_written() {
        Finding absent = Finding.of(Check.COLLECTION, Level.WARNING, "there is no collection", "None.")
                .with("claimctl collection create");
        List<Finding> findings = proof(store(client), Sleeper.THREAD).run(found(absent));
        assertThat(findings).singleElement().satisfies(one -> {
            assertThat(one.check()).isEqualTo(Check.ONE_WINNER);
            assertThat(one.level()).isEqualTo(Level.WARNING);
            assertThat(one.evidence()).isEqualTo("no race could be held: there is no collection");
            assertThat(one.remedy()).isEqualTo("claimctl collection create");
        });
        assertThat(server.received()).doesNotContain("findAndModify", "insert", "update");
    }

    @Test
    void in_a_capped_collection_nothing_is_written_that_would_push_out_claims_of_others() {
        Finding capped = Finding.of(Check.CAPPED, Level.INFO, "it is capped at 65536 bytes", "Old ones make room.");
        assertThat(proof(store(client), Sleeper.THREAD).run(found(capped)))
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.level()).isEqualTo(Level.WARNING);
                    assertThat(one.evidence()).isEqualTo("no race could be held: it is capped at 65536 bytes");
                });
        assertThat(server.received()).doesNotContain("findAndModify", "insert", "update");
    }

    @Test
    void a_signal_ends_it_between_two_rounds_and_it_removes_what_it_wrote() {
        AtomicInteger asked = new AtomicInteger();
        List<Finding> findings =
                proof(store(client), time -> asked.incrementAndGet() <= 1).run(FOUND);
        assertThat(of(Check.ONE_WINNER, findings).evidence()).contains("1 round of");
        assertThat(of(Check.SCRATCH, findings).evidence()).startsWith("1 scratch claim");
        assertThat(all()).isEmpty();
        assertThat(of(Check.COMPARE_AND_SET, findings).level())
                .as("nothing was tried")
                .isEqualTo(Level.WARNING);
    }

    @Test
    void one_who_may_not_write_is_told_and_nothing_is_left() {
        BsonDocument denied = RealReplies.reply("privileges", "reader: acquire");
        for (int i = 0; i < 100; i++) {
            server.answerNext("findAndModify", denied, false);
        }
        AtomicInteger asked = new AtomicInteger();
        List<Finding> findings =
                proof(store(client), time -> asked.incrementAndGet() <= 1).run(FOUND);
        Finding one = of(Check.ONE_WINNER, findings);
        assertThat(one.level()).isEqualTo(Level.WARNING);
        assertThat(one.evidence()).startsWith("no race could be held: ").contains("not authorized");
        assertThat(of(Check.SCRATCH, findings).level()).isEqualTo(Level.OK);
        assertThat(all()).isEmpty();
    }

    @Test
    void rounds_that_nobody_is_known_to_have_won_are_not_decided() {
        for (int i = 0; i < 5_000; i++) {
            server.cutNext("findAndModify", Fault.CUT_BEFORE);
        }
        ClaimStore store = store(client).withTimeout(Duration.ofMillis(500));
        AtomicInteger asked = new AtomicInteger();
        List<Finding> findings =
                proof(store, time -> asked.incrementAndGet() <= 1).run(FOUND);
        Finding one = of(Check.ONE_WINNER, findings);
        assertThat(one.level()).isEqualTo(Level.WARNING);
        assertThat(one.evidence()).isEqualTo("none of 1 round of 16 acquirers was decided");
        assertThat(one.remedy()).isEqualTo("claimctl doctor --prove --timeout 1m");
    }

    @Test
    void what_cannot_be_removed_is_said() {
        AtomicInteger asked = new AtomicInteger();
        Sleeper once = time -> {
            if (asked.incrementAndGet() == 2) { // before the second round, which does not come
                for (int i = 0; i < 100; i++) {
                    server.answerNext("find", BsonDocument.parse("{ok: 0.0, code: 13, errmsg: 'no'}"), false);
                }
            }
            return asked.get() <= 1;
        };
        Finding left = of(Check.SCRATCH, proof(store(client), once).run(FOUND));
        assertThat(left.level()).isEqualTo(Level.WARNING);
        assertThat(left.evidence()).isEqualTo("1 of 1 scratch claim could not be removed");
    }

    @Test
    void a_claim_that_somebody_else_has_taken_is_not_removed() {
        AtomicInteger asked = new AtomicInteger();
        Sleeper once = time -> {
            if (asked.incrementAndGet() == 2) {
                claims.updateMany(new Document(), new Document("$set", new Document("worker_id", "pod-1:x")));
            }
            return asked.get() <= 1;
        };
        assertThat(of(Check.SCRATCH, proof(store(client), once).run(FOUND)).level())
                .isEqualTo(Level.WARNING);
        assertThat(all()).hasSize(1);
    }
}
