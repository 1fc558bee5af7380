package io.claimctl.cli;

import io.claimctl.cli.config.Configuration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Removes profiles from the configuration file. */
@Command(
        description =
                "On a terminal it asks once, and for the name of each that is protected. Where the current one is removed,"
                        + " there is none until profile use. Nothing happens to any claim.",
        footer = {
            "  claimctl profile remove old",
            "  claimctl profile remove old older --yes",
        })
@Ends({ExitCode.DONE, ExitCode.REFUSED, ExitCode.CONFIGURATION})
final class ProfileRemoveCommand implements Callable<Integer> {
    @Mixin
    private final LoudnessOptions loudness = new LoudnessOptions();

    @Parameters(arity = "1..*", paramLabel = "PROFILE", description = "Their names.")
    private List<String> names = List.of();

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Mixin
    private final ProtectedOption consent = new ProtectedOption();

    private final Context context;

    ProfileRemoveCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Set<String> wanted = new LinkedHashSet<>(names);
        ConfigFile file = context.configFile();
        Configuration found = file.read();
        require(wanted, file, found);
        wanted.forEach(name -> found.profile(name).ifPresent(old -> context.requireTyped(old, consent)));
        confirm(String.join(", ", wanted));
        Prose prose = context.prose(loudness);
        new ChangedConfig(file)
                .change(read -> {
                    require(wanted, file, read);
                    Configuration left = read;
                    for (String name : wanted) {
                        left = left.without(name);
                    }
                    return left;
                })
                .ifPresent(kept -> ChangedConfig.say(kept, prose));
        prose.say((wanted.size() == 1 ? "profile " : "profiles ") + String.join(", ", wanted) + " removed");
        if (found.current() != null && wanted.contains(found.current())) {
            prose.say(found.current() + " was the current one: there is none now; claimctl profile use NAME");
        }
        return ExitCode.DONE.code();
    }

    private static void require(Set<String> wanted, ConfigFile file, Configuration read) {
        wanted.forEach(name -> file.require(read, new SaidValue(name, "", true)));
    }

    private void confirm(String shown) {
        if (yes) {
            return;
        }
        String wrong = switch (context.confirmation().ask("Remove " + shown + "?")) {
            case YES -> "";
            case NO -> "not confirmed; nothing was changed";
            case NOBODY_TO_ASK -> "a removal needs a yes, and there is no terminal to ask on: add --yes";
        };
        if (!wrong.isEmpty()) {
            throw new Refusal(ExitCode.REFUSED, wrong);
        }
    }
}
