package io.claimctl.view;

import io.claimctl.claim.Lease;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How a run of a command under a claim stands: what its status file holds, as one line of JSON.
 *
 * @param state where it stands
 * @param id the claim
 * @param lease as last confirmed; null before it was acquired, or without a claim
 * @param pid the command's process
 * @param exitCode what the run ends with
 */
public record RunStatus(State state, String id, @Nullable Lease lease, OptionalLong pid, OptionalInt exitCode) {

    /** Where a run stands; {@code state} in lower case. */
    public enum State {
        /** It waits for the claim. */
        WAITING,
        /** The command runs, and the claim is held. */
        RUNNING,
        /** The command runs without a claim, as it was told to where the store fails. */
        UNCLAIMED,
        /** The claim is lost; the command is being ended, unless it was told to go on. */
        LOST,
        /** The run is over. */
        ENDED
    }

    /** How it stands where there is no lease, and no command yet. */
    public static RunStatus of(State state, String id) {
        return new RunStatus(state, id, null, OptionalLong.empty(), OptionalInt.empty());
    }

    /** How it ended. */
    public static RunStatus ended(String id, int exitCode) {
        return new RunStatus(State.ENDED, id, null, OptionalLong.empty(), OptionalInt.of(exitCode));
    }

    /** Names in lower case. */
    private enum Field {
        STATE,
        ID,
        TOKEN,
        FENCE,
        EXPIRES_AT,
        PID,
        EXIT_CODE
    }

    /** One line of JSON, its newline included. */
    public String json() {
        Facts facts = new Facts().text(Field.STATE, Facts.name(state)).text(Field.ID, id);
        if (lease != null) {
            facts.text(Field.TOKEN, lease.token().value())
                    .number(
                            Field.FENCE,
                            lease.fence().isPresent() ? lease.fence().getAsLong() : null)
                    .time(Field.EXPIRES_AT, lease.expiresAt().orElse(null));
        }
        facts.number(Field.PID, pid.isPresent() ? pid.getAsLong() : null)
                .number(Field.EXIT_CODE, exitCode.isPresent() ? (long) exitCode.getAsInt() : null);
        return FactsGenerator.text(facts) + "\n";
    }
}
