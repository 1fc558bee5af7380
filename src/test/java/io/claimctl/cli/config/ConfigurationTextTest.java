package io.claimctl.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.cli.config.Profile.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationTextTest {
    private static final String WHOLE = """
            # connections
            current: prod
            profiles:
              prod:
                uri: mongodb://ops@db.example/shop
                password_command: pass show db/prod
                db: shop
                collection: _message_state
                older_than: 10m
                output: wide
                timeout: 5s
                protected: true
              "1.5":
                uri_file: /etc/claimctl/uri
                protected: false
            """;

    private static void refused(String text, int line, String... words) {
        assertThatThrownBy(() -> ConfigurationReader.read(text))
                .isInstanceOfSatisfying(ConfigurationProblem.class, problem -> {
                    assertThat(problem.line()).as(problem.getMessage()).isEqualTo(line);
                    assertThat(problem.getMessage()).contains(words);
                });
    }

    @Test
    void a_whole_file_is_read_with_the_line_of_everything() throws ConfigurationProblem {
        Configuration read = ConfigurationReader.read(WHOLE);
        assertThat(read.current()).isEqualTo("prod");
        assertThat(read.profiles().keySet()).containsExactly("prod", "1.5");
        Profile prod = read.profile("prod").orElseThrow();
        assertThat(prod.line()).isEqualTo(4);
        assertThat(prod.values())
                .containsEntry(Setting.URI, new Value("mongodb://ops@db.example/shop", 5))
                .containsEntry(Setting.PASSWORD_COMMAND, new Value("pass show db/prod", 6))
                .containsEntry(Setting.DB, new Value("shop", 7))
                .containsEntry(Setting.COLLECTION, new Value("_message_state", 8))
                .containsEntry(Setting.OLDER_THAN, new Value("10m", 9))
                .containsEntry(Setting.OUTPUT, new Value("wide", 10))
                .containsEntry(Setting.TIMEOUT, new Value("5s", 11))
                .containsEntry(Setting.PROTECTED, new Value("true", 12))
                .hasSize(8);
        assertThat(prod.isProtected()).isTrue();
        assertThat(read.profile("1.5").orElseThrow().isProtected()).isFalse();
        assertThat(read.profile("nope")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "# nothing\n", "---\n", "profiles:\n", "current:\nprofiles: {}\n"})
    void a_file_that_says_nothing_is_none(String text) throws ConfigurationProblem {
        assertThat(ConfigurationReader.read(text)).isEqualTo(Configuration.EMPTY);
    }

    @Test
    void what_no_configuration_says_is_refused_with_its_line_its_key_and_a_way_out() {
        refused("profile:\n  a: {uri: x}\n", 1, "'profile' is no key: there are current and profiles");
        refused("- a\n", 1, "there must be keys: current and profiles");
        refused("current: a\ncurrent: b\n", 2, "'current' is there twice: keep one");
        refused("profiles: {}\nprofiles: {}\n", 2, "'profiles' is there twice");
        refused("profiles: [a]\n", 1, "profiles must hold profiles by their names");
        refused("profiles:\n  a b: {uri: x}\n", 2, "'a b' is no name of a profile: use letters, digits");
        refused("profiles:\n  -a: {uri: x}\n", 2, "'-a' is no name of a profile");
        refused("profiles:\n  a: {uri: x}\n  a: {uri: y}\n", 3, "profile a is there twice: keep one");
        refused("profiles:\n  a: mongodb://h\n", 2, "profiles.a must hold keys: uri, uri_file", "and protected");
        refused(
                "profiles:\n  a:\n    uri: x\n    older_then: 1m\n",
                4,
                "profiles.a.'older_then' is no key",
                "older_than");
        refused("profiles:\n  a:\n    uri: x\n    db: s\n    db: t\n", 5, "profiles.a.db is there twice");
        refused("profiles:\n  a:\n    db: s\n", 2, "profiles.a names no server: add uri", "or uri_file");
        refused("profiles:\n  a:\n    uri: x\n    uri_file: y\n", 2, "profiles.a has both uri and uri_file: leave one");
        refused("profiles:\n  a:\n    uri: x\n    db: 7\n", 4, "profiles.a.db must be a text: put it in quotes");
        refused("profiles:\n  a:\n    uri: x\n    db: [s]\n", 4, "profiles.a.db must be a text, and holds more");
        refused(
                "profiles:\n  a:\n    uri: x\n    db:\n",
                4,
                "profiles.a.db has no value: give it one, or leave it out");
        refused("profiles:\n  a:\n    uri: x\n    db: ' '\n", 4, "profiles.a.db is blank");
        refused("profiles:\n  a:\n    uri: x\n    db: \"a\\nb\"\n", 4, "profiles.a.db must be one line");
        refused("profiles:\n  a:\n    uri: &u x\n    db: *u\n", 4, "profiles.a.db stands for a value elsewhere");
        refused("profiles:\n  a:\n    uri: x\n    protected: yes\n", 4, "profiles.a.protected must be true or false");
        refused(
                "profiles:\n  a:\n    uri: x\n    protected: 'true'\n",
                4,
                "profiles.a.protected must be true or false");
        refused("current: b\nprofiles:\n  a: {uri: x}\n", 1, "current names the profile 'b', and there is none");
        refused("current: 1\nprofiles:\n  a: {uri: x}\n", 1, "current must be the name of a profile: put it in quotes");
        refused("current: a\nprofiles:\n  a: {uri: x}\n---\nx: y\n", 5, "a second document begins");
    }

    @ParameterizedTest
    @CsvSource({
        "'profiles:\n  a:\n    uri: mongodb://u:geheim@h: x\n', 3",
        "'profiles:\n  a:\n    uri: \"mongodb://u:geheim@h\n', 0",
        "'profiles:\n  a:\n\turi: mongodb://u:geheim@h\n', 2",
        "'profiles:\n  a:\n    uri: *geheim\n', 0",
        "'profiles: {a: {uri: geheim}\n', 0"
    })
    void what_is_no_yaml_is_refused_without_a_word_of_it(String text, int line) {
        assertThatThrownBy(() -> ConfigurationReader.read(text))
                .isInstanceOfSatisfying(ConfigurationProblem.class, problem -> {
                    assertThat(problem.getMessage()).doesNotContain("geheim");
                    if (line > 0) {
                        assertThat(problem.line()).isEqualTo(line);
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mongodb://ops@db.example:27017,b:1/shop?a=b&c=%41",
                "mongodb://h/?x= # y",
                "pass show db/prod",
                "a: b",
                "it's",
                "say \"x\" \\ y",
                "yes",
                "null",
                "12",
                "1e5",
                "0x1f",
                "10m",
                "~",
                "- x",
                "%a",
                "@a",
                "`x`",
                "#x",
                "x #y",
                "ä\u2028",
                "*x",
                "&x",
                "!x",
                "{a}",
                "[a]",
                "2026-01-02",
                "mongodb://h/a:",
                " blank "
            })
    void every_text_is_read_as_it_was_written(String text) throws ConfigurationProblem {
        Profile profile = new Profile(
                "p", 2, Map.of(Setting.URI, new Value(text, 3), Setting.PASSWORD_COMMAND, new Value(text, 4)));
        Configuration written = Configuration.EMPTY.with(profile);
        assertThat(ConfigurationReader.read(ConfigurationWriter.text(written))).isEqualTo(written);
    }

    @Test
    void what_was_read_is_written_in_one_way() throws ConfigurationProblem {
        String text = ConfigurationWriter.text(ConfigurationReader.read(WHOLE));
        assertThat(text).isEqualTo("""
                current: prod
                profiles:
                  prod:
                    uri: mongodb://ops@db.example/shop
                    password_command: "pass show db/prod"
                    db: shop
                    collection: _message_state
                    older_than: 10m
                    output: wide
                    timeout: 5s
                    protected: true
                  "1.5":
                    uri_file: /etc/claimctl/uri
                    protected: false
                """);
        assertThat(ConfigurationWriter.text(ConfigurationReader.read(text))).isEqualTo(text);
    }

    @Test
    void a_configuration_changes_into_others() throws ConfigurationProblem {
        Configuration read = ConfigurationReader.read(WHOLE);
        assertThat(read.without("prod").current()).isNull();
        assertThat(read.without("1.5").current()).isEqualTo("prod");
        assertThat(read.using("1.5").current()).isEqualTo("1.5");
        Profile other = new Profile("prod", 0, Map.of(Setting.URI, new Value("mongodb://h", 0)));
        assertThat(List.copyOf(read.with(other).profiles().keySet())).containsExactly("prod", "1.5");
        assertThat(read.with(other).profile("prod")).contains(other);
        assertThatThrownBy(() -> read.using("nope")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Profile("a/b", 0, Map.of())).hasMessageContaining("no name of a profile");
        assertThatThrownBy(() -> new Profile("a", 0, Map.of())).hasMessageContaining("one of uri and uri_file");
        assertThat(other.values().toString()).doesNotContain("mongodb");
    }
}
