package io.claimctl.claim;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of a claim: the values, or the absence, of {@code _id}, {@code worker_id}, {@code status},
 * {@code updated_at}, {@code expires_at} and {@code payload}. A mutation that names them all changes the claim only if
 * none of them has changed. ({@code payload} is among them because storing one does not touch {@code updated_at}.)
 *
 * <p>{@link #text()} is the opaque form for command lines and files: a hash of these values, to be compared with a fresh
 * read, whose exact values then go into the mutation's filter.
 */
public final class Fingerprint {
    private static final String FORM = "c1.";
    private static final List<String> SEEN =
            List.of(Fields.ID, Fields.WORKER_ID, Fields.STATUS, Fields.UPDATED_AT, Fields.EXPIRES_AT, Fields.PAYLOAD);

    private final BsonDocument seen;

    private Fingerprint(BsonDocument seen) {
        this.seen = seen;
    }

    static Fingerprint of(BsonDocument document) {
        BsonDocument seen = new BsonDocument();
        for (String field : SEEN) {
            BsonValue value = document.get(field);
            if (value != null) {
                seen.put(field, value);
            }
        }
        return new Fingerprint(seen);
    }

    /** Whether the text has the form of {@link #text()}; one that has not can match no claim. */
    public static boolean isText(String text) {
        return text.matches("c1\\.[A-Za-z0-9_-]{22}");
    }

    /** The opaque form: printable, without blanks or characters that a shell would change. */
    public String text() {
        return FORM + hash(seen);
    }

    BsonValue id() {
        return Objects.requireNonNull(seen.get(Fields.ID), "a document without _id has no fingerprint");
    }

    /** The value seen, or null where the field was absent. */
    @Nullable
    BsonValue value(String field) {
        return seen.get(field);
    }

    boolean hasPayload() {
        return seen.containsKey(Fields.PAYLOAD);
    }

    /** Every field that was looked at beside {@code _id}. */
    static List<String> fields() {
        return SEEN.subList(1, SEEN.size());
    }

    private static String hash(BsonDocument seen) {
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        new BsonDocumentCodec()
                .encode(
                        new BsonBinaryWriter(buffer),
                        seen,
                        EncoderContext.builder().build());
        try {
            byte[] sha = MessageDigest.getInstance("SHA-256").digest(buffer.toByteArray());
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(sha, 16));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Fingerprint that && seen.equals(that.seen);
    }

    @Override
    public int hashCode() {
        return Objects.hash(seen);
    }

    @Override
    public String toString() {
        return text();
    }
}
