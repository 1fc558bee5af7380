package io.claimctl.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Makes a profile the current one. */
@Command(
        description =
                "Commands that name no store work there from now on, unless CLAIMCTL_URI, CLAIMCTL_URI_FILE or CLAIMCTL_PROFILE"
                        + " says otherwise.",
        footer = {
            "  claimctl profile use prod",
        })
@Ends({ExitCode.DONE, ExitCode.CONFIGURATION})
final class ProfileUseCommand implements Callable<Integer> {
    @Mixin
    private final LoudnessOptions loudness = new LoudnessOptions();

    @Parameters(paramLabel = "PROFILE", description = "Its name.")
    private String name = "";

    private final Context context;

    ProfileUseCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Prose prose = context.prose(loudness);
        ConfigFile file = context.configFile();
        new ChangedConfig(file)
                .change(read -> read.using(
                        file.require(read, new SaidValue(name, "", true)).name()))
                .ifPresent(kept -> ChangedConfig.say(kept, prose));
        prose.say("profile " + name + " is the current one");
        Variables variables = context.variables();
        StoreDefaults.before(variables)
                .filter(variable -> !name.equals(variables.get(variable)))
                .ifPresent(variable -> prose.say(variable + " is set and goes before it"));
        return ExitCode.DONE.code();
    }
}
