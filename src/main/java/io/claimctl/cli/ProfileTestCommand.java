package io.claimctl.cli;

import io.claimctl.cli.StoreDefaults.UsedProfile;
import io.claimctl.view.Format;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says what works with a profile. */
@Command(
        description = {
            "Step by step: the connection string and who may read it, the password, the server, the collection and its claims. It"
                    + " changes nothing, and ends with the code of the step that failed.",
        },
        footer = {
            "  claimctl profile test",
            "  claimctl profile test prod -o json",
        })
@Shows({Format.TABLE, Format.WIDE, Format.JSON, Format.NDJSON, Format.YAML, Format.CSV})
@Ends({ExitCode.DONE, ExitCode.UNREACHABLE, ExitCode.TRY_LATER, ExitCode.DENIED, ExitCode.CONFIGURATION})
final class ProfileTestCommand implements Callable<Integer> {
    @Mixin
    private final PlainOutputOptions output = new PlainOutputOptions();

    @Mixin
    private final ProfileChoice choice = new ProfileChoice();

    private final Context context;

    ProfileTestCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        UsedProfile used = choice.of(context);
        ProfileSteps steps = new ProfileSteps(context, used, output);
        ExitCode exit = steps.run();
        context.viewOfProfiles(output).profileSteps(used.profile().name(), steps.done());
        choice.warn(context, context.prose(output));
        return exit.code();
    }
}
