package io.claimctl.cli;

import io.claimctl.claim.Payload;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a message is read from.
 *
 * @param file its name; {@code -} is standard input
 */
record MessageFile(Path file) {

    /**
     * The whole message; of one that is too long, no more than shows that.
     *
     * @throws Refusal if there is none to be read, or it cannot fit into a claim
     */
    byte[] read(InputStream standardInput) {
        if (file.toString().isEmpty()) {
            throw Refusal.usage("an empty text names no file: use - for standard input");
        }
        try {
            if (isStandardInput()) {
                return whole(standardInput);
            }
            try (InputStream in = Files.newInputStream(file)) {
                return whole(in);
            }
        } catch (NoSuchFileException e) {
            throw Refusal.usage("there is no file " + file + " to read the message from");
        } catch (AccessDeniedException e) {
            throw Refusal.usage("the file " + file + " cannot be read: that is not allowed to this user");
        } catch (IOException e) {
            throw Refusal.usage(
                    (isStandardInput() ? "standard input" : "the file " + file) + " cannot be read: " + e.getMessage());
        }
    }

    private byte[] whole(InputStream in) throws IOException {
        byte[] message = new Plain(in).readNBytes(Payload.LONGEST + 1);
        if (message.length > Payload.LONGEST) {
            String size = Files.isRegularFile(file) ? "has " + Files.size(file) : "has more than " + Payload.LONGEST;
            throw new Refusal(
                    ExitCode.REFUSED,
                    "the message " + size + " bytes, and at most " + Payload.LONGEST
                            + " fit into a claim: keep it elsewhere, and store where it is");
        }
        return message;
    }

    /** The name, for a command that is to read the same again; null where a second read would find something else. */
    @Nullable
    String again() {
        boolean lasting = !isStandardInput() && Files.isRegularFile(file) && !ReplacedFile.isOfTheSystem(file);
        return lasting ? file.toString() : null;
    }

    boolean isStandardInput() {
        return file.toString().equals("-");
    }

    /** Only reads: a file stream would ask for its length first, which a pipe has not. */
    private static final class Plain extends FilterInputStream {
        Plain(InputStream in) {
            super(in);
        }
    }
}
