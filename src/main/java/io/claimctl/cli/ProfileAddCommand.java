package io.claimctl.cli;

import io.claimctl.cli.config.Configuration;
import io.claimctl.cli.config.Profile;
import io.claimctl.cli.config.Setting;
import io.claimctl.cli.connection.Connection;
import io.claimctl.cli.connection.ConnectionUri;
import io.claimctl.cli.connection.Login;
import io.claimctl.cli.connection.Secrets;
import io.claimctl.view.Format;
import io.claimctl.view.Times;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds a profile to the configuration file. */
@Command(
        description = {
            "It connects to nothing: profile test does. The file is made where it is missing, for its owner alone, and written"
                    + " anew as a whole: comments and layout of your own do not last. Where there are such, the file as it was is kept"
                    + " beside it.",
            "A password is better kept elsewhere: --password-command, --uri-file, or a connection string with a user alone,"
                    + " whose password is asked for on a terminal or read by --password-stdin.",
        },
        footer = {
            "  claimctl profile add dev --uri mongodb://localhost/shop --use",
            "  claimctl profile add prod --uri mongodb://ops@db.example/shop \\",
            "      --password-command 'pass show db/prod' \\",
            "      --older-than 10m --protected",
        })
@Ends({ExitCode.DONE, ExitCode.REFUSED, ExitCode.CONFIGURATION})
final class ProfileAddCommand implements Callable<Integer> {
    private static final String CONNECTION = "Connection";
    private static final String DEFAULTS = "Defaults";

    @Mixin
    private final LoudnessOptions loudness = new LoudnessOptions();

    @Parameters(
            paramLabel = "NAME",
            description = "Its name: letters, digits, '.', '_' and '-', a letter or a digit first.")
    private String name = "";

    @OptionGroup(CONNECTION)
    @Option(
            names = "--uri",
            paramLabel = "URI",
            description = "Connection string. Others can read it in the process list.")
    private @Nullable String uri;

    @OptionGroup(CONNECTION)
    @Option(names = "--uri-file", paramLabel = "FILE", description = "File that holds the connection string.")
    private @Nullable Path uriFile;

    @OptionGroup(CONNECTION)
    @Option(
            names = "--password-command",
            paramLabel = "TEXT",
            description = "Command line for sh -c; the first line that it prints is the password of the user that the"
                    + " connection string names.")
    private @Nullable String passwordCommand;

    @OptionGroup(DEFAULTS)
    @Option(
            names = {"-d", "--db"},
            paramLabel = "DB",
            description = "Database.")
    private @Nullable String database;

    @OptionGroup(DEFAULTS)
    @Option(
            names = {"-c", "--collection"},
            paramLabel = "NAME",
            description = "Collection.")
    private @Nullable String collection;

    @OptionGroup(DEFAULTS)
    @Option(
            names = "--older-than",
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "What counts as stale.")
    private @Nullable Duration olderThan;

    @OptionGroup(DEFAULTS)
    @Option(
            names = "--default-output",
            paramLabel = "FORMAT",
            completionCandidates = OutputOptions.Formats.class,
            converter = OutputOptions.Formats.class,
            description = "How results are written there: ${COMPLETION-CANDIDATES}.")
    private @Nullable Format output;

    @OptionGroup(DEFAULTS)
    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "Longest that one operation may take.")
    private @Nullable Duration timeout;

    @OptionGroup(OptionGroup.GUARDS)
    @Option(
            names = "--protected",
            description = "Ask for its name before anything is changed there; see --yes-protected.")
    private boolean guarded;

    @OptionGroup(OptionGroup.GUARDS)
    @Option(names = "--replace", description = "Replace the profile of this name, all of it.")
    private boolean replace;

    @Mixin
    private final ProtectedOption consent = new ProtectedOption();

    @Option(names = "--use", description = "Make it the current one.")
    private boolean use;

    private final Context context;

    ProfileAddCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Profile profile = profile();
        Prose prose = context.prose(loudness);
        ConfigFile file = context.configFile();
        if (replace) {
            file.read().profile(name).ifPresent(old -> context.requireTyped(old, consent));
        }
        new ChangedConfig(file)
                .change(read -> changed(read, profile))
                .ifPresent(kept -> ChangedConfig.say(kept, prose));
        prose.say("profile " + name + " is in " + file + (use ? ", and is the current one" : ""));
        if (uri != null && Secrets.isIn(uri)) {
            prose.say("warning: " + file + " holds its password, and so does the history of your shell: "
                    + (Login.of(uri).hasPassword()
                            ? "a --password-command or --password-stdin needs none there"
                            : "a file for --uri-file with mode 600 keeps it from both"));
        }
        return ExitCode.DONE.code();
    }

    private Configuration changed(Configuration read, Profile profile) {
        if (read.profile(name).isPresent() && !replace) {
            throw new Refusal(
                    ExitCode.REFUSED, "there is a profile " + name + " already: add --replace, or take another name");
        }
        Configuration changed = read.with(profile);
        return use ? changed.using(name) : changed;
    }

    private Profile profile() {
        if (!Profile.isName(name)) {
            throw Refusal.usage("'" + name + "' is no name of a profile: " + Profile.rule());
        }
        if ((uri == null) == (uriFile == null)) {
            throw Refusal.usage(
                    uri == null
                            ? "no server is named: give --uri or --uri-file"
                            : "--uri and --uri-file are both given: leave one out");
        }
        refuseWrong();
        Map<Setting, Profile.Value> values = new EnumMap<>(Setting.class);
        put(values, Setting.URI, uri);
        put(
                values,
                Setting.URI_FILE,
                uriFile == null ? null : uriFile.toAbsolutePath().toString());
        put(values, Setting.PASSWORD_COMMAND, passwordCommand);
        put(values, Setting.DB, database);
        put(values, Setting.COLLECTION, collection);
        put(values, Setting.OLDER_THAN, olderThan == null ? null : Times.exact(olderThan));
        put(values, Setting.OUTPUT, output == null ? null : output.toString());
        put(values, Setting.TIMEOUT, timeout == null ? null : Times.exact(timeout));
        put(values, Setting.PROTECTED, guarded ? "true" : null);
        return new Profile(name, 0, values);
    }

    private void refuseWrong() {
        if (uri != null) {
            ConnectionUri.relativeFile(uri).ifPresent(file -> {
                throw Refusal.usage("a profile is used in any folder: write the file " + file
                        + " of --uri with its whole path, from / on");
            });
        }
        if (uri != null && !uri.startsWith("mongodb+srv://")) { // what only the DNS can tell is left to profile test
            String complete = Login.of(uri).lacksPassword() ? Login.withPassword(uri, "any") : uri;
            try {
                ConnectionUri.parse(complete, Duration.ZERO);
            } catch (ConnectionUri.InvalidUri e) {
                throw Refusal.usage("the connection string of --uri cannot be used: " + e.getMessage());
            }
        }
        if (passwordCommand != null && uri != null) {
            Login login = Login.of(uri);
            if (login.user() == null || login.hasPassword()) {
                throw Refusal.usage("--password-command gives a password, and the connection string of --uri "
                        + (login.user() == null
                                ? "names no user: write it as mongodb://USER@HOST"
                                : "holds one already: leave one out"));
            }
        }
        if (database != null) {
            new SaidValue(database, "--db", true).check(Connection::checkDatabase);
        }
        if (collection != null) {
            new SaidValue(collection, "--collection", true).check(Connection::checkCollection);
        }
    }

    private static void put(Map<Setting, Profile.Value> values, Setting setting, @Nullable String text) {
        if (text != null) {
            if (text.isBlank() || text.chars().anyMatch(Character::isISOControl)) {
                throw Refusal.usage("--" + setting.key().replace('_', '-')
                        + " must be one line that is not blank, without control characters");
            }
            values.put(setting, new Profile.Value(text, 0));
        }
    }
}
