package io.claimctl.cli.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoginTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                ":",
                "/",
                "@",
                "%",
                "a:b/c@d%e?f#g&h=i",
                "%41",
                " blank ",
                "\u00e4\u20ac\ud83d\ude00",
                "+",
                "100%",
                "$[]{}|\\^`\"<>~-._!*'()",
                "\t"
            })
    void every_password_reaches_the_driver_as_it_is(String password) {
        for (String uri : new String[] {
            "mongodb://ops@db.example/shop?tls=true",
            "mongodb://ops@db.example",
            "mongodb://ops@a:1,b:2/?authSource=admin",
            "mongodb://o%40ps@[::1]:27017/x"
        }) {
            ConnectionString read = new ConnectionString(Login.withPassword(uri, password));
            assertThat(new String(java.util.Objects.requireNonNull(read.getPassword())))
                    .isEqualTo(password);
            assertThat(read.getUsername()).isEqualTo(Login.of(uri).user());
            assertThat(read.getHosts()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "mongodb://h/d, -, false, h, false",
                "mongodb://h:1/d?appName=a@b, -, false, h:1, false",
                "mongodb://h/d@e, -, false, h, false",
                "mongodb://ops@h/d, ops, false, h, true",
                "'mongodb://ops@a,b:2', ops, false, 'a,b:2', true",
                "mongodb+srv://ops@h/?x=y, ops, false, h, true",
                "mongodb://o%40p@h, o@p, false, h, true",
                "mongodb://ops:x@h/d, ops, true, h, false",
                "mongodb://ops:@h/d, ops, true, h, false",
                "mongodb://ops@h/?authMechanism=SCRAM-SHA-256, ops, false, h, true",
                "mongodb://ops@h/?authMechanism=PLAIN, ops, false, h, true",
                "mongodb://ops@h/?tls=true&authmechanism=MONGODB-X509, ops, false, h, false",
                "mongodb://ops@h/?authMechanism=MONGODB-AWS, ops, false, h, true",
                "mongodb://ops@h/?authMechanism=MONGODB-OIDC, ops, false, h, false",
                "mongodb://ops@h/?authMechanism=gssapi, ops, false, h, false",
                "nothing, -, false, nothing, false",
                "'', -, false, '', false"
            })
    void what_a_connection_string_says_of_its_user_is_read(
            String uri, String user, boolean password, String hosts, boolean lacks) {
        assertThat(Login.of(uri)).isEqualTo(new Login(user, password, hosts, lacks));
    }

    @Test
    void the_driver_can_do_without_a_password_where_none_is_asked_for() {
        for (String mechanism : new String[] {"MONGODB-X509", "GSSAPI"}) {
            String uri = "mongodb://ops@h/?authMechanism=" + mechanism + "&authSource=$external";
            assertThat(ConnectionUri.parse(uri, Duration.ofSeconds(1)).hasPassword())
                    .isFalse();
        }
    }
}
