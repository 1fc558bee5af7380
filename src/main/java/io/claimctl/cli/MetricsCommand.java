package io.claimctl.cli;

import io.claimctl.claim.ClaimGauges;
import io.claimctl.cli.connection.Connection;
import io.claimctl.sweep.ClaimMetrics;
import io.claimctl.view.Format;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes the gauges of a collection. */
@Command(
        description = {
            "Claims by status, live and expired leases, stale claims, payloads and the age of the oldest stale claim, in the"
                    + " text format that the textfile collector of node_exporter reads. The server counts, and reads the"
                    + " whole collection for it; a large one may need a longer --timeout.",
            "What is not there has no sample: the oldest stale claim where none is stale, the size of the payloads on a"
                    + " server that cannot sum it (before MongoDB 4.4).",
        },
        footer = {
            "  claimctl metrics --older-than 10m",
            "  claimctl metrics \\",
            "      --to-file /var/lib/node_exporter/textfile_collector/claims.prom",
            "  claimctl metrics -o json | jq .stale",
        })
@Shows({Format.TEXT, Format.JSON, Format.NDJSON})
@Ends(ExitCode.DONE)
final class MetricsCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final TextOutputOptions output = new TextOutputOptions();

    @Mixin
    private final StaleOptions stale = new StaleOptions();

    @Option(
            names = "--to-file",
            paramLabel = "FILE",
            description =
                    "Replace FILE in one step, in place of standard output: a collector that reads it meanwhile finds"
                            + " the old text or the new one. It is readable by all. On a failure it stays as it is.")
    private @Nullable Path file;

    private final Context context;

    MetricsCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ReplacedFile target = file == null ? null : target(file);
        try (Connection open = context.connectToRead(connection, output)) {
            ClaimGauges gauges = open.claimStore().gauges(stale.olderThan());
            String text = text(open.collectionName(), gauges);
            if (target == null) {
                context.streams().out().print(text);
            } else {
                replace(target, text);
            }
            return ExitCode.DONE.code();
        }
    }

    private String text(String collection, ClaimGauges gauges) {
        if (output.format() == Format.TEXT) {
            return ClaimMetrics.text(collection, gauges);
        }
        StringWriter record = new StringWriter();
        context.plainView(output.format(), record).gauges(collection, gauges);
        return record.toString();
    }

    /** Refused before anything is asked of the server. */
    private static ReplacedFile target(Path file) {
        try {
            return ReplacedFile.at(file).writable();
        } catch (IOException e) {
            throw Refusal.usage("--to-file " + file + " cannot be written: " + ReplacedFile.reason(e));
        }
    }

    private static void replace(ReplacedFile target, String text) {
        try {
            target.publish(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new Refusal(
                    ExitCode.UNEXPECTED,
                    "--to-file " + target.file() + " cannot be written: " + ReplacedFile.reason(e));
        }
    }
}
