package io.claimctl.cli.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    private final Secrets secrets = new Secrets();

    @ParameterizedTest
    @CsvSource({
        "mongodb://u:g%40heim@h/d,g@heim",
        "mongodb://u:g%40heim@h/d,g%40heim",
        "mongodb+srv://u:geheim@h/d,geheim",
        "mongodb://u:a+b@h/d,a+b",
        "mongodb://u:ge/heim@h/d,ge/heim",
        "mongodb://u:ge@heim@h/d?x=1,ge@heim",
        "mongodb://u:geheim@h/d?appName=a@b,geheim",
        "mongodb://u:ge%zzheim@h/d,ge%zzheim",
        "mongodb://h/d?proxyPassword=geheim,geheim",
        "mongodb://h/d?a=b&AUTHMECHANISMPROPERTIES=AWS_SESSION_TOKEN:very%2Fsecret,very/secret",
        "mongodb://h/d?authMechanismProperties=AWS_SESSION_TOKEN:verysecret,verysecret",
        "mongodb://u:geheim,geheim",
        "mongo://u:geheim@h/d,geheim",
        "'--uri=mongodb://u:geheim@h/d',geheim",
    })
    void aSecretIsHiddenAsItWasWrittenAndAsItReads(String uri, String secret) {
        secrets.learn(uri);
        assertThat(secrets.scrub("before <" + secret + "> after")).isEqualTo("before <***> after");
    }

    @Test
    void what_is_no_secret_stays() {
        secrets.learn("mongodb://user:geheim@host:27017/shop?replicaSet=rs0&tls=true");
        secrets.learn("mongodb://one:27018,[::1]:27019,two/d");
        secrets.learn("mongodb://three:27020");
        secrets.learn("no connection string");
        String text = "user host 27017 shop rs0 true one 27018 ::1 1 27019 two three 27020";
        assertThat(secrets.scrub(text)).isEqualTo(text);
    }

    @Test
    void a_connection_string_in_a_text_is_cleaned_though_it_was_never_learnt() {
        assertThat(secrets.scrub("unknown argument: 'mongodb://u:geheim@h/d?proxyPassword=p4ss&tls=true'"))
                .isEqualTo("unknown argument: 'mongodb://***@h/d?proxyPassword=***&tls=true'");
    }

    @Test
    void a_user_alone_stays() {
        String advice = "write it as mongodb://USER@HOST, or as mongodb+srv://HOST";
        assertThat(secrets.scrub(advice)).isEqualTo(advice);
        assertThat(secrets.scrub("mongodb://worker@h:27017/d, uri")).isEqualTo("mongodb://worker@h:27017/d, uri");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mongodb://u:geheim@h",
                "mongodb://u@geheim@h",
                "mongodb://u%3Ageheim@h",
                "mongodb://u/geheim@h",
                "mongodb://u@h mongodb://u:geheim@h",
                "mongodb://u@h\nmongodb://u:geheim@h",
                "mongodb://u geheim@h",
            })
    void what_may_be_more_than_a_user_does_not(String text) {
        assertThat(secrets.scrub(text)).doesNotContain("geheim");
    }

    @Test
    void the_longer_secret_is_hidden_first() {
        secrets.learn("mongodb://u:abcd@h/d");
        secrets.learn("mongodb://u:abcdefgh@h/d");
        assertThat(secrets.scrub("abcdefgh abcd")).isEqualTo("*** ***");
    }

    @Test
    void a_secret_with_special_characters_is_taken_as_it_is() {
        secrets.learn("mongodb://u:$1.*(@h/d");
        assertThat(secrets.scrub("x $1.*( y")).isEqualTo("x *** y");
    }

    @ParameterizedTest
    @CsvSource({
        "mongodb://u:geheim@h1:1,mongodb://u:***@h1:1",
        "mongodb://u:ge@heim@h1/d,mongodb://u:***@h1/d",
        "mongodb://u@h/d,mongodb://u@h/d",
        "mongodb://h:27017/d,mongodb://h:27017/d",
        "mongodb://u:p@h/d?tls=true&authMechanismProperties=A:b&w=1,mongodb://u:***@h/d?tls=true&authMechanismProperties=***&w=1",
    })
    void aConnectionStringIsShownWithoutItsSecrets(String uri, String shown) {
        assertThat(Secrets.redact(uri)).isEqualTo(shown);
    }
}
