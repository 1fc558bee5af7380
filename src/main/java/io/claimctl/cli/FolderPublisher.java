package io.claimctl.cli;

import io.claimctl.claim.Claim;
import io.claimctl.claim.Lease;
import io.claimctl.view.SavedMessage;
import io.claimctl.worker.Message;
import io.claimctl.worker.WorkLease;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Saves each message as two files: the payload, and then what else is known of it as JSON, whose presence says that both are
 * whole. Each gets its name when it is on the disk. Used by one thread.
 */
final class FolderPublisher implements Destination {
    private static final int LONGEST_ID = 100;
    private static final int TOKEN_DIGITS = 24;

    private final Path folder;
    private @Nullable Claim claim;

    private FolderPublisher(Path folder) {
        this.folder = folder;
    }

    /**
     * Into this folder, which is made if it is not there; only its owner may look into it then.
     *
     * @throws Refusal if nothing can be written there
     */
    static FolderPublisher into(Path folder) {
        FolderPublisher made = new FolderPublisher(folder);
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectory(folder, ReplacedFile.forOwner(folder, "rwx------"));
                forceIfPossible(folder.toAbsolutePath().getParent());
            }
            Path probe = Files.createTempFile(folder, ".claimctl", ".new", ReplacedFile.forOwner(folder, "rw-------"));
            Files.delete(probe);
            force(folder);
            return made;
        } catch (IOException e) {
            throw Refusal.usage("--to-dir " + folder + " cannot be written: " + ReplacedFile.reason(e));
        }
    }

    @Override
    public void next(Claim next) {
        claim = next;
    }

    @Override
    public void publish(Message message, WorkLease lease) throws NotPublished {
        Lease held = lease.lease().orElseThrow();
        String token = held.token().value();
        String name = safe(message.id()) + "-" + token.substring(token.length() - TOKEN_DIGITS);
        Path payload = folder.resolve(name + ".payload");
        Path json = folder.resolve(name + ".json");
        byte[] bytes = message.payload();
        try {
            write(payload, bytes);
            describe(json, facts(message, held, bytes), payload);
            force(folder);
        } catch (IOException e) {
            throw new NotPublished(folder + " cannot be written any more: " + ReplacedFile.reason(e));
        }
    }

    /** A payload without its description is nobody's. */
    private void describe(Path json, SavedMessage facts, Path payload) throws IOException {
        try {
            write(json, facts.json().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            Files.deleteIfExists(payload);
            throw e;
        }
    }

    private SavedMessage facts(Message message, Lease lease, byte[] payload) {
        Optional<Instant> created = Optional.ofNullable(claim).map(Claim::createdAt);
        return new SavedMessage(
                message.id(),
                message.recoveredId(),
                message.eventName().orElse(null),
                message.metadata(),
                created.orElse(null),
                lease,
                payload.length,
                sha256(payload));
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** A token is drawn once, so that no other process writes to the same name. */
    private void write(Path file, byte[] bytes) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(file.toString(), null, file.getFileName() + " is there already");
        }
        new ReplacedFile(file).write(bytes, true);
    }

    /** One that may be passed through need not be readable. */
    private static void forceIfPossible(@Nullable Path parent) {
        try {
            force(Objects.requireNonNull(parent));
        } catch (IOException notReadable) {
            return; // what is saved is forced itself
        }
    }

    /** So that the names in it outlast a loss of power. */
    private static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** The id as a part of a file name: other bytes than these as {@code %} and two digits. */
    static String safe(String id) {
        StringBuilder name = new StringBuilder();
        for (byte b : id.getBytes(StandardCharsets.UTF_8)) {
            boolean hidden = b == '.' && name.length() == 0;
            String next = isPlain((char) (b & 0xff)) && !hidden
                    ? String.valueOf((char) b)
                    : String.format("%%%02X", b & 0xff);
            if (name.length() + next.length() > LONGEST_ID) {
                break;
            }
            name.append(next);
        }
        return name.toString();
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "-_.".indexOf(c) >= 0;
    }
}
