package io.claimctl.cli;

import io.claimctl.cli.config.Profile;
import io.claimctl.cli.config.Setting;
import io.claimctl.cli.connection.Connection;
import io.claimctl.cli.connection.Secrets;
import io.claimctl.view.CommandLines;
import io.claimctl.view.EventSink;
import io.claimctl.view.Format;
import io.claimctl.view.Screen;
import io.claimctl.view.View;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What the commands of one run work with: the streams, the environment, and from these and their options the connection,
 * the screen, prose, confirmation and progress. Used by one thread.
 */
public final class Context {
    private final Streams streams;
    private final Map<String, String> environment;
    private final Supplier<ZoneId> zone;
    private final Host host;
    private final Secrets secrets = new Secrets();
    private @Nullable Connection connection;
    private @Nullable StoreDefaults completed;
    private @Nullable Stopping stopping;
    private @Nullable View view;

    /**
     * The context of one run.
     *
     * @param streams what is read and written
     * @param environment the variables, never asked for elsewhere
     * @param zone of the times that people read; asked only where one is shown
     * @param host signals, and what a child process inherits
     */
    public Context(Streams streams, Map<String, String> environment, Supplier<ZoneId> zone, Host host) {
        this.streams = streams;
        this.environment = Map.copyOf(environment);
        this.zone = zone;
        this.host = host;
        this.environment.values().forEach(secrets::learn);
    }

    /** A context to build commands in that are never run: no environment, and streams that lead nowhere. */
    static Context ofNothing() {
        Streams nowhere = Streams.of(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream(),
                Streams.Terminals.NONE,
                80);
        return new Context(nowhere, Map.of(), () -> ZoneOffset.UTC, Host.NONE);
    }

    /** What is read and written. */
    public Streams streams() {
        return streams;
    }

    /** A variable of the environment; one that is empty is not set. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    /**
     * The connection of a command that only reads; the command closes it. Nothing is sent yet.
     *
     * @throws Refusal if the options, the environment and the profile name none, or name it wrongly
     */
    Connection connectToRead(StoreOptions options, Loudness output) {
        return connected(settings(options, defaults(options), output), output);
    }

    /**
     * The same of a command that changes something. Where the profile is protected, its name is asked for first.
     *
     * @throws Refusal also if it was not typed, with 7
     */
    Connection connect(StoreOptions options, ProtectedOption consent, Loudness output) {
        StoreDefaults defaults = defaults(options);
        defaults.profile().ifPresent(profile -> requireTyped(profile, consent));
        return connected(settings(options, defaults, output), output);
    }

    /**
     * Asks for the name of a profile that is protected.
     *
     * @throws Refusal with 7 if it was not typed
     */
    void requireTyped(Profile asked, ProtectedOption consent) {
        if (!asked.isProtected() || consent.yes()) {
            return;
        }
        String profile = asked.name();
        String wrong = switch (confirmation()
                .askFor(profile, "Profile " + profile + " is protected: type its name to change anything there:")) {
            case YES -> "";
            case NO -> "its name was not typed; nothing was changed";
            case NOBODY_TO_ASK -> "there is no terminal to ask for its name on: add --yes-protected";
        };
        if (!wrong.isEmpty()) {
            throw new Refusal(ExitCode.REFUSED, "profile " + profile + " is protected, and " + wrong);
        }
    }

    private ConnectionSettings settings(StoreOptions options, StoreDefaults defaults, Loudness output) {
        ConnectionSettings settings = ConnectionSettings.of(options, defaults, secrets, new PasswordEntry(this)::of);
        if (settings.passwordInProcessList()) {
            prose(output)
                    .say("warning: the password in --uri can be seen in the process list;"
                            + " set CLAIMCTL_URI or use --uri-file instead");
        }
        return settings;
    }

    /** The connection that these settings name; whoever asks for it only reads. */
    Connection connected(ConnectionSettings settings, Loudness output) {
        connection = Connection.to(
                settings.uri(),
                settings.database(),
                settings.collection(),
                settings.timeout(),
                "claimctl/" + Version.NUMBER);
        if (output.verbose()) {
            Prose prose = prose(output);
            prose.detail(secrets.scrub("connects to " + settings.uri() + " (" + settings.source() + ")"));
            connection = connection.telling(sentence -> prose.detail(secrets.scrub(sentence)), output.verbosity() > 1);
        }
        return connection;
    }

    /** Completes the options of a command by the environment and the profile. */
    void complete(CommandSpec command) {
        List<Object> mixins =
                command.mixins().values().stream().map(CommandSpec::userObject).toList();
        StoreDefaults found = StoreDefaults.ofEnvironment(variables());
        for (Object mixin : mixins) {
            if (mixin instanceof StoreOptions store) {
                found = defaults(store);
            }
        }
        completed = found;
        for (Object mixin : mixins) {
            if (mixin instanceof DefaultedOptions options) {
                options.complete(found, command.userObject().getClass());
            }
        }
    }

    private StoreDefaults defaults(StoreOptions options) {
        return completed == null ? StoreDefaults.of(options, variables(), configFile()) : completed;
    }

    /** The word by which the server's own shell is told the store of these options. */
    String forMongosh(StoreOptions options) {
        return options.forMongosh(defaults(options));
    }

    /** What counts for the format of a command that was not told one, as far as that is known yet. */
    Optional<String> usualOutput() {
        return completed == null
                ? variable("CLAIMCTL_OUTPUT").map(String::strip)
                : completed.value(Setting.OUTPUT).map(SaidValue::value);
    }

    /** The variables that stand for options. */
    Variables variables() {
        return new Variables(environment);
    }

    /** The file that profiles are in. */
    ConfigFile configFile() {
        return ConfigFile.of(variables(), secrets);
    }

    /** Where the result is drawn. */
    Screen screen(OutputOptions output, TimeOptions times) {
        ZoneId shown = times.zone(zone);
        Screen screen = streams.terminals().out()
                ? Screen.terminal(streams.width(), colours(output.colourless()), shown)
                : Screen.piped(shown);
        screen = CallersLocale.isUtf8(environment) ? screen : screen.inAscii();
        return times.absolute() ? screen.withInstants() : screen;
    }

    /** Draws results on standard output; the command lines that it shows repeat the options of this one. */
    View view(StoreOptions options, OutputOptions output) {
        return view(options, output, new ColumnOptions(), new TimeOptions());
    }

    /** The same, with some columns only, and with times as they are asked for. */
    View view(StoreOptions options, OutputOptions output, ColumnOptions columns, TimeOptions times) {
        CommandLines lines = new CommandLines(options.repeated());
        Writer out = Writers.of(streams.out());
        view = new View(output.format(), columns.layout(output), screen(output, times), lines, out);
        return view;
    }

    /** Draws where there are neither columns nor colours. */
    View plainView(Format format, Writer out) {
        return new View(format, Screen.piped(ZoneOffset.UTC), new CommandLines(List.of()), out);
    }

    /** Draws what is shown of profiles. */
    View viewOfProfiles(OutputOptions output) {
        Writer out = Writers.of(streams.out());
        return new View(output.format(), screen(output, new TimeOptions()), new CommandLines(List.of()), out);
    }

    /** Draws for the person at the terminal, on standard error, whatever the format of the result. */
    View viewForPeople(StoreOptions options, OutputOptions output) {
        Screen screen = Screen.terminal(streams.width(), colours(output.colourless()), zone.get());
        screen = CallersLocale.isUtf8(environment) ? screen : screen.inAscii();
        return new View(Format.TABLE, screen, new CommandLines(options.repeated()), Writers.of(streams.err()));
    }

    /** Only words reports here, as a person reads them on standard error; there is no result. */
    View viewOfSentences(StoreOptions options) {
        Screen screen = streams.terminals().err()
                ? Screen.terminal(streams.width(), false, zone.get())
                : Screen.piped(zone.get());
        return new View(Format.TABLE, screen, new CommandLines(options.repeated()), Writer.nullWriter());
    }

    /** How many ids the result had to leave out, since its format has no form for them. */
    long leftOut() {
        return view == null ? 0 : view.leftOut();
    }

    /** What runs beside this process, and what it is sent. */
    Host host() {
        return host;
    }

    /** All variables. */
    Map<String, String> environment() {
        return environment;
    }

    /** The variables with this one set, for a run of another command. */
    Map<String, String> environmentWith(String name, String value) {
        Map<String, String> changed = new HashMap<>(environment);
        changed.put(name, value);
        return changed;
    }

    /** The time zone of the times that people read. */
    Supplier<ZoneId> zone() {
        return zone;
    }

    /** Sentences for people on standard error. */
    Prose prose(Loudness output) {
        return new Prose(streams, output.quiet(), output.verbose());
    }

    /** A question that is asked before a change. */
    Confirmation confirmation() {
        return new Confirmation(streams);
    }

    /** One line on a terminal that says how far a command has come; nothing elsewhere. */
    Progress progress(OutputOptions output) {
        return new Progress(streams, streams.terminals().err() && drawing() && !output.quiet());
    }

    /** Writes events on standard output. */
    EventSink events(Format format, OutputOptions output, TimeOptions times) {
        return new View(format, screen(output, times), new CommandLines(List.of()), Writers.of(streams.out())).events();
    }

    /** Whether standard output is a terminal that may be drawn on, with escape sequences. */
    boolean canDraw() {
        return streams.terminals().out() && drawing();
    }

    /** Whether standard output may be coloured. */
    boolean colours(boolean refused) {
        return streams.terminals().out() && !refused && drawing();
    }

    private boolean drawing() {
        return variable("NO_COLOR").isEmpty()
                && variable("CI").isEmpty()
                && !variable("TERM").orElse("").equals("dumb");
    }

    /**
     * From now on a signal lets the command end in order.
     *
     * @param longest how long the process stays at most for that
     */
    Stopping stopping(Duration longest) {
        stopping = new Stopping(longest);
        return stopping;
    }

    /** The command has ended, and all is said: a signal need not wait any more. */
    void end() {
        if (stopping != null) {
            stopping.close();
        }
    }

    Secrets secrets() {
        return secrets;
    }

    /** The last connection that was made, which knows why the store failed. */
    Optional<Connection> lastConnection() {
        return Optional.ofNullable(connection);
    }
}
