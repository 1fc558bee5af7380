package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

class InstantConverterTest {

    @ParameterizedTest
    @CsvSource({
        "2025-01-31T23:59:00Z,2025-01-31T23:59:00Z",
        "2025-01-31T23:59:00+02:00,2025-01-31T21:59:00Z",
        "2025-01-31t23:59:00z,2025-01-31T23:59:00Z",
        "2025-01-31T23:59:00.123456789Z,2025-01-31T23:59:00.123Z",
        "2025-01-31T23:59:00-00:00,2025-01-31T23:59:00Z",
    })
    void readsRfc3339AndCutsToMilliseconds(String text, String expected) {
        assertThat(new InstantConverter().convert(text)).isEqualTo(Instant.parse(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "2025-01-31|'2025-01-31' is a day, not an instant: write 2025-01-31T00:00:00Z",
                "2025-01-31T23:59:00|'2025-01-31T23:59:00' names no time zone: write 2025-01-31T23:59:00Z for UTC, or an offset such as +02:00",
                "2025-01-31 23:59|'2025-01-31 23:59' names no time zone: write 2025-01-31T23:59Z for UTC, or an offset such as +02:00",
                "2025-02-30T00:00:00Z|'2025-02-30T00:00:00Z' is no instant in RFC 3339: write it as 2025-01-31T23:59:00Z",
                "yesterday|'yesterday' is no instant in RFC 3339: write it as 2025-01-31T23:59:00Z",
            })
    void refusesTheRestWithTheReasonAndTheWayOut(String text, String sentence) {
        assertThatThrownBy(() -> new InstantConverter().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage(sentence);
    }
}
