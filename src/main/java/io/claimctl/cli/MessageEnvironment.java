package io.claimctl.cli;

import io.claimctl.claim.Lease;
import io.claimctl.view.SavedMessage;
import io.claimctl.worker.Message;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What the command that publishes a message is told of it. */
final class MessageEnvironment {
    private static final String EVENT_NAME = "CLAIMCTL_EVENT_NAME";
    private static final String METADATA = "CLAIMCTL_METADATA";
    private static final String PREFIX = "CLAIMCTL_META_";

    private MessageEnvironment() {}

    /**
     * The environment for this message.
     *
     * @param callers that of this process, of which nothing may be taken for the message's
     * @throws NotPublished if a value is none that a variable can have
     */
    static ChildEnvironment of(Message message, Lease lease, Map<String, String> callers) throws NotPublished {
        Map<String, String> told = metadata(message.metadata());
        message.eventName().ifPresent(name -> told.put(EVENT_NAME, name));
        told.put("CLAIMCTL_ID", message.id());
        told.put("CLAIMCTL_MESSAGE_ID", message.recoveredId());
        refuseNul(told);
        told.put(METADATA, SavedMessage.metadata(message.metadata()));
        told.put("CLAIMCTL_TOKEN", lease.token().value());
        lease.fence().ifPresent(fence -> told.put("CLAIMCTL_FENCE", Long.toString(fence)));

        ChildEnvironment environment = new ChildEnvironment(callers);
        environment.remove(EVENT_NAME);
        callers.keySet().stream().filter(name -> name.startsWith(PREFIX)).forEach(environment::remove);
        told.forEach(environment::put);
        return environment;
    }

    /** A key that is a name as it is has that name; of several others that would have it, the first. */
    private static Map<String, String> metadata(Map<String, String> metadata) {
        Map<String, String> variables = new HashMap<>();
        new TreeMap<>(metadata).forEach((key, value) -> variables.putIfAbsent(name(key), value));
        metadata.forEach((key, value) -> {
            if (name(key).equals(PREFIX + key)) {
                variables.put(PREFIX + key, value);
            }
        });
        return variables;
    }

    private static String name(String key) {
        return PREFIX + key.replaceAll("[^A-Za-z0-9_]", "_");
    }

    private static void refuseNul(Map<String, String> told) throws NotPublished {
        for (Map.Entry<String, String> variable : new TreeMap<>(told).entrySet()) {
            if (variable.getValue().indexOf('\0') >= 0) {
                throw new NotPublished(variable.getKey()
                        + " would hold a NUL character, which no variable can: --to-dir DIR saves such a message");
            }
        }
    }
}
