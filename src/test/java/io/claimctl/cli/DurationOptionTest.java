package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationOptionTest {

    @ParameterizedTest
    @CsvSource({
        "0s,0",
        "1ms,1",
        "500ms,500",
        "90s,90000",
        "2m,120000",
        "1h30m,5400000",
        "2d,172800000",
        "1d2h3m4s5ms,93784005",
        "90m,5400000",
        "PT1M30S,90000",
        "pt0.5s,500",
        "P2D,172800000",
        "36500d,3153600000000",
    })
    void readsWhatPeopleWrite(String text, long millis) {
        assertThat(DurationOption.parse(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "90|'90' has no unit: write 90s, 90m or 90h",
                "-5s|'-5s' is negative",
                "PT-5S|'PT-5S' is negative",
                "-PT5S|'-PT5S' is negative",
                "2w|'2w' is no duration: write 14d",
                "5 min|'5 min' is no duration: write 5m",
                "5M|'5M' is no duration: write 5m",
                "10us|'10us' is no duration: the smallest unit is ms",
                "3x|'3x' is no duration: the units are d, h, m, s and ms",
                "soon|'soon' is no duration: write it as 90s, 2m, 1h30m or 2d",
                "1.5h|'1.5h' is no duration: write it as 90s, 2m, 1h30m or 2d",
                "1h30|'1h30' is no duration: write it as 90s, 2m, 1h30m or 2d",
                "30m1h|'30m1h' has its units out of order: write the larger unit first, each once: 1h30m",
                "1h1h|'1h1h' has its units out of order: write the larger unit first, each once: 1h30m",
                "36501d|'36501d' is longer than 100 years",
                "36500d1ms|'36500d1ms' is longer than 100 years",
                "99999999999999999999s|'99999999999999999999s' is longer than 100 years",
                "9223372036854775807d|'9223372036854775807d' is longer than 100 years",
                "9223372036854775807ms1ms|'9223372036854775807ms1ms' has its units out of order: write the larger unit first, each once: 1h30m",
                "9223372036854775s808ms|'9223372036854775s808ms' is longer than 100 years",
                "P99999999999D|'P99999999999D' is longer than 100 years",
                "PT0.0001S|'PT0.0001S' is not a whole number of milliseconds: write whole ones, such as PT0.5S",
                "P1Y|'P1Y' is no ISO 8601 duration: write it as PT1M30S, or as 1m30s",
                "\"\"|'' is no duration: write it as 90s, 2m, 1h30m or 2d",
            })
    void refusesTheRestWithTheReasonAndTheWayOut(String text, String sentence) {
        assertThatThrownBy(() -> DurationOption.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "0ms", "0d0h", "PT0S"})
    void zero_is_refused_where_the_option_needs_some_time(String zero) {
        assertThat(new DurationOption.Converter().convert(zero)).isZero();
        assertThatThrownBy(() -> new DurationOption.Positive().convert(zero))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("'" + zero + "' is no time at all: write 1ms or more");
    }

    @Test
    void the_converters_refuse_as_picocli_expects() {
        assertThatThrownBy(() -> new DurationOption.Converter().convert("90"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("has no unit");
    }
}
