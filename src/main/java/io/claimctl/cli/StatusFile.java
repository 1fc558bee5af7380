package io.claimctl.cli;

import io.claimctl.view.RunStatus;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * A file that is replaced as a whole each time, so that a reader never finds half of it; readable by its owner alone.
 * Used by one thread at a time.
 */
final class StatusFile {
    private final @Nullable Path file;
    private final Prose prose;
    private boolean failed;

    private StatusFile(@Nullable Path file, Prose prose) {
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
            Path file = path == null ? null : target(path);
            StatusFile made = new StatusFile(file, prose);
            made.replace(first);
            return made;
        } catch (IOException e) {
            throw Refusal.usage("--status-file " + path + " cannot be written: " + reason(e));
        }
    }

    /** Behind symbolic links; what is no plain file (a device, a folder) must not be replaced. */
    private static Path target(Path path) throws IOException {
        if (path.toAbsolutePath().startsWith("/dev") || path.toAbsolutePath().startsWith("/proc")) {
            throw new FileSystemException(path.toString(), null, "what is there is no plain file of yours to replace");
        }
        if (!Files.exists(path)) {
            return path.toAbsolutePath();
        }
        if (!Files.isRegularFile(path)) {
            throw new FileSystemException(path.toString(), null, "it is there, and no plain file");
        }
        return path.toRealPath();
    }

    /** A disk that is full later is said once; it is no reason to end the command. */
    void write(RunStatus status) {
        try {
            replace(status);
        } catch (IOException e) {
            if (!failed) {
                failed = true;
                prose.error("--status-file " + file + " cannot be written any more: " + reason(e));
            }
        }
    }

    private void replace(RunStatus status) throws IOException {
        if (file == null) {
            return;
        }
        Path next = Files.createTempFile(file.getParent(), "." + file.getFileName() + ".", ".new", forOwner(file));
        try {
            Files.writeString(next, status.json());
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    private static FileAttribute<?>[] forOwner(Path file) {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "its folder does not exist";
        }
        if (e instanceof AccessDeniedException) {
            return "that is not allowed to this user in its folder";
        }
        String reason = e instanceof FileSystemException failure ? failure.getReason() : null;
        return reason == null ? e.getClass().getSimpleName() : reason;
    }
}
