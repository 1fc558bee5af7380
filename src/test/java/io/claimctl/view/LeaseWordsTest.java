package io.claimctl.view;

import static io.claimctl.view.Samples.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.Claim;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaseWordsTest {

    @ParameterizedTest
    @CsvSource({
        "processing,1,live 1ms left",
        "processing,0,live 0s left",
        "processing,-1,expired 1ms ago",
        "processing,42000,live 42s left",
        "processing,-180000,expired 3m ago",
        "processing,,no end",
        "completed,0,remembered 0s left",
        "completed,-1,forgotten 1ms ago",
        "completed,,remembered for good",
        "released,42000,free",
        "released,,free",
        "paused,0,blocked 0s left",
        "paused,-1,free",
        "paused,,blocked for good",
        ",42000,free"
    })
    void aLeaseIsSaidAsTheServerJudgesIt(String status, Long left, String words) {
        Claim claim = (Claim) Samples.claim("order-1", 0, 0, c -> {
            c.remove("status");
            c.remove("expires_at");
            put(c, status, left);
        });
        assertThat(LeaseWords.of(claim, NOW)).isEqualTo(words);
    }

    private static void put(BsonDocument document, String status, Long left) {
        if (status != null) {
            document.append("status", new BsonString(status));
        }
        if (left != null) {
            document.append("expires_at", new BsonDateTime(NOW.toEpochMilli() + left));
        }
    }
}
