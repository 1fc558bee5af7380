package io.claimctl.cli;

import io.claimctl.claim.ClaimCollection;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.StaleGauges;
import io.claimctl.claim.StoreException;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.Format;
import io.claimctl.view.StaleCheck;
import io.claimctl.view.Times;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tells a monitoring system how many claims are stale. What fails is told in the same way, by {@link CheckVoice}. */
@Command(
        description = {
            "One line and an exit code by the convention of monitoring plugins, as Nagios, Icinga, Zabbix and others take"
                    + " them, with the numbers behind a bar. Stale are claims that are processing and whose last transition"
                    + " lies back longer than --older-than, also those whose lease still runs (stale_live).",
            "Without --warn, --crit and --oldest any stale claim is a WARNING. oldest is 0s where none is stale.",
        },
        footer = {
            "  claimctl check --older-than 10m",
            "  claimctl check --older-than 10m --warn 10 --crit 100 --oldest 1h",
            "  claimctl check --uri-file /etc/claimctl/uri -o json",
        })
@Shows({Format.TEXT, Format.JSON, Format.NDJSON})
@EndsLikeAPlugin
final class CheckCommand implements Callable<Integer> {
    /** As it is named on the command line. */
    static final String NAME = "check";

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final TextOutputOptions output = new TextOutputOptions();

    @Mixin
    private final StaleOptions stale = new StaleOptions();

    @OptionGroup("Thresholds")
    @Option(
            names = "--warn",
            paramLabel = "N",
            converter = WholeNumberConverter.class,
            description = "More than N stale claims are a WARNING.")
    private @Nullable Long warn;

    @OptionGroup("Thresholds")
    @Option(
            names = "--crit",
            paramLabel = "N",
            converter = WholeNumberConverter.class,
            description = "More than N stale claims are CRITICAL.")
    private @Nullable Long crit;

    @OptionGroup("Thresholds")
    @Option(
            names = "--oldest",
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "A stale claim whose last transition lies back longer than this is CRITICAL.")
    private @Nullable Duration oldest;

    private final Context context;

    CheckCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        refuseUseless();
        Long least = warn == null && crit == null && oldest == null ? Long.valueOf(0) : warn;
        try (Connection open = context.connectToRead(connection, output)) {
            ClaimStore store = open.claimStore();
            StaleGauges gauges = store.staleGauges(stale.olderThan());
            if (gauges.live() + gauges.expired() == 0) {
                refuseAbsent(store, open.collectionName());
            }
            StaleCheck check = new StaleCheck(open.collectionName(), gauges, least, crit, oldest);
            context.plainView(output.format(), Writers.of(context.streams().out()))
                    .check(check);
            return check.state().code();
        }
    }

    /** A misspelt name would be well for ever. */
    private static void refuseAbsent(ClaimStore store, String name) {
        ClaimCollection.State state;
        try {
            state = store.collection().state();
        } catch (StoreException notAllowedToLook) {
            return;
        }
        if (state == ClaimCollection.State.ABSENT) {
            throw Refusal.configuration("there is no collection " + name + ": correct --db or --collection");
        }
    }

    private void refuseUseless() {
        if (warn != null && crit != null && warn > crit) {
            throw Refusal.usage(
                    "--warn " + warn + " is above --crit " + crit + ": no number of claims is a WARNING then");
        }
        if (oldest != null && oldest.compareTo(stale.olderThan()) < 0) {
            throw Refusal.usage("--oldest " + Times.exact(oldest) + " is shorter than --older-than "
                    + Times.exact(stale.olderThan()) + ", before which no claim is stale: shorten that, too");
        }
    }
}
