package io.claimctl.cli;

import io.claimctl.cli.StoreDefaults.UsedProfile;
import io.claimctl.cli.config.Setting;
import io.claimctl.cli.connection.Login;
import io.claimctl.cli.process.CommandLineOutput;
import io.claimctl.cli.process.Echo;
import io.claimctl.cli.process.NotRunnable;
import io.claimctl.view.SafeText;
import io.claimctl.view.Times;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the password comes from that a connection string leaves out: {@code --password-stdin}, else the command of the
 * profile, else the person at the terminal. Of standard input only one line is read, byte by byte, so that the rest is
 * left for a command that {@code run} starts.
 */
final class PasswordEntry {
    private static final int LONGEST = 4_096;

    private final Context context;

    PasswordEntry(Context context) {
        this.context = context;
    }

    /**
     * The password of the user that a connection string names.
     *
     * @param timeout of the profile's command
     * @return empty if it needs none, or holds it
     * @throws Refusal if there is none to be had, or one too many
     */
    Optional<String> of(StoreOptions options, @Nullable UsedProfile used, SaidValue uri, Duration timeout) {
        Login login = Login.of(uri.value());
        if (options.passwordStdin()) {
            refuseUseless(login, "--password-stdin", new SaidValue("", uri.source(), true));
            return Optional.of(piped());
        }
        if (used != null && used.profile().value(Setting.PASSWORD_COMMAND).isPresent()) {
            String source = "password_command";
            refuseUseless(login, source, new SaidValue("", uri.source(), false));
            return Optional.of(ofCommand(used, timeout));
        }
        return login.lacksPassword() ? Optional.of(asked(login, uri)) : Optional.empty();
    }

    private static void refuseUseless(Login login, String source, SaidValue uri) {
        if (login.user() == null) {
            throw uri.refused(source + " gives a password, and the connection string of " + uri.source()
                    + " names no user: write it as mongodb://USER@HOST");
        }
        if (login.hasPassword()) {
            throw uri.refused(source + " gives a password, and the connection string of " + uri.source()
                    + " holds one already: leave one out");
        }
        if (!login.lacksPassword()) {
            throw uri.refused(source + " gives a password, and the authMechanism of " + uri.source()
                    + " takes none: leave one out");
        }
    }

    private String piped() {
        if (context.streams().terminals().in()) {
            throw Refusal.usage("--password-stdin reads a file or a pipe, and standard input is a terminal:"
                    + " leave it out, and you are asked without an echo");
        }
        return password(line(), "standard input (--password-stdin)");
    }

    private String ofCommand(UsedProfile used, Duration timeout) {
        String source = used.source(Setting.PASSWORD_COMMAND);
        String command = used.profile().text(Setting.PASSWORD_COMMAND).orElseThrow();
        ChildEnvironment environment = new ChildEnvironment(context.environment());
        try {
            CommandLineOutput.Ended ended = CommandLineOutput.of(
                    List.of("sh", "-c", command),
                    environment.removed(),
                    environment.added(),
                    context.host().stdio().err(),
                    timeout,
                    LONGEST);
            if (!ended.inTime()) {
                throw Refusal.configuration(source + ": the command did not end within " + Times.exact(timeout)
                        + " (--timeout), and was ended");
            }
            if (ended.code() != 0) {
                throw Refusal.configuration(source + ": the command ended with exit code " + ended.code());
            }
            return password(ended.firstLine(), "what its command prints (" + source + ")");
        } catch (NotRunnable e) {
            throw Refusal.configuration(source + ": " + e.getMessage());
        }
    }

    private String asked(Login login, SaidValue uri) {
        Streams streams = context.streams();
        if (!streams.terminals().in() || !streams.terminals().err()) {
            throw Refusal.configuration("the connection string of " + uri.source() + " names the user "
                    + SafeText.of(String.valueOf(login.user()))
                    + " and no password, and there is no terminal to ask on: give --password-stdin, let a profile have"
                    + " a password_command, or put the password into a file for --uri-file");
        }
        try (Echo echo = context.host().echo().now()) {
            RestoringHook hook = new RestoringHook(echo::close); // before there is anything to restore
            try {
                echo.hide(); // before the question: a quick answer would be seen
                streams.out().flush();
                streams.err()
                        .print("Password for " + SafeText.of(String.valueOf(login.user())) + " at "
                                + SafeText.of(login.hosts()) + ": ");
                streams.err().flush();
                return password(line(), "what was typed");
            } finally {
                hook.remove();
                streams.err().println();
            }
        } catch (IOException e) {
            throw Refusal.configuration("the terminal cannot be told to hide what is typed (" + e.getMessage()
                    + "): give --password-stdin instead");
        }
    }

    /** One line; null where it is too long, or input ends before it begins. */
    private @Nullable ByteBuffer line() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        InputStream in = context.streams().in();
        try {
            int b = in.read();
            if (b < 0) {
                return null;
            }
            for (; b >= 0 && b != '\n' && line.size() <= LONGEST; b = in.read()) {
                line.write(b);
            }
        } catch (IOException e) {
            throw Refusal.configuration("standard input cannot be read: " + e.getMessage());
        }
        return ByteBuffer.wrap(line.toByteArray());
    }

    private static String password(@Nullable ByteBuffer line, String source) {
        int length = line == null ? 0 : line.limit();
        if (line != null && length > 0 && line.get(length - 1) == '\r') {
            length--;
        }
        if (line == null || length == 0) {
            throw Refusal.configuration("there is no password: the first line of " + source + " is empty");
        }
        if (length > LONGEST) {
            throw Refusal.configuration("the first line of " + source + " is too long for a password");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(line.limit(length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Refusal.configuration("the first line of " + source + " is not UTF-8");
        }
    }
}
