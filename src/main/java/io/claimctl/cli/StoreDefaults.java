package io.claimctl.cli;

import io.claimctl.cli.config.Profile;
import io.claimctl.cli.config.Setting;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What completes the options of one command. An option goes before a variable, and a variable before the file; a profile
 * that {@code --profile} names counts as an option. The file is opened only if neither an option nor a variable names the
 * store.
 */
final class StoreDefaults {
    /** The variables that stand for what a profile may say, too. */
    static final Map<Setting, String> VARIABLES = Map.of(
            Setting.DB, "CLAIMCTL_DB",
            Setting.COLLECTION, "CLAIMCTL_COLLECTION",
            Setting.TIMEOUT, "CLAIMCTL_TIMEOUT",
            Setting.OLDER_THAN, "CLAIMCTL_OLDER_THAN",
            Setting.OUTPUT, "CLAIMCTL_OUTPUT");

    private final Variables variables;
    private final @Nullable UsedProfile used;

    private StoreDefaults(Variables variables, @Nullable UsedProfile used) {
        this.variables = variables;
        this.used = used;
    }

    /**
     * A profile, and why it is this one.
     *
     * @param file that it stands in
     * @param named whether it stands on the command line
     */
    record UsedProfile(Profile profile, ConfigFile file, boolean named) {

        /** Where it says this, in words. */
        String source(Setting setting) {
            return setting.key() + " of profile " + profile.name() + ", " + file + " line "
                    + profile.value(setting).map(Profile.Value::line).orElse(profile.line());
        }

        /** The file that it takes the connection string from; one without a folder stands beside its own. */
        Optional<Path> uriFile() {
            return profile.text(Setting.URI_FILE)
                    .map(name ->
                            file.path() == null ? Path.of(name) : file.path().resolveSibling(name));
        }

        Optional<SaidValue> value(Setting setting) {
            return profile.text(setting).map(text -> new SaidValue(text, source(setting), false));
        }
    }

    /** Those of a command that has no store: variables alone. */
    static StoreDefaults ofEnvironment(Variables variables) {
        return new StoreDefaults(variables, null);
    }

    /** Those of a command on this profile. */
    static StoreDefaults of(UsedProfile used, Variables variables) {
        return new StoreDefaults(variables, used);
    }

    /**
     * Those of a command with these options.
     *
     * @throws Refusal if they name two stores, or a profile that cannot be found
     */
    static StoreDefaults of(StoreOptions options, Variables variables, ConfigFile file) {
        String named = options.profile();
        if (named != null) {
            if (options.uri() != null || options.uriFile() != null) {
                throw Refusal.usage("--profile and " + (options.uri() != null ? "--uri" : "--uri-file")
                        + " are both given: leave one out");
            }
            return new StoreDefaults(variables, file.profile(new SaidValue(named, "--profile", true)));
        }
        boolean elsewhere = options.uri() != null
                || options.uriFile() != null
                || variables.has("CLAIMCTL_URI")
                || variables.has("CLAIMCTL_URI_FILE");
        return new StoreDefaults(variables, elsewhere ? null : unnamed(variables, file));
    }

    /** The profile of a command that names none; null if there is none. */
    static @Nullable UsedProfile unnamed(Variables variables, ConfigFile file) {
        String variable = variables.get("CLAIMCTL_PROFILE");
        return variable == null ? file.current() : file.profile(new SaidValue(variable, "CLAIMCTL_PROFILE", false));
    }

    /** The variable that names another store than the current profile's; empty where none is set. */
    static Optional<String> before(Variables variables) {
        return Stream.of("CLAIMCTL_URI", "CLAIMCTL_URI_FILE", "CLAIMCTL_PROFILE")
                .filter(variables::has)
                .findFirst();
    }

    Variables variables() {
        return variables;
    }

    Optional<UsedProfile> used() {
        return Optional.ofNullable(used);
    }

    Optional<Profile> profile() {
        return used().map(UsedProfile::profile);
    }

    /** What counts for an option that is not given; empty where neither a variable nor the profile says it. */
    Optional<SaidValue> value(Setting setting) {
        Optional<SaidValue> ofProfile = used().flatMap(profile -> profile.value(setting));
        String name = VARIABLES.get(setting);
        String text = name == null ? null : variables.get(name);
        if (text == null || (used != null && used.named() && ofProfile.isPresent())) {
            return ofProfile;
        }
        return Optional.of(new SaidValue(text, String.valueOf(name), false));
    }
}
