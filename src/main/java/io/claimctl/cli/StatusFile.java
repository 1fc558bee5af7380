package io.claimctl.cli;

import io.claimctl.view.RunStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The file in which a run keeps its state, replaced as a whole each time. Used by one thread at a time.
 */
final class StatusFile {
    private final @Nullable ReplacedFile file;
    private final Prose prose;
    private boolean failed;

    private StatusFile(@Nullable ReplacedFile file, Prose prose) {
        this.file = file;
        this.prose = prose;
    }

    /**
     * The file at this path, which need not exist; null for none.
     *
     * @throws Refusal if it cannot be one
     */
    static StatusFile at(@Nullable Path path, RunStatus first, Prose prose) {
        try {
            ReplacedFile file = path == null ? null : ReplacedFile.at(path);
            StatusFile made = new StatusFile(file, prose);
            made.replace(first);
            return made;
        } catch (IOException e) {
            throw Refusal.usage("--status-file " + path + " cannot be written: " + ReplacedFile.reason(e));
        }
    }

    /** A disk that is full later is said once; it is no reason to end the command. */
    void write(RunStatus status) {
        try {
            replace(status);
        } catch (IOException e) {
            if (!failed) {
                failed = true;
                prose.error("--status-file " + Objects.requireNonNull(file).file() + " cannot be written any more: "
                        + ReplacedFile.reason(e));
            }
        }
    }

    private void replace(RunStatus status) throws IOException {
        if (file != null) {
            file.write(status.json().getBytes(StandardCharsets.UTF_8));
        }
    }
}
