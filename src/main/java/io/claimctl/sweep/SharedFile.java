package io.claimctl.sweep;

import io.claimctl.claim.Sleeper;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A plain file that several processes append to. It is opened by its name, locked, appended to and closed for each batch, so
 * that it may be renamed or truncated in between; a batch that could not be written whole is taken back.
 */
final class SharedFile implements LineTarget {
    /**
     * Closing any channel of a file drops every lock of this process on it: not before another of its threads is done with
     * its own.
     */
    private static final Object ONE_IN_THIS_PROCESS = new Object();

    private static final Set<StandardOpenOption> APPENDING =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    private static final int CHUNK = 1 << 18;
    private static final int MOST_RENAMES = 100;
    private static final int MOST_TRIES = 500;
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(20);

    private final Path path;
    private final Sleeper sleeper;

    SharedFile(Path path, Sleeper sleeper) {
        this.path = path;
        this.sleeper = sleeper;
    }

    @Override
    public void append(Lines batch) throws IOException {
        synchronized (ONE_IN_THIS_PROCESS) {
            for (int i = 0; i < MOST_RENAMES; i++) {
                if (appendedToWhatHasTheName(batch)) {
                    return;
                }
            }
        }
        throw new IOException("another file gets its name again and again");
    }

    /** False if what was opened has lost the name before it was locked; then nothing was written. */
    private boolean appendedToWhatHasTheName(Lines batch) throws IOException {
        @Nullable Object named = key();
        try (@Nullable FileChannel reading = named == null ? null : readable();
                FileChannel file = FileChannel.open(path, APPENDING, forOwner());
                FileLock lock = locked(file)) {
            if (named == null) {
                forceFolder();
            }
            boolean still = lock.isValid() && named != null && named.equals(key());
            if (still) {
                write(file, endsTorn(reading), batch);
            }
            return still;
        }
    }

    /** What tells the file that has the name now from any other; null if none has it. */
    private @Nullable Object key() throws IOException {
        try {
            BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
            if (found.isDirectory()) {
                throw new FileSystemException(path.toString(), null, "it is a folder");
            }
            if (!found.isRegularFile()) {
                throw new FileSystemException(path.toString(), null, "it was a plain file, and is none any more");
            }
            @Nullable Object key = found.fileKey();
            return key == null ? path : key;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Who may append need not be allowed to read. */
    private @Nullable FileChannel readable() throws IOException {
        try {
            return FileChannel.open(path, StandardOpenOption.READ);
        } catch (AccessDeniedException | NoSuchFileException e) {
            return null;
        }
    }

    private FileAttribute<?>[] forOwner() {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** A peer that stands still with the lock must not keep a sweep for ever. */
    private FileLock locked(FileChannel file) throws IOException {
        for (int i = 0; i < MOST_TRIES; i++) {
            @Nullable FileLock lock = tryLock(file);
            if (lock != null) {
                return lock;
            }
            if (!sleeper.sleep(BETWEEN_TRIES)) {
                throw new IOException("the waiting for its lock was interrupted");
            }
        }
        throw new IOException("another process has kept it locked for "
                + BETWEEN_TRIES.multipliedBy(MOST_TRIES).toSeconds() + " seconds");
    }

    private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException ofThisProcess) {
            return null;
        }
    }

    private static boolean endsTorn(@Nullable FileChannel reading) throws IOException {
        if (reading == null || reading.size() == 0) {
            return false;
        }
        ByteBuffer last = ByteBuffer.allocate(1);
        return reading.read(last, reading.size() - 1) == 1 && last.get(0) != '\n';
    }

    private static void write(FileChannel file, boolean afterTorn, Lines batch) throws IOException {
        long before = file.size();
        Appending appending = new Appending(file, afterTorn);
        Writer out = new BufferedWriter(
                new OutputStreamWriter(new BufferedOutputStream(appending, CHUNK), StandardCharsets.UTF_8));
        try {
            batch.to(out);
            out.flush();
            if (appending.written > 0) {
                file.force(false);
            }
        } catch (IOException | RuntimeException e) {
            takeBack(file, before, appending.written);
            throw e;
        }
    }

    /** Only what is ours, and last. */
    private static void takeBack(FileChannel file, long before, long written) {
        try {
            if (written > 0 && file.size() == before + written) {
                file.truncate(before);
                file.force(false);
            }
        } catch (IOException leftTorn) {
            return; // the next batch begins on a line of its own
        }
    }

    private void forceFolder() {
        @Nullable Path folder = path.toAbsolutePath().getParent();
        if (folder == null) {
            return;
        }
        try (FileChannel opened = FileChannel.open(folder, StandardOpenOption.READ)) {
            opened.force(true);
        } catch (IOException notOfThisSystem) {
            return; // not every system lets a folder be forced
        }
    }

    @Override
    public void close() {}

    /** Knows how much of a batch has reached the file. */
    private static final class Appending extends OutputStream {
        private final FileChannel file;
        private boolean afterTorn;
        private long written;

        Appending(FileChannel file, boolean afterTorn) {
            this.file = file;
            this.afterTorn = afterTorn;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (afterTorn) {
                afterTorn = false;
                write('\n');
            }
            ByteBuffer left = ByteBuffer.wrap(bytes, offset, length);
            while (left.hasRemaining()) {
                written += file.write(left);
            }
        }
    }
}
