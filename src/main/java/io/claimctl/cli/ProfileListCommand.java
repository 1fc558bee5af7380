package io.claimctl.cli;

import io.claimctl.cli.config.Configuration;
import io.claimctl.cli.config.Profile;
import io.claimctl.cli.config.Setting;
import io.claimctl.cli.connection.Secrets;
import io.claimctl.view.Format;
import io.claimctl.view.ProfileRow;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the profiles of the configuration file. */
@Command(
        description = {
            "They are in $$XDG_CONFIG_HOME/claimctl/config.yaml, or $$HOME/.config/claimctl/config.yaml. Secrets are not shown.",
        },
        footer = {
            "  claimctl profile list",
            "  claimctl profile list -o name",
        })
@Shows({Format.TABLE, Format.WIDE, Format.JSON, Format.NDJSON, Format.YAML, Format.CSV, Format.NAME})
@Ends({ExitCode.DONE, ExitCode.CONFIGURATION})
final class ProfileListCommand implements Callable<Integer> {
    @Mixin
    private final PlainOutputOptions output = new PlainOutputOptions();

    private final Context context;

    ProfileListCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Configuration read = context.configFile().read();
        context.viewOfProfiles(output)
                .profiles(read.profiles().values().stream()
                        .map(profile -> row(profile, profile.name().equals(read.current())))
                        .toList());
        if (read.profiles().isEmpty()) {
            context.prose(output)
                    .say("there is no profile in " + context.configFile()
                            + ": claimctl profile add NAME --uri URI adds one");
        }
        StoreDefaults.before(context.variables())
                .ifPresent(variable ->
                        context.prose(output).say(variable + " is set and counts, not the current profile"));
        return ExitCode.DONE.code();
    }

    private static ProfileRow row(Profile profile, boolean current) {
        return new ProfileRow(
                profile.name(),
                current,
                profile.text(Setting.URI).map(Secrets::redact).orElse(null),
                profile.text(Setting.URI_FILE).orElse(null),
                profile.text(Setting.DB).orElse(null),
                profile.text(Setting.COLLECTION).orElse(null),
                profile.text(Setting.OLDER_THAN).orElse(null),
                profile.text(Setting.OUTPUT).orElse(null),
                profile.text(Setting.TIMEOUT).orElse(null),
                profile.isProtected());
    }
}
