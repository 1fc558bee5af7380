package io.claimctl.cli;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.ClaimStore;
import io.claimctl.claim.Defect;
import io.claimctl.cli.connection.Connection;
import io.claimctl.view.SafeText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the message that a claim holds. */
@Command(
        description = "The exact bytes, and nothing else; the claim stays as it is. On a terminal only plain text is"
                + " written. A claim without a payload, or whose payload is null, ends with 5.",
        footer = {
            "  claimctl payload get order-1005 | jq .",
            "  claimctl payload get order-1005 -O order-1005.bin",
        })
@Ends({ExitCode.DONE, ExitCode.NOT_FOUND, ExitCode.REFUSED})
final class PayloadGetCommand implements Callable<Integer> {
    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final LoudnessOptions loudness = new LoudnessOptions();

    @Parameters(index = "0", paramLabel = "ID", description = "The claim.")
    private String id = "";

    @Option(
            names = {"-O", "--output-file"},
            paramLabel = "FILE",
            description = "Write the message to FILE, which is replaced as a whole and is for its owner's eyes; - is"
                    + " standard output (the default).")
    private @Nullable Path file;

    private final Context context;

    PayloadGetCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ClaimIds.one(id);
        Optional<ReplacedFile> target = target();
        try (Connection open = context.connectToRead(connection, loudness)) {
            ClaimRow row = open.claimStore()
                    .find(id)
                    .orElseThrow(() -> new Refusal(
                            ExitCode.NOT_FOUND,
                            "there is no claim " + SafeText.of(id) + " in " + open.collectionName()));
            byte[] message = message(row);
            target.ifPresentOrElse(to -> keep(message, to), () -> write(message));
            return ExitCode.DONE.code();
        }
    }

    private Optional<ReplacedFile> target() {
        if (file == null || file.toString().equals("-")) {
            return Optional.empty();
        }
        if (file.toString().isEmpty()) {
            throw Refusal.usage("-O is empty, and names no file: use - for standard output");
        }
        try {
            return Optional.of(ReplacedFile.at(file).writable());
        } catch (IOException e) {
            throw Refusal.usage("-O " + file + " cannot be written: " + ReplacedFile.reason(e));
        }
    }

    /** A defect elsewhere in the document does no harm to the message. */
    private byte[] message(ClaimRow row) {
        for (Defect defect : row.defects()) {
            if (defect.field().equals("payload")) {
                throw new Refusal(
                        ExitCode.REFUSED,
                        "claim " + SafeText.of(id) + " is malformed: " + defect
                                + "; inspect with --raw shows the document as it is stored");
            }
        }
        Claim claim = row.readable();
        return ClaimStore.payload(claim)
                .orElseThrow(() -> new Refusal(
                        ExitCode.NOT_FOUND,
                        claim.payload() == null
                                ? "claim " + SafeText.of(id) + " holds no payload"
                                : "the payload of claim " + SafeText.of(id) + " is null: there are no bytes to write"));
    }

    private void keep(byte[] message, ReplacedFile to) {
        try {
            to.keep(message);
        } catch (IOException e) {
            throw new Refusal(ExitCode.UNEXPECTED, "-O " + file + " cannot be written: " + ReplacedFile.reason(e));
        }
    }

    private void write(byte[] message) {
        if (context.streams().terminals().out() && !isPlainText(message)) {
            throw new Refusal(
                    ExitCode.REFUSED,
                    "the payload of claim " + SafeText.of(id) + " (" + message.length
                            + " bytes) is not plain text, and standard output is a terminal:"
                            + " write it to a file with -O FILE, or into a pipe");
        }
        PrintStream out = context.streams().out();
        out.write(message, 0, message.length);
        out.flush();
    }

    private static boolean isPlainText(byte[] message) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(message))
                    .toString();
            return SafeText.isSafe(text.replace('\n', ' ').replace('\t', ' '));
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
