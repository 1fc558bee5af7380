package io.claimctl.worker;

/** Publishes a message again: to a broker, a command, a folder. Called by one thread at a time. */
@FunctionalInterface
public interface Publisher {

    /**
     * Publishes a message; returning means that it is published, so that its claim is completed and its payload dropped. To
     * consumers who claim by the message's id it must go under its {@link Message#recoveredId}, or they would skip it.
     *
     * <p>It may take its time: the claim is kept as long as this runs. One that never returns keeps the message for ever, and
     * the pass from going on; give it a limit of its own.
     *
     * @param message with the id of its claim; the same one may come again (at least once)
     * @param lease to stop when it is lost: another recovery may publish the message then
     * @throws Exception if it was not published; its message is kept, with the payload, for a later pass
     */
    void publish(Message message, WorkLease lease) throws Exception;
}
