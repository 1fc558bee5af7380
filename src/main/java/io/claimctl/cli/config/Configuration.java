package io.claimctl.cli.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a configuration file says.
 *
 * @param current the name of the profile that counts where none is named; null if there is none
 * @param profiles by their names, in the order of the file
 */
public record Configuration(@Nullable String current, Map<String, Profile> profiles) {
    /** That of a file that is not there. */
    public static final Configuration EMPTY = new Configuration(null, Map.of());

    /** Copies the profiles; refuses a current one that is not among them. */
    public Configuration {
        if (current != null && !profiles.containsKey(current)) {
            throw new IllegalArgumentException("there is no profile " + current);
        }
        profiles = Collections.unmodifiableMap(new LinkedHashMap<>(profiles));
    }

    /** The profile of this name. */
    public Optional<Profile> profile(String name) {
        return Optional.ofNullable(profiles.get(name));
    }

    /** The same with this profile, in place of one of its name or behind the others. */
    public Configuration with(Profile profile) {
        Map<String, Profile> changed = new LinkedHashMap<>(profiles);
        changed.put(profile.name(), profile);
        return new Configuration(current, changed);
    }

    /** The same without a profile; if that was the current one, there is none then. */
    public Configuration without(String name) {
        Map<String, Profile> changed = new LinkedHashMap<>(profiles);
        changed.remove(name);
        return new Configuration(name.equals(current) ? null : current, changed);
    }

    /** The same, where this profile is the current one. */
    public Configuration using(String name) {
        return new Configuration(name, profiles);
    }
}
