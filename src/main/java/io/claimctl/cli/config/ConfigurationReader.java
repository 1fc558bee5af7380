package io.claimctl.cli.config;

import io.claimctl.cli.config.Profile.Value;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/** Reads a {@link Configuration}, strictly: token by token, which starts sooner than a tree and knows every line. */
public final class ConfigurationReader {
    private final YAMLParser in;
    private final Set<String> known = new HashSet<>();
    private @Nullable String current;
    private int currentLine;

    private ConfigurationReader(YAMLParser in) {
        this.in = in;
    }

    /**
     * Reads a text.
     *
     * @throws ConfigurationProblem if it is no YAML, or says something that no configuration says
     */
    public static Configuration read(String text) throws ConfigurationProblem {
        try (YAMLParser in = (YAMLParser) new YAMLFactory().createParser(ObjectReadContext.empty(), text)) {
            return new ConfigurationReader(in).configuration();
        } catch (JacksonException e) { // its words quote the text, which may hold a password
            throw new ConfigurationProblem(
                    e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr()),
                    "this is no YAML: look at the indentation, at quotes, and at the colon and the blank behind each key");
        }
    }

    private Configuration configuration() throws ConfigurationProblem {
        JsonToken first = in.nextToken();
        if (first == null) {
            return Configuration.EMPTY;
        }
        Map<String, Profile> profiles = new LinkedHashMap<>();
        if (first != JsonToken.VALUE_NULL) {
            require(first == JsonToken.START_OBJECT, "there must be keys: current and profiles");
            while (in.nextToken() == JsonToken.PROPERTY_NAME) {
                top(profiles);
            }
        }
        require(in.nextToken() == null, "a second document begins: keep one, without ---");
        if (current != null && !profiles.containsKey(current)) {
            throw new ConfigurationProblem(
                    currentLine,
                    "current names the profile " + shown(current) + ", and there is none: correct it, or leave it out");
        }
        return new Configuration(current, profiles);
    }

    private void top(Map<String, Profile> profiles) throws ConfigurationProblem {
        String key = in.currentName();
        require(known.add(key), shown(key) + " is there twice: keep one");
        switch (key) {
            case "current" -> {
                currentLine = line();
                if (in.nextToken() != JsonToken.VALUE_NULL) {
                    current = text(key, "the name of a profile");
                }
            }
            case "profiles" -> {
                JsonToken value = in.nextToken();
                if (value != JsonToken.VALUE_NULL) {
                    require(value == JsonToken.START_OBJECT, "profiles must hold profiles by their names");
                    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
                        profile(profiles);
                    }
                }
            }
            default -> require(false, shown(key) + " is no key: there are current and profiles");
        }
    }

    private void profile(Map<String, Profile> profiles) throws ConfigurationProblem {
        String name = in.currentName();
        int line = line();
        require(Profile.isName(name), shown(name) + " is no name of a profile: " + Profile.rule());
        require(!profiles.containsKey(name), "profile " + name + " is there twice: keep one");
        require(
                in.nextToken() == JsonToken.START_OBJECT,
                "profiles." + name + " must hold keys: " + Setting.keys() + ", of which uri or uri_file must be there");
        Map<Setting, Value> values = new EnumMap<>(Setting.class);
        while (in.nextToken() == JsonToken.PROPERTY_NAME) {
            value("profiles." + name + ".", values);
        }
        boolean uri = values.containsKey(Setting.URI);
        if (uri == values.containsKey(Setting.URI_FILE)) {
            throw new ConfigurationProblem(
                    line,
                    "profiles." + name
                            + (uri
                                    ? " has both uri and uri_file: leave one out"
                                    : " names no server: add uri, a connection string, or uri_file, a file that holds it"));
        }
        profiles.put(name, new Profile(name, line, values));
    }

    private void value(String path, Map<Setting, Value> values) throws ConfigurationProblem {
        String key = in.currentName();
        Setting setting = Setting.of(key).orElse(null);
        if (setting == null) {
            throw new ConfigurationProblem(line(), path + shown(key) + " is no key: there are " + Setting.keys());
        }
        require(!values.containsKey(setting), path + key + " is there twice: keep one");
        int line = line();
        JsonToken token = in.nextToken();
        if (setting == Setting.PROTECTED) {
            require(
                    token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE,
                    path + key + " must be true or false, without quotes");
            values.put(setting, new Value(String.valueOf(token == JsonToken.VALUE_TRUE), line));
        } else {
            require(
                    (setting != Setting.OLDER_THAN && setting != Setting.TIMEOUT)
                            || token != JsonToken.VALUE_NUMBER_INT,
                    path + key + " must be a duration, which has a unit, as in 10m");
            values.put(setting, new Value(text(path + key, "a text"), line));
        }
    }

    private String text(String path, String what) throws ConfigurationProblem {
        JsonToken token = in.currentToken();
        require(token != JsonToken.VALUE_NULL, path + " has no value: give it one, or leave it out");
        require(!in.isCurrentAlias(), path + " stands for a value elsewhere: write it out here");
        boolean scalar = token != null && token.isScalarValue();
        require(
                token == JsonToken.VALUE_STRING,
                path + " must be " + what + (scalar ? ": put it in quotes" : ", and holds more than that"));
        String text = in.getString();
        require(!text.isBlank(), path + " is blank: give it a value, or leave it out");
        require(
                text.chars().noneMatch(Character::isISOControl),
                path + " must be one line, without control characters");
        return text;
    }

    private void require(boolean so, String otherwise) throws ConfigurationProblem {
        if (!so) {
            throw new ConfigurationProblem(line(), otherwise);
        }
    }

    private int line() {
        return in.currentToken() == null ? 0 : in.currentTokenLocation().getLineNr();
    }

    /** A key, or what stands in its place; long ones are no keys at all. */
    private static String shown(String key) {
        return "'" + (key.length() > 40 ? key.substring(0, 40) + "..." : key) + "'";
    }
}
