package io.claimctl.cli;

import io.claimctl.sweep.Plan;
import io.claimctl.sweep.PlanException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which claims a sweep is to go by, beside its rules: those that were listed before, those that were watched for a while. */
@OptionGroup(OptionGroup.CLAIMS)
final class SweepPlan {
    @Option(
            names = "--from",
            paramLabel = "FILE",
            description =
                    "Reset exactly the claims in FILE, as far as they are as they were: rows of stale list -o ndjson, perhaps"
                            + " filtered by jq; - reads standard input. --older-than counts only if it is given.")
    private @Nullable String from;

    @Option(
            names = "--from-max-age",
            paramLabel = "DURATION",
            defaultValue = "1h",
            converter = DurationOption.Positive.class,
            description = "Refuse rows of --from that were listed longer ago (default: ${DEFAULT-VALUE}).")
    private Duration maxAge = Duration.ZERO;

    @Option(
            names = "--observe",
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description =
                    "Reset only what stays as it is for this long, by this host's clock. Worth its time where a worker's clock"
                            + " may be wrong: workers written in Go set the times themselves, and a claim that one with a slow"
                            + " clock has just taken looks stale and free. It does not unlock live leases.")
    private @Nullable Duration observe;

    @Nullable
    String from() {
        return from;
    }

    @Nullable
    Duration observe() {
        return observe;
    }

    /** @throws Refusal if there is no such file, before anything is asked of a server */
    void refuseMissing() {
        if (from != null && !from.equals("-") && !Files.exists(Path.of(from))) {
            throw Refusal.usage("--from " + from + " cannot be read: there is no such file; nothing was changed");
        }
    }

    /**
     * Reads the rows of {@code --from}, all of them, before anything is changed.
     *
     * @param now server time
     * @throws Refusal if they cannot be read, or are not to be used
     */
    Plan read(Context context, String namespace, Instant now) {
        String name = String.valueOf(from);
        try (InputStream rows = name.equals("-") ? context.streams().in() : Files.newInputStream(Path.of(name))) {
            return Plan.read(rows, new Plan.Expected(namespace, now, maxAge), temporaryFolder(context));
        } catch (PlanException e) {
            throw refused(e);
        } catch (IOException e) {
            throw Refusal.usage(
                    "--from " + name + " cannot be read: " + ReplacedFile.reason(e) + "; nothing was changed");
        }
    }

    static Refusal refused(PlanException e) {
        ExitCode exit = switch (e.kind()) {
            case UNREADABLE -> ExitCode.USAGE;
            case OTHER_NAMESPACE, TIME -> ExitCode.REFUSED;
            case NOT_KEPT -> ExitCode.UNEXPECTED;
        };
        return new Refusal(exit, String.valueOf(e.getMessage()));
    }

    static Path temporaryFolder(Context context) {
        return Path.of(context.variable("TMPDIR").orElse("/tmp"));
    }
}
