package io.claimctl.cli;

import io.claimctl.cli.StoreDefaults.UsedProfile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** The profile that a command is about. */
final class ProfileChoice {
    @Parameters(
            arity = "0..1",
            paramLabel = "PROFILE",
            description = "Its name (default: that of CLAIMCTL_PROFILE, or the current one).")
    private @Nullable String name;

    /** @throws Refusal if there is none */
    UsedProfile of(Context context) {
        ConfigFile file = context.configFile();
        if (name != null) {
            return file.profile(new SaidValue(name, "", true));
        }
        UsedProfile unnamed = StoreDefaults.unnamed(context.variables(), file);
        if (unnamed == null) {
            throw Refusal.configuration("no profile is named, and none is the current one in " + file
                    + ": name one, or choose it by claimctl profile use");
        }
        return unnamed;
    }

    /** Says that another store is used by commands that name no profile. */
    void warn(Context context, Prose prose) {
        for (String variable : new String[] {"CLAIMCTL_URI", "CLAIMCTL_URI_FILE"}) {
            if (name == null && context.variables().has(variable)) {
                prose.say(variable + " is set, and goes before this profile where --profile does not name it");
            }
        }
    }
}
