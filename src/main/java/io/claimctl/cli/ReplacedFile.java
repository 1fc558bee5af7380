package io.claimctl.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A file that is replaced as a whole, so that a reader never finds half of it; readable by its owner alone, unless it is
 * {@linkplain #publish published}.
 *
 * @param file behind symbolic links; it need not exist
 */
record ReplacedFile(Path file) {
    private static final String FOR_OWNER = "rw-------";

    /**
     * The file at this path.
     *
     * @throws IOException if what is there is no plain file (a device, a folder), which must not be replaced
     */
    static ReplacedFile at(Path path) throws IOException {
        if (isOfTheSystem(path)) {
            throw new FileSystemException(path.toString(), null, "what is there is no plain file of yours to replace");
        }
        if (!Files.exists(path)) {
            return new ReplacedFile(path.toAbsolutePath());
        }
        if (!Files.isRegularFile(path)) {
            throw new FileSystemException(path.toString(), null, "it is there, and no plain file");
        }
        return new ReplacedFile(path.toRealPath());
    }

    /** Whether the system makes up what stands there. */
    static boolean isOfTheSystem(Path path) {
        Path absolute = path.toAbsolutePath();
        return absolute.startsWith("/dev") || absolute.startsWith("/proc");
    }

    /** Refuses early what could not be written later. */
    ReplacedFile writable() throws IOException {
        Path folder = folder();
        if (!Files.exists(folder)) {
            throw new NoSuchFileException(folder.toString());
        }
        if (!Files.isDirectory(folder)) {
            throw new NotDirectoryException(folder.toString());
        }
        if (!Files.isWritable(folder)) {
            throw new AccessDeniedException(folder.toString());
        }
        return this;
    }

    /** Replaces it. */
    void write(byte[] content) throws IOException {
        write(content, false);
    }

    /** Replaces it by one that everybody may read, whatever the umask: another user's program is to read it. */
    void publish(byte[] content) throws IOException {
        write(content, false, "rw-r--r--");
    }

    /** Replaces it, and does not return before it would outlast a loss of power. */
    void keep(byte[] content) throws IOException {
        write(content, true);
        try (FileChannel folder = FileChannel.open(folder(), StandardOpenOption.READ)) {
            folder.force(true);
        } catch (IOException notOfThisSystem) {
            return; // the content is safe; not every system lets a folder be forced
        }
    }

    /** @param forced whether the content is on the disk before it has its name */
    void write(byte[] content, boolean forced) throws IOException {
        write(content, forced, FOR_OWNER);
    }

    private void write(byte[] content, boolean forced, String permissions) throws IOException {
        Path next = Files.createTempFile(folder(), "." + file.getFileName() + ".", ".new", forOwner(file, FOR_OWNER));
        try {
            try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
                ByteBuffer left = ByteBuffer.wrap(content);
                while (left.hasRemaining()) {
                    channel.write(left);
                }
                if (forced) {
                    channel.force(true);
                }
            }
            if (!permissions.equals(FOR_OWNER) && hasPermissions(file)) {
                Files.setPosixFilePermissions(next, PosixFilePermissions.fromString(permissions));
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    private Path folder() {
        return java.util.Objects.requireNonNull(file.getParent(), "a file stands in a folder");
    }

    /** These permissions, where the system of files that this path is in has such. */
    static FileAttribute<?>[] forOwner(Path near, String permissions) {
        return hasPermissions(near)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean hasPermissions(Path near) {
        return near.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** Why a file cannot be replaced. */
    static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "its folder does not exist";
        }
        if (e instanceof FileAlreadyExistsException taken && taken.getReason() == null) {
            return "what is there is no folder";
        }
        if (e instanceof AccessDeniedException) {
            return "that is not allowed to this user in its folder";
        }
        if (e instanceof NotDirectoryException) {
            return "its folder is a file";
        }
        String reason = e instanceof FileSystemException failure ? failure.getReason() : e.getMessage();
        return reason == null ? e.getClass().getSimpleName() : reason;
    }
}
