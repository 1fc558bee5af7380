package io.claimctl.cli;

import io.claimctl.claim.ClaimQuery;
import io.claimctl.claim.PayloadFilter;
import io.claimctl.claim.Status;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which claims a command is about, whatever their age. */
@OptionGroup(OptionGroup.CLAIMS)
final class StateOptions {
    @Option(
            names = "--status",
            split = ",",
            paramLabel = "STATUS",
            completionCandidates = Known.class,
            description =
                    "Only processing, completed, released, or another word that documents have; several with commas.")
    private List<String> statuses = List.of();

    @Mixin
    private final WhichOptions which = new WhichOptions();

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
        return which.query().statuses(Set.copyOf(statuses)).payload(payload);
    }

    /** Why there may be none: a status that documents may have, but that looks like a slip. Else empty. */
    String hint() {
        List<String> known = Arrays.stream(Status.values()).map(Status::stored).toList();
        return statuses.stream()
                .filter(status -> !known.contains(status))
                .flatMap(status -> Suggestions.near(status, known).stream().limit(1))
                .findFirst()
                .map(near -> "; did you mean --status " + near + "?")
                .orElse("");
    }

    /** The words that --status usually has. */
    static final class Known implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Status.values()).map(Status::stored).iterator();
        }
    }

    /** The words of --payload. */
    static final class PayloadFilters extends EnumWords<PayloadFilter> {
        PayloadFilters() {
            super("choice by payload", List.of(PayloadFilter.values()));
        }
    }
}
