package io.claimctl.cli.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.cli.connection.ConnectionUri.InvalidUri;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionUriTest {

    @Test
    void knows_the_database_of_the_path_and_hides_the_password() {
        ConnectionUri uri = ConnectionUri.parse("mongodb://u:geheim@h:1/shop?tls=true", Duration.ofSeconds(5));
        assertThat(uri.database()).hasValue("shop");
        assertThat(uri.hasPassword()).isTrue();
        assertThat(uri).hasToString("mongodb://u:***@h:1/shop?tls=true");
    }

    @Test
    void a_connection_string_may_name_neither_database_nor_user() {
        ConnectionUri uri = ConnectionUri.parse("mongodb://h", Duration.ofSeconds(5));
        assertThat(uri.database()).isEmpty();
        assertThat(uri.hasPassword()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "localhost:27017/db|it must start with mongodb:// or mongodb+srv://",
                "postgres://u:geheim@h/d|it must start with mongodb:// or mongodb+srv://",
                "mongodb://h:12x/d|it contains an invalid host and port. The port contains non-digit characters",
                "mongodb://h:99999/d|The port must be an integer between 0 and 65535",
                "mongodb://h/d?maxPoolSize=many|it contains an invalid value for 'maxpoolsize'. '...' is not a valid integer",
                "mongodb://|it contains an empty host",
            })
    void anInvalidOneIsRefusedWithTheReason(String uri, String reason) {
        assertThatThrownBy(() -> ConnectionUri.parse(uri, Duration.ofSeconds(5)))
                .isInstanceOf(InvalidUri.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mongodb://u:SECRET",
                "mongodb://u:SECRET:SECRET@h/d",
                "mongodb://u:SECRET@SECRET@h/d",
                "mongodb://u:SECRET/SECRET@h/d",
                "mongodb://u:SECRET?SECRET@h/d",
                "mongodb://u:%zzSECRET@h/d",
                "mongodb://u:SECRET@h:port/d",
                "mongodb://u:SECRET@h/d?authMechanism=SECRET",
                "mongodb://u:SECRET@h/d?authMechanism=MONGODB-AWS&authMechanismProperties=SECRET",
                "mongodb://u:SECRET@h/d?w=1&SECRET",
                "mongodb://SECRET:SECRET:SECRET",
                "mongodb+srv://u:SECRET@h:1/d",
                "mongodb+srv://u:SECRET@a,b/d",
                "SECRET",
            })
    void aRefusalNeverRepeatsWhatMayBeAPassword(String uri) {
        assertThatThrownBy(() -> ConnectionUri.parse(uri, Duration.ofSeconds(5)))
                .isInstanceOf(InvalidUri.class)
                .satisfies(error -> assertThat(error.toString()).doesNotContain("SECRET"))
                .hasNoCause();
    }
}
