package io.claimctl.cli;

import io.claimctl.sweep.AuditFile;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The file of {@code --audit-file}, if there is to be one. It is opened before anything else, since that may fail, or wait for
 * ever for the reader of a pipe.
 *
 * @param file null if nothing is audited
 */
record SweepAudit(@Nullable AuditFile file) implements AutoCloseable {

    /** @throws Refusal if it cannot be written */
    static SweepAudit open(StaleSweep.Choices choices, String namespace) {
        Path path = choices.records().audit();
        if (path == null || choices.request().dryRun()) {
            return new SweepAudit(null);
        }
        try {
            return new SweepAudit(
                    AuditFile.at(path, namespace, choices.request().reset().reason()));
        } catch (IOException e) {
            throw Refusal.usage(e.getMessage() + "; nothing was changed");
        }
    }

    @Override
    public void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            return; // each batch was flushed, or has failed and was said to
        }
    }
}
