package io.claimctl.sweep;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why a file could not be written, in words. */
final class WriteTrouble {
    /** What systems say, and what it means; other words are passed on as they are. */
    private static final Map<String, String> WORDS = Map.of(
            "No space left on device", "the disk is full",
            "Disk quota exceeded", "the disk quota is used up",
            "File too large", "it would be larger than the file size limit allows",
            "Read-only file system", "it is on a file system that is read-only",
            "Broken pipe", "its reader is gone",
            "No locks available", "it cannot be locked there, so sweeps cannot share it",
            "Input/output error", "the disk failed",
            "Is a directory", "it is a folder",
            "Not a directory", "its folder is a file");

    private WriteTrouble() {}

    static String in(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "its folder does not exist";
        }
        if (e instanceof AccessDeniedException) {
            return "that is not allowed to this user";
        }
        if (e instanceof ClosedByInterruptException) {
            return "the writing was interrupted";
        }
        @Nullable String reason = e instanceof FileSystemException failure ? failure.getReason() : e.getMessage();
        if (reason == null) {
            return e.getClass().getSimpleName();
        }
        @Nullable String words = WORDS.get(reason);
        return words == null ? reason : words + " (" + reason + ")";
    }
}
