package io.claimctl.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {

    @ParameterizedTest
    @CsvSource({
        "2026-01-02T03:04:05.120Z,2026-01-02T03:04:05.120Z",
        "2026-01-02T03:04:05Z,2026-01-02T03:04:05.000Z",
        "1969-12-31T23:59:59.999Z,1969-12-31T23:59:59.999Z",
        "0001-01-01T00:00:00Z,0001-01-01T00:00:00.000Z",
        "+12026-01-02T03:04:05Z,+12026-01-02T03:04:05.000Z",
        "-0001-01-02T03:04:05Z,-0001-01-02T03:04:05.000Z"
    })
    void instantsHaveExactlyMillisecondsInUtc(String instant, String text) {
        assertThat(Times.utc(Instant.parse(instant))).isEqualTo(text);
        assertThat(Instant.parse(Times.utc(Instant.parse(instant)))).isEqualTo(instant);
    }

    @Test
    void people_get_their_own_zone() {
        Instant instant = Instant.parse("2026-07-02T23:04:05.120Z");
        assertThat(Times.at(instant, ZoneId.of("Europe/Berlin"))).isEqualTo("2026-07-03T01:04:05.120+02:00");
        assertThat(Times.at(instant, ZoneOffset.UTC)).isEqualTo("2026-07-02T23:04:05.120Z");
    }

    @ParameterizedTest
    @CsvSource({
        "0,0s",
        "1,1ms",
        "999,999ms",
        "1000,1s",
        "42999,42s",
        "60000,1m",
        "119999,1m59s",
        "180000,3m",
        "5400000,1h30m",
        "3600999,1h",
        "86399999,23h59m",
        "187200000,2d4h",
        "86400000,1d",
        "-42000,42s"
    })
    void peopleGetTheTwoLargestUnitsRoundedDown(long millis, String words) {
        assertThat(Times.words(millis)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"0,0s", "120000,2m", "5415000,1h30m15s", "90061001,1d1h1m1s1ms", "1,1ms"})
    void options_get_the_exact_duration(long millis, String exact) {
        assertThat(Times.exact(Duration.ofMillis(millis))).isEqualTo(exact);
    }

    @Test
    void the_farthest_dates_of_the_database_do_not_overflow() {
        Instant first = Instant.ofEpochMilli(Long.MIN_VALUE);
        Instant last = Instant.ofEpochMilli(Long.MAX_VALUE);
        assertThat(Times.millis(first, last)).isPositive();
        assertThat(Times.millis(last, first)).isNegative();
        assertThat(Times.millis(Samples.NOW, Samples.NOW.plusMillis(5))).isEqualTo(5);
        assertThat(Times.millis(Samples.NOW.plusMillis(5), Samples.NOW)).isEqualTo(-5);
    }
}
