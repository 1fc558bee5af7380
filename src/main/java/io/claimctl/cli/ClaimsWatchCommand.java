package io.claimctl.cli;

import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.ClaimWatch;
import io.claimctl.cli.connection.Connection;
import io.claimctl.cli.process.Signals;
import io.claimctl.cli.process.TerminalSize;
import io.claimctl.view.ClaimFrame;
import io.claimctl.view.EventSink;
import io.claimctl.view.Format;
import io.claimctl.view.WatchLine;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Shows claims as they change. */
@Command(
        description = {
            "On a terminal a list that changes in place, the last changed claims first; of claims that are named, a history:"
                    + " a line for each thing that happens, with who and why. In a pipe, and with -o, a line for each event:"
                    + " ndjson, unless -o table asks for sentences.",
            "It looks again and again, and sooner where the server has change streams. What follows each other faster than it"
                    + " looks is seen as one. It remembers the 1000 claims that were changed last. A server that is gone for a"
                    + " while is waited for.",
            "Ctrl-C ends it and leaves the terminal as it was.",
        },
        footer = {
            "  claimctl claims watch",
            "  claimctl claims watch order-1001 order-1002",
            "  claimctl claims watch --status processing --instance pod-7",
            "  claimctl claims watch -o ndjson --for 1s | jq -r .event",
        })
@Shows({Format.TABLE, Format.NDJSON})
@Ends(ExitCode.DONE)
final class ClaimsWatchCommand implements Callable<Integer> {
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final PlainOutputOptions output = new PlainOutputOptions();

    @Mixin
    private final TimeOptions times = new TimeOptions();

    @Mixin
    private final StateOptions filters = new StateOptions();

    @Mixin
    private final OptionalClaimIds claims = new OptionalClaimIds();

    @Option(
            names = "--interval",
            paramLabel = "DURATION",
            defaultValue = "2s",
            converter = Interval.class,
            description = "How long between two looks, at least 100ms (default: ${DEFAULT-VALUE}).")
    private Duration interval = Duration.ZERO;

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "End after this time, and exit with 0.")
    private @Nullable Duration longest;

    @Spec
    private @Nullable CommandSpec spec;

    private final Context context;

    ClaimsWatchCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        List<String> ids = claims.named();
        refuseFilters(ids);
        try (Connection open = context.connectToRead(connection, loudness());
                ClaimWatch watch = watch(open.claimStore(), ids);
                WatchShown shown = shown(ids, open)) {
            Duration end = longest == null ? FOR_EVER : longest;
            new WatchRun(
                            watch,
                            shown,
                            interval,
                            end,
                            e -> Failures.store(e, context).sentence())
                    .run();
            return ExitCode.DONE.code();
        }
    }

    private ClaimWatch watch(ClaimStore store, List<String> ids) {
        return ids.isEmpty() ? store.watch(filters.query().build()) : store.watch(ids);
    }

    private WatchShown shown(List<String> ids, Connection open) {
        boolean drawn = drawn();
        if (drawn && ids.isEmpty()) {
            return list(open.collectionName());
        }
        EventSink sink = context.events(format(), output, times);
        Prose prose = context.prose(output);
        if (!drawn) {
            return new EventStream(sink, prose);
        }
        WatchLine words = new WatchLine(ids.size(), context.screen(output, times));
        LiveHistory history = new LiveHistory(sink, prose, context.progress(output), words);
        context.host().signals().aroundStop(history::suspend, history::resume);
        return history;
    }

    private boolean drawn() {
        return !given().hasMatchedOption("--output") && context.canDraw();
    }

    private Loudness loudness() {
        return drawn() && context.streams().terminals().err() ? output.withoutDetails() : output;
    }

    private WatchShown list(String namespace) {
        Streams streams = context.streams();
        TerminalScreen screen = new TerminalScreen(streams.out());
        ClaimFrame frame = new ClaimFrame(namespace, interval, context.screen(output, times));
        LiveList list = new LiveList(screen, frame, new TerminalSize(streams.width(), streams.height()));
        Signals signals = context.host().signals();
        Runnable resized = () -> list.resized(TerminalSize::measured);
        signals.onResize(resized);
        signals.aroundStop(screen::suspend, () -> {
            resized.run(); // nobody has told meanwhile
            screen.resume();
        });
        return list;
    }

    private Format format() {
        boolean sentences = given().hasMatchedOption("--output")
                || context.streams().terminals().out();
        return sentences ? output.format() : Format.NDJSON;
    }

    private ParseResult given() {
        return Objects.requireNonNull(spec).commandLine().getParseResult();
    }

    private void refuseFilters(List<String> ids) {
        CommandSpec choosing =
                Objects.requireNonNull(Objects.requireNonNull(spec).mixins().get("filters"));
        boolean filtered = choosing.options().stream().anyMatch(given()::hasMatchedOption);
        if (filtered && !ids.isEmpty()) {
            throw Refusal.usage("claims that are named are watched whatever their state:"
                    + " leave the ids out, or the options that choose claims");
        }
    }

    /** A duration that leaves the server some rest. */
    static final class Interval implements ITypeConverter<Duration> {
        private static final Duration LEAST = Duration.ofMillis(100);

        @Override
        public Duration convert(String text) {
            Duration interval = new DurationOption.Positive().convert(text);
            if (interval.compareTo(LEAST) < 0) {
                throw new TypeConversionException("'" + text + "' is too short: write 100ms or more");
            }
            return interval;
        }
    }
}
