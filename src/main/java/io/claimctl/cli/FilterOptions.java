package io.claimctl.cli;

import io.claimctl.claim.ClaimQuery;
import io.claimctl.claim.PayloadFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which claims a command is about. */
final class FilterOptions {
    @Option(
            names = "--status",
            split = ",",
            paramLabel = "STATUS",
            description =
                    "Only processing, completed, released, or another word that documents have; several with commas.")
    private List<String> statuses = List.of();

    @Option(names = "--event-name", paramLabel = "NAME", description = "Only claims of this event.")
    private @Nullable String eventName;

    @Option(names = "--worker", paramLabel = "TOKEN", description = "Only claims of this very token (worker_id).")
    private @Nullable String worker;

    @Option(
            names = "--instance",
            paramLabel = "NAME",
            description = "Only claims of this instance: tokens that begin with NAME and a colon.")
    private @Nullable String instance;

    @Option(
            names = "--older-than",
            paramLabel = "DURATION",
            converter = DurationOption.Positive.class,
            description = "Only claims whose last transition lies back longer than this.")
    private @Nullable Duration olderThan;

    @Option(
            names = "--created-from",
            paramLabel = "TIME",
            description = "Only claims created at this time (RFC 3339) or later.")
    private @Nullable Instant createdFrom;

    @Option(
            names = "--created-to",
            paramLabel = "TIME",
            description = "Only claims created before this time (RFC 3339).")
    private @Nullable Instant createdTo;

    @Option(
            names = "--payload",
            paramLabel = "WHICH",
            completionCandidates = PayloadFilters.class,
            converter = PayloadFilters.class,
            description =
                    "Only claims that hold a payload, which is a message (with), or only those that hold none (without).")
    private @Nullable PayloadFilter payload;

    /** The conditions; the caller adds the rest. */
    ClaimQuery.Builder query() {
        if (worker != null && instance != null) {
            throw Refusal.usage("--worker and --instance are both given: leave one out");
        }
        return ClaimQuery.builder()
                .statuses(Set.copyOf(statuses))
                .eventName(eventName)
                .worker(worker)
                .instance(instance)
                .olderThan(olderThan)
                .createdFrom(createdFrom)
                .createdTo(createdTo)
                .payload(payload);
    }

    /** The words of --payload. */
    static final class PayloadFilters extends EnumWords<PayloadFilter> {
        PayloadFilters() {
            super("choice by payload", List.of(PayloadFilter.values()));
        }
    }
}
