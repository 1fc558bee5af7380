package io.claimctl.cli;

import io.claimctl.cli.StoreDefaults.UsedProfile;
import io.claimctl.cli.config.Configuration;
import io.claimctl.cli.config.ConfigurationProblem;
import io.claimctl.cli.config.ConfigurationReader;
import io.claimctl.cli.config.Profile;
import io.claimctl.cli.config.Setting;
import io.claimctl.cli.connection.Secrets;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The file that profiles are in, as it is read. It is opened only when a profile is asked for.
 *
 * @param path null where the environment names no place for it
 * @param secrets learns those of every line before anything can fail
 */
record ConfigFile(@Nullable Path path, Secrets secrets) {
    private static final int LONGEST = 1 << 20;

    /** {@code $XDG_CONFIG_HOME/claimctl/config.yaml}, or {@code $HOME/.config/claimctl/config.yaml}. */
    static ConfigFile of(Variables variables, Secrets secrets) {
        String folder = variables.environment().getOrDefault("XDG_CONFIG_HOME", "");
        String home = variables.environment().getOrDefault("HOME", "");
        if (!folder.startsWith("/")) { // a relative one is to be ignored, says its specification
            folder = home.isEmpty() ? "" : home + "/.config";
        }
        return new ConfigFile(folder.isEmpty() ? null : Path.of(folder, "claimctl", "config.yaml"), secrets);
    }

    /** Its name, for sentences. */
    @Override
    public String toString() {
        return path == null ? "config.yaml" : path.toString();
    }

    /**
     * Reads it; one that is not there says nothing.
     *
     * @throws Refusal with 78 if it cannot be used
     */
    Configuration read() {
        return read(text());
    }

    Configuration read(String text) {
        text.lines().forEach(secrets::learn);
        try {
            Configuration read = ConfigurationReader.read(text);
            refuseUntrusted(read.profiles().values());
            return read;
        } catch (ConfigurationProblem e) {
            throw Refusal.configuration(
                    "the file " + this + (e.line() > 0 ? ", line " + e.line() : "") + ": " + e.getMessage());
        }
    }

    private void refuseUntrusted(Collection<Profile> profiles) {
        if (path == null) {
            return;
        }
        PrivateFile file = new PrivateFile("the file " + this, path);
        if (profiles.stream()
                .anyMatch(profile -> profile.value(Setting.PASSWORD_COMMAND).isPresent())) {
            file.refuseForeign();
        }
        if (profiles.stream()
                .anyMatch(profile ->
                        profile.text(Setting.URI).filter(Secrets::isIn).isPresent())) {
            file.refuseWorldReadable();
        }
    }

    /** What it holds; empty where it is not there. */
    String text() {
        if (path == null) {
            return "";
        }
        try {
            if (Files.size(path) > LONGEST) {
                throw Refusal.configuration("the file " + this + " is too long for a configuration");
            }
            return Files.readString(path);
        } catch (NoSuchFileException e) {
            return "";
        } catch (CharacterCodingException e) {
            throw Refusal.configuration("the file " + this + " is not UTF-8: write it anew");
        } catch (IOException e) {
            throw Refusal.configuration("the file " + this + " cannot be read: " + ConnectionSettings.reason(e, path)
                    + "; correct it, or name the store by --uri-file or CLAIMCTL_URI, for which it is not read");
        }
    }

    /** The profile that counts where none is named; null if there is none. */
    @Nullable
    UsedProfile current() {
        Configuration read = read();
        return read.current() == null
                ? null
                : new UsedProfile(read.profile(read.current()).orElseThrow(), this, false);
    }

    /**
     * The profile that was named.
     *
     * @throws Refusal if there is none of this name
     */
    UsedProfile profile(SaidValue name) {
        return new UsedProfile(require(read(), name), this, name.option());
    }

    /** @throws Refusal if there is none of this name */
    Profile require(Configuration read, SaidValue name) {
        return read.profile(name.value())
                .orElseThrow(() -> name.refused("there is no profile '" + name.value() + "'"
                        + (name.source().isEmpty() ? "" : " (" + name.source() + ")") + " in " + this
                        + (read.profiles().isEmpty()
                                ? "; add one with claimctl profile add"
                                : meant(name.value(), read))));
    }

    private static String meant(String name, Configuration read) {
        String near = Suggestions.meant(Suggestions.near(name, read.profiles().keySet()));
        return near.isEmpty()
                ? "; there are " + String.join(", ", read.profiles().keySet())
                : near;
    }
}
