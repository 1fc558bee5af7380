package io.claimctl.cli.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoClientSettings;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionTest {

    private static Connection connection(String options, Duration timeout) {
        ConnectionUri uri = ConnectionUri.parse("mongodb://h/d" + options, timeout);
        return Connection.to(uri, "d", "c", timeout, "claimctl/9.9");
    }

    @ParameterizedTest
    @CsvSource({
        "'',2000,2000",
        "?serverSelectionTimeoutMS=60000&connectTimeoutMS=60000,2000,2000",
        "?serverSelectionTimeoutMS=500&connectTimeoutMS=400,500,400",
        "?connectTimeoutMS=0,2000,2000",
    })
    void theTimeoutBoundsWhatTheConnectionStringAllows(String options, long selection, int connect) {
        MongoClientSettings settings =
                connection(options, Duration.ofSeconds(2)).settings();
        assertThat(settings.getClusterSettings().getServerSelectionTimeout(TimeUnit.MILLISECONDS))
                .isEqualTo(selection);
        assertThat(settings.getSocketSettings().getConnectTimeout(TimeUnit.MILLISECONDS))
                .isEqualTo(connect);
        assertThat(settings.getHeartbeatSocketSettings().getReadTimeout(TimeUnit.MILLISECONDS))
                .as("a server that accepts and never answers")
                .isEqualTo(connect);
    }

    @Test
    void a_timeout_of_years_is_no_overflow() {
        MongoClientSettings settings = connection("", Duration.ofDays(36_500)).settings();
        assertThat(settings.getSocketSettings().getConnectTimeout(TimeUnit.MILLISECONDS))
                .isPositive();
    }

    @Test
    void the_servers_log_knows_the_program_unless_the_connection_string_has_a_name() {
        assertThat(connection("", Duration.ofSeconds(1)).settings().getApplicationName())
                .isEqualTo("claimctl/9.9");
        assertThat(connection("?appName=night", Duration.ofSeconds(1))
                        .settings()
                        .getApplicationName())
                .isEqualTo("night");
    }

    @Test
    void retries_of_writes_stay_as_the_connection_string_says() {
        assertThat(connection("", Duration.ofSeconds(1)).settings().getRetryWrites())
                .isTrue();
        assertThat(connection("?retryWrites=false", Duration.ofSeconds(1))
                        .settings()
                        .getRetryWrites())
                .isFalse();
    }

    @Test
    void a_connection_that_was_never_used_has_nothing_to_close() {
        try (Connection connection = connection("", Duration.ofSeconds(1))) {
            assertThat(connection.collectionName()).isEqualTo("d.c");
        }
    }
}
