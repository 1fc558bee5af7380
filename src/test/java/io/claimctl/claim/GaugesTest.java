package io.claimctl.claim;

import static io.claimctl.claim.Fixture.HOUR;
import static io.claimctl.claim.Fixture.MINUTE;
import static io.claimctl.claim.Fixture.OURS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.testing.Capability;
import io.claimctl.testing.OnEveryServer;
import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.Servers.TestServer;
import java.time.Duration;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@OnEveryServer
class GaugesTest {
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Duration AGE = Duration.ofMinutes(2);

    private final TestServer server;
    private final Fixture f;

    GaugesTest(TestServer server) {
        this.server = server;
        f = new Fixture(server);
    }

    @AfterEach
    void close() {
        f.close();
    }

    private void claim(String id, Duration lease, Duration age) {
        f.insert(f.processing(id, OURS, lease, age));
    }

    private void released(String id, Duration lease, Duration age) {
        f.insert(f.processing(id, OURS, lease, age).append("status", new BsonString("released")));
    }

    /** What the numbers of both operations are, which must agree. */
    private StaleGauges stale() {
        StaleGauges stale = f.store.staleGauges(AGE);
        assertThat(f.store.gauges(AGE).stale()).isEqualTo(stale);
        return stale;
    }

    @Test
    void an_empty_collection_has_none_of_anything() {
        ClaimGauges gauges = f.store.gauges(AGE);
        assertThat(gauges.stale()).isEqualTo(new StaleGauges(f.now(), AGE, 0, 0, 0, 0, null));
        assertThat(gauges.stale().oldestAge()).isEmpty();
        assertThat(gauges.statuses()).isEqualTo(f.store.count(ClaimQuery.all()).counts());
        assertThat(gauges.payloads()).isZero();
        assertThat(f.store.staleGauges(AGE)).isEqualTo(gauges.stale());
    }

    @Test
    void leases_and_ages_are_judged_to_the_millisecond() {
        claim("ends-now", Duration.ZERO, AGE);
        claim("has-ended", MILLI.negated(), AGE);
        claim("stale", Duration.ZERO, AGE.plus(MILLI));
        claim("stale-and-ended", MILLI.negated(), HOUR);
        released("released", HOUR, HOUR.multipliedBy(9));
        StaleGauges gauges = stale();
        assertThat(gauges)
                .isEqualTo(new StaleGauges(f.now(), AGE, 4, 2, 2, 1, f.now().minus(HOUR)));
        assertThat(gauges.expired()).isEqualTo(2);
        assertThat(gauges.oldestAge()).contains(HOUR);
    }

    @Test
    void every_number_is_that_of_the_list_it_sums_up() {
        for (int i = 0; i < 40; i++) {
            claim("c" + i, MINUTE.multipliedBy(i % 5 - 2), MINUTE.multipliedBy(i % 7));
        }
        StaleGauges gauges = stale();
        assertThat(gauges.stale()).isEqualTo(listed(LeaseFilter.ANY));
        assertThat(gauges.staleLive()).isEqualTo(listed(LeaseFilter.LIVE));
        assertThat(gauges.stale() - gauges.staleLive()).isEqualTo(listed(LeaseFilter.EXPIRED));
    }

    private long listed(LeaseFilter lease) {
        try (ClaimCursor rows = f.store.findStale(AGE, lease, null)) {
            long n = 0;
            for (; rows.hasNext(); n++) {
                rows.next();
            }
            return n;
        }
    }

    @Test
    void what_is_no_date_is_a_live_lease_and_no_age() {
        List<BsonValue> noDates = List.of(
                new BsonString("soon"),
                new BsonInt32(7),
                new BsonInt64(0),
                BsonBoolean.TRUE,
                new BsonObjectId(),
                new BsonBinary(new byte[] {1}),
                new BsonDocument("a", f.date(HOUR.negated())),
                new BsonArray(List.of(f.date(HOUR.negated()))),
                BsonNull.VALUE);
        for (int i = 0; i < noDates.size(); i++) {
            f.insert(f.processing("lease" + i, OURS, HOUR, HOUR).append("expires_at", noDates.get(i)));
            f.insert(f.processing("age" + i, OURS, HOUR.negated(), HOUR).append("updated_at", noDates.get(i)));
        }
        for (String absent : List.of("expires_at", "updated_at")) {
            BsonDocument claim = f.processing(absent, OURS, HOUR.negated(), HOUR);
            claim.remove(absent);
            f.insert(claim);
        }
        int each = noDates.size() + 1;
        assertThat(stale())
                .isEqualTo(new StaleGauges(
                        f.now(), AGE, 2L * each, each, each, each, f.now().minus(HOUR)));
    }

    @Test
    void types_that_sort_above_dates_are_no_dates_either() {
        f.insert(f.processing("a", OURS, HOUR, HOUR).append("expires_at", new BsonTimestamp(1, 1)));
        f.insert(f.processing("b", OURS, HOUR, HOUR).append("updated_at", new BsonTimestamp(1, 1)));
        f.insert(f.processing("c", OURS, HOUR, HOUR).append("expires_at", new BsonMaxKey()));
        assertThat(stale())
                .isEqualTo(new StaleGauges(f.now(), AGE, 3, 3, 2, 2, f.now().minus(HOUR)));
    }

    @Test
    void a_date_before_the_year_one_is_a_date() {
        Capability.DATES_BEFORE_CHRIST.require(server);
        f.insert(f.processing("a", OURS, HOUR, HOUR)
                .append("expires_at", new BsonDateTime(-99_999_999_999_999L))
                .append("updated_at", new BsonDateTime(-99_999_999_999_999L)));
        assertThat(stale().expired()).isEqualTo(1);
        assertThat(stale().stale()).isEqualTo(1);
    }

    @Test
    void an_array_with_the_status_in_it_is_no_status() {
        claim("a", HOUR, HOUR);
        f.set("a", "status", new BsonArray(List.of(new BsonString("processing"))));
        assertThat(stale().processing()).isZero();
        assertThat(f.store.gauges(AGE).statuses())
                .isEqualTo(f.store.count(ClaimQuery.all()).counts());
    }

    @Test
    void payloads_of_any_type_are_counted_and_those_that_have_a_size_are_summed_where_the_server_can() {
        claim("none", HOUR, HOUR);
        List<BsonValue> payloads = List.of(
                new BsonBinary(new byte[1_000]),
                new BsonBinary(new byte[0]),
                new BsonString("é"),
                BsonNull.VALUE,
                new BsonInt32(5),
                new BsonArray(List.of(new BsonString("long"))));
        for (int i = 0; i < payloads.size(); i++) {
            released("p" + i, HOUR, HOUR);
            f.set("p" + i, "payload", payloads.get(i));
        }
        f.commands();
        ClaimGauges gauges = f.store.gauges(AGE);
        assertThat(gauges.payloads()).isEqualTo(payloads.size());
        if (gauges.payloadBytes() == null) {
            assertThat(f.commands()).containsExactly("aggregate", "aggregate", "aggregate");
        } else {
            assertThat(gauges.payloadBytes()).isEqualTo(1_002);
            assertThat(f.commands()).containsExactly("aggregate");
        }
    }

    @Test
    void it_is_one_command_whatever_there_is_to_count() {
        for (int i = 0; i < 300; i++) {
            claim("c" + i, HOUR, HOUR);
        }
        f.commands();
        f.store.staleGauges(AGE);
        assertThat(f.commands()).containsExactly("aggregate");
    }

    @Test
    void the_age_is_at_least_a_millisecond() {
        assertThatThrownBy(() -> f.store.gauges(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> f.store.staleGauges(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }

    private static BsonDocument groups(String groups) {
        return BsonDocument.parse(
                "{ok: 1.0, cursor: {id: {$numberLong: '0'}, ns: 'claimctl_test.c', firstBatch: [" + groups + "]}}");
    }

    @Test
    void the_sum_of_a_server_that_can_is_taken_over_all_groups_and_however_large() {
        try (ScriptedServer scripted = new ScriptedServer();
                Fixture other = new Fixture(scripted.uri())) {
            scripted.answerNext(
                    "aggregate",
                    groups(
                            "{_id: 'processing', count: {$numberLong: '5000000000'}, expired: 2, stale: 3, stale_expired: 1,"
                                    + " oldest: {$date: '2026-01-02T03:00:00Z'}, payloads: 2, bytes: {$numberLong: '6000000000'}},"
                                    + " {_id: null, count: 1, expired: 1, stale: 1, stale_expired: 1, payloads: 1, bytes: 5.0}"),
                    false);
            ClaimGauges gauges = other.store.gauges(AGE);
            assertThat(gauges.payloadBytes()).isEqualTo(6_000_000_005L);
            assertThat(gauges.payloads()).isEqualTo(3);
            assertThat(gauges.stale())
                    .isEqualTo(new StaleGauges(
                            other.now(),
                            AGE,
                            5_000_000_000L,
                            4_999_999_998L,
                            3,
                            2,
                            java.time.Instant.parse("2026-01-02T03:00:00Z")));
            assertThat(other.steering.sent().toString()).contains("$binarySize");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {168, 31325, 40324, 115, 303, 2})
    void a_server_that_does_not_know_how_to_sum_payloads_is_asked_without(int code) {
        try (ScriptedServer scripted = new ScriptedServer();
                Fixture other = new Fixture(scripted.uri())) {
            scripted.answerNext("aggregate", refusal(code), false);
            other.insert(other.processing("a", OURS, HOUR, HOUR).append("payload", BsonNull.VALUE));
            other.insert(other.processing("b", OURS, HOUR, HOUR));
            ClaimGauges gauges = other.store.gauges(AGE);
            assertThat(gauges.payloads()).isEqualTo(1);
            assertThat(gauges.stale().stale()).isEqualTo(2);
            assertThat(gauges.payloadBytes()).isNull();
            assertThat(other.steering.sent().toString()).containsOnlyOnce("$binarySize");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 50})
    void a_server_that_refuses_for_another_reason_is_not_asked_again(int code) {
        try (ScriptedServer scripted = new ScriptedServer();
                Fixture other = new Fixture(scripted.uri())) {
            for (int i = 0; i < 9; i++) {
                scripted.answerNext("aggregate", refusal(code), false);
            }
            other.commands();
            assertThatThrownBy(() -> other.store.gauges(AGE)).isInstanceOf(StoreException.class);
            assertThat(other.commands()).containsOnlyOnce("aggregate");
            assertThatThrownBy(() -> other.store.staleGauges(AGE)).isInstanceOf(StoreException.class);
        }
    }

    private static BsonDocument refusal(int code) {
        return BsonDocument.parse("{ok: 0.0, code: " + code + ", errmsg: 'no such thing'}");
    }
}
