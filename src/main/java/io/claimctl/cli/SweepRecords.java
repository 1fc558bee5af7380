package io.claimctl.cli;

import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a sweep leaves behind for those who look later. */
@OptionGroup(OptionGroup.RECORDS)
final class SweepRecords {
    @Option(
            names = "--audit-file",
            paramLabel = "FILE",
            description =
                    "Append a line of JSON for each claim before it is changed, with the whole document, and one with the"
                            + " outcome; on the disk before the change. Several sweeps may share FILE. A dry run writes none.")
    private @Nullable Path audit;

    @Option(
            names = "--archive",
            paramLabel = "COLLECTION",
            description =
                    "Copy each claim there, whole, before it is changed. recover -c COLLECTION can publish messages from it.")
    private @Nullable String archive;

    @Option(
            names = "--metrics-file",
            paramLabel = "FILE",
            description =
                    "Replace FILE by the sweep's numbers for Prometheus (a textfile collector), also when the sweep fails.")
    private @Nullable Path metrics;

    @Nullable
    Path audit() {
        return audit;
    }

    /** @throws Refusal if one of them is given, and names nothing */
    void refuseEmpty() {
        refuseEmpty("--audit-file", audit == null ? null : audit.toString());
        refuseEmpty("--archive", archive);
        refuseEmpty("--metrics-file", metrics == null ? null : metrics.toString());
    }

    private static void refuseEmpty(String option, @Nullable String value) {
        if (value != null && value.isEmpty()) {
            throw Refusal.usage(option + " is empty, and names nothing: give a name, or leave it out");
        }
    }

    /** Both would be written over each other. */
    boolean auditsToOutput() {
        return audit != null && Set.of("-", "/dev/stdout", "/dev/fd/1").contains(audit.toString());
    }

    @Nullable
    String archive() {
        return archive;
    }

    @Nullable
    Path metrics() {
        return metrics;
    }
}
