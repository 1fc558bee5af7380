package io.claimctl.worker;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A message whose work a claim guards, as it is stored with the claim and published again from there. Immutable. */
public final class Message {
    private static final byte[] NOTHING = {};

    private final String id;
    private final byte[] payload;
    private final Map<String, String> metadata;
    private final @Nullable String eventName;

    private Message(String id, byte[] payload, Map<String, String> metadata, @Nullable String eventName) {
        this.id = id;
        this.payload = payload;
        this.metadata = Map.copyOf(metadata);
        this.eventName = eventName == null || eventName.isEmpty() ? null : eventName;
    }

    /**
     * A message of which nothing is stored.
     *
     * @param id the claim id; empty for a message that has none, whose work no claim can guard
     */
    public static Message of(String id) {
        return new Message(id, NOTHING, Map.of(), null);
    }

    /** The same with this payload, the message itself; it is copied. */
    public Message withPayload(byte[] bytes) {
        return new Message(id, bytes.clone(), metadata, eventName);
    }

    /** The same with this metadata. */
    public Message withMetadata(Map<String, String> other) {
        return new Message(id, payload, other, eventName);
    }

    /** The same with this event name; none if it is null or empty. */
    public Message withEventName(@Nullable String name) {
        return new Message(id, payload, metadata, name);
    }

    /** The claim id; empty if the message has none. */
    public String id() {
        return id;
    }

    /**
     * The id to publish a recovered message under. Its own id will not do: workers who claim by it would skip the message,
     * first since the recovery holds the claim, then since it is completed. The same each time the same message is
     * recovered, so that whoever receives it twice can tell.
     */
    public String recoveredId() {
        return id + ":recovered:" + digest();
    }

    private String digest() {
        try {
            byte[] sha = MessageDigest.getInstance("SHA-256").digest(payload);
            return HexFormat.of().formatHex(sha, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** A copy of the message itself. */
    public byte[] payload() {
        return payload.clone();
    }

    /** How many bytes the payload has. */
    public int size() {
        return payload.length;
    }

    /** String to string. */
    public Map<String, String> metadata() {
        return metadata;
    }

    /** The event's name, if it has one. */
    public Optional<String> eventName() {
        return Optional.ofNullable(eventName);
    }

    /** All but the payload and the metadata, which may be anybody's data. */
    @Override
    public String toString() {
        return "Message[id=" + id + ", eventName=" + eventName + ", " + payload.length + " bytes]";
    }
}
