package io.claimctl.view;

import io.claimctl.claim.Lease;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What stands beside a message that was saved to a file, as one line of JSON.
 *
 * @param id of its claim
 * @param messageId the id to publish it under, which is not that of its claim
 * @param eventName the event's name, if it has one
 * @param metadata string to string
 * @param createdAt when its claim was first made, if that is known
 * @param lease under which it was saved
 * @param size bytes of the payload
 * @param sha256 digest of the payload, in hex
 */
public record SavedMessage(
        String id,
        String messageId,
        @Nullable String eventName,
        Map<String, String> metadata,
        @Nullable Instant createdAt,
        Lease lease,
        long size,
        String sha256) {

    /** Names in lower case. */
    private enum Field {
        ID,
        MESSAGE_ID,
        EVENT_NAME,
        METADATA,
        CREATED_AT,
        FENCE,
        TOKEN,
        SIZE,
        SHA256
    }

    /** The metadata alone, as JSON. */
    public static String metadata(Map<String, String> metadata) {
        return FactsGenerator.text(new TreeMap<>(metadata));
    }

    /** One line of JSON, its newline included. */
    public String json() {
        Facts facts = new Facts()
                .text(Field.ID, id)
                .text(Field.MESSAGE_ID, messageId)
                .text(Field.EVENT_NAME, eventName)
                .texts(Field.METADATA, metadata)
                .time(Field.CREATED_AT, createdAt)
                .number(Field.FENCE, lease.fence().isPresent() ? lease.fence().getAsLong() : null)
                .text(Field.TOKEN, lease.token().value())
                .number(Field.SIZE, size)
                .text(Field.SHA256, sha256);
        return FactsGenerator.text(facts) + "\n";
    }
}
