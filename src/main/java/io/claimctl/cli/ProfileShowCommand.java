package io.claimctl.cli;

import io.claimctl.cli.StoreDefaults.UsedProfile;
import io.claimctl.cli.config.Profile;
import io.claimctl.cli.config.Setting;
import io.claimctl.cli.connection.Login;
import io.claimctl.cli.connection.Secrets;
import io.claimctl.view.Format;
import io.claimctl.view.ProfileValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what counts with a profile, and where each value comes from. */
@Command(
        description = {
            "A profile that is named is shown as with --profile: what it says goes before the variables. Without a name the"
                    + " variables go before it. Options go before both. Secrets are not shown, nor is what a"
                    + " password_command runs.",
        },
        footer = {
            "  claimctl profile show",
            "  claimctl profile show prod -o json",
        })
@Shows({Format.TABLE, Format.WIDE, Format.JSON, Format.NDJSON, Format.YAML, Format.CSV})
@Ends({ExitCode.DONE, ExitCode.CONFIGURATION})
final class ProfileShowCommand implements Callable<Integer> {
    private static final Map<Setting, String> DEFAULTS = Map.of(
            Setting.COLLECTION, ConnectionSettings.COLLECTION,
            Setting.OLDER_THAN, "2m",
            Setting.OUTPUT, "table",
            Setting.TIMEOUT, "10s",
            Setting.PROTECTED, "false");

    @Mixin
    private final PlainOutputOptions output = new PlainOutputOptions();

    @Mixin
    private final ProfileChoice choice = new ProfileChoice();

    private final Context context;

    ProfileShowCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        UsedProfile used = choice.of(context);
        StoreDefaults defaults = StoreDefaults.of(used, context.variables());
        List<ProfileValue> values = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            defaults.value(setting)
                    .map(said -> new ProfileValue(setting.key(), shown(setting, said.value()), said.source()))
                    .or(() -> usual(setting, used.profile()))
                    .ifPresent(values::add);
        }
        String name = used.profile().name();
        boolean current = name.equals(used.file().read().current());
        context.viewOfProfiles(output).profileValues(name, current, values);
        choice.warn(context, context.prose(output));
        return ExitCode.DONE.code();
    }

    private static Optional<ProfileValue> usual(Setting setting, Profile profile) {
        return setting == Setting.DB
                ? profile.text(Setting.URI)
                        .flatMap(Login::database)
                        .map(name -> new ProfileValue(setting.key(), name, "the connection string"))
                : Optional.ofNullable(DEFAULTS.get(setting))
                        .map(usual -> new ProfileValue(setting.key(), usual, "the default"));
    }

    private static String shown(Setting setting, String value) {
        return switch (setting) {
            case URI -> Secrets.redact(value);
            case PASSWORD_COMMAND -> "(a command)";
            default -> value;
        };
    }
}
