package io.claimctl.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A payload in a temporary file that its owner alone may read, for a child that is started with it as its standard input. A
 * pipe will not do: where claimctl ends early, so does what the child reads; and where something keeps a pipe open and reads
 * nothing, whoever writes to it waits for ever. Once the child is started, it needs the file no more.
 */
final class PayloadFile implements AutoCloseable {
    private final Path path;

    private PayloadFile(Path path) {
        this.path = path;
    }

    /**
     * The whole payload in a file in the folder TMPDIR, or in that of the system.
     *
     * @param environment that of this process
     * @throws IOException if it cannot be written there; then there is none
     */
    static PayloadFile of(byte[] payload, Map<String, String> environment) throws IOException {
        PayloadFile file = new PayloadFile(create(environment.getOrDefault("TMPDIR", "")));
        try {
            Files.write(file.path, payload);
            return file;
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    private static Path create(String named) throws IOException {
        return named.isEmpty()
                ? Files.createTempFile("claimctl", ".payload")
                : Files.createTempFile(Path.of(named), "claimctl", ".payload");
    }

    /** Where such files are, in words. */
    static String folder(Map<String, String> environment) {
        String named = environment.getOrDefault("TMPDIR", "");
        return named.equals("") ? "the system's folder for them" : named;
    }

    File file() {
        return path.toFile();
    }

    /** Deletes it. Where that fails it stays, since a child that was started must not be given up for it. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException stays) {
            return;
        }
    }
}
