package io.claimctl.cli;

import io.claimctl.cli.config.Configuration;
import io.claimctl.cli.config.ConfigurationWriter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The configuration file as it is changed: read and replaced as a whole under a lock, so that two changes at a time both
 * last. It is for its owner alone, and so is its folder if that is made here. What a person has written is kept beside it
 * before it is written anew, since comments and layout do not last.
 */
final class ChangedConfig {
    /** The lock is one of the process, so its threads wait for each other before. */
    private static final Object ONE_IN_THIS_PROCESS = new Object();

    private static final String PRIVATE_FOLDER = "rwx------";
    private static final String PRIVATE_FILE = "rw-------";

    private final ConfigFile file;
    private final Path path;

    /** @throws Refusal if the environment names no place for it */
    ChangedConfig(ConfigFile file) {
        this.file = file;
        this.path = place(file);
    }

    private static Path place(ConfigFile file) {
        if (file.path() == null) {
            throw Refusal.configuration("there is no place for config.yaml: set HOME or XDG_CONFIG_HOME");
        }
        return file.path();
    }

    /**
     * Changes it.
     *
     * @param change may refuse; then nothing is written
     * @return where the file as it was is kept, if that had comments or a layout of its own
     * @throws Refusal if the file cannot be used, or not be written
     */
    Optional<Path> change(UnaryOperator<Configuration> change) {
        synchronized (ONE_IN_THIS_PROCESS) {
            try {
                Path folder = Objects.requireNonNull(path.getParent());
                Files.createDirectories(folder, ReplacedFile.forOwner(path, PRIVATE_FOLDER));
                try (FileChannel channel = lockFile(folder);
                        FileLock lock = channel.lock()) {
                    return lock.isValid() ? changed(change) : Optional.empty();
                }
            } catch (IOException e) {
                throw Refusal.configuration(
                        "the file " + file + " cannot be written: " + ReplacedFile.reason(e) + "; nothing was changed");
            }
        }
    }

    /** Says where the file as it was is kept. */
    static void say(Path kept, Prose prose) {
        prose.say("the configuration was written anew, without comments; as it was it is " + kept);
    }

    private static FileChannel lockFile(Path folder) throws IOException {
        Path lock = folder.resolve(".config.yaml.lock");
        return FileChannel.open(
                lock,
                java.util.Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                ReplacedFile.forOwner(lock, PRIVATE_FILE));
    }

    private Optional<Path> changed(UnaryOperator<Configuration> change) throws IOException {
        String before = file.text();
        Configuration read = file.read(before);
        Configuration wanted = change.apply(read);
        ReplacedFile replaced = ReplacedFile.at(path);
        @Nullable Path kept = before.equals(ConfigurationWriter.text(read)) ? null : freeName();
        if (kept != null) {
            ReplacedFile.at(kept).keep(before.getBytes(StandardCharsets.UTF_8));
        }
        replaced.keep(ConfigurationWriter.text(wanted).getBytes(StandardCharsets.UTF_8));
        return Optional.ofNullable(kept);
    }

    /** What was kept before stays. */
    private Path freeName() {
        Path name = path.resolveSibling("config.yaml.bak");
        for (int i = 2; Files.exists(name); i++) {
            name = path.resolveSibling("config.yaml.bak" + i);
        }
        return name;
    }
}
