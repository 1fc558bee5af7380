package io.claimctl.claim;

import java.util.Arrays;
import java.util.Optional;

/** The states that a claim's {@code status} is known to have; a foreign document may hold another, or none. */
public enum Status {
    /** A worker holds the claim until its lease ends. */
    PROCESSING("processing"),
    /** The work is done, and remembered until {@code expires_at}. */
    COMPLETED("completed"),
    /** Nobody holds the claim. */
    RELEASED("released");

    private final String stored;

    Status(String stored) {
        this.stored = stored;
    }

    /** The word as the document has it. */
    public String stored() {
        return stored;
    }

    /** The state that the document's word stands for; empty for any other word. */
    public static Optional<Status> of(String stored) {
        return Arrays.stream(values()).filter(s -> s.stored.equals(stored)).findFirst();
    }
}
