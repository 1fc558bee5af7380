package io.claimctl.worker;

import static io.claimctl.worker.KeptFixture.NOTICE;
import static io.claimctl.worker.KeptFixture.TTL;

import io.claimctl.claim.AcquireOutcome;
import io.claimctl.claim.Acquired;
import io.claimctl.claim.CompleteOutcome;
import io.claimctl.claim.KeptForRecovery;
import io.claimctl.claim.PayloadOutcome;
import io.claimctl.claim.PayloadStored;
import io.claimctl.claim.ReleaseOutcome;
import io.claimctl.claim.Released;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Work on the claims of a {@link KeptFixture}: its keeper has no threads, a test looks and renews. It notes all that is told. */
final class WorkFixture implements AutoCloseable, WorkListener {
    static final byte[] BYTES = "the message".getBytes(StandardCharsets.UTF_8);
    static final Message MESSAGE = Message.of("a")
            .withPayload(BYTES)
            .withMetadata(Map.of("trace", "abc"))
            .withEventName("order.created");

    final KeptFixture f = new KeptFixture();
    final LeaseKeeper keeper = new LeaseKeeper(f.store, new SplittableRandom(1), this::unstarted);
    final ClaimedWork work = ClaimedWork.on(f.store, keeper, TTL, NOTICE).withListener(this);
    final ClaimedWork storing = work.withPayloadsUpTo(1_000);
    /** The names of what was told, in order. */
    final List<String> events = new ArrayList<>();
    /** What was told with them. */
    final List<Object> values = new ArrayList<>();

    /** What was called, by the names of the works that were. */
    int ran;

    private Thread unstarted(Runnable code) {
        return new Thread(code) {
            @Override
            public synchronized void start() {
                if (getName().equals("claimctl-lease-lost")) {
                    f.told.add(code);
                }
            }
        };
    }

    /** Work that does this, and succeeds. */
    Work<String, RuntimeException> doing(Runnable what) {
        return lease -> {
            ran++;
            what.run();
            return "done";
        };
    }

    /** Work that does nothing, and succeeds. */
    Work<String, RuntimeException> succeeding() {
        return doing(() -> {});
    }

    /** Work that fails with this. */
    Work<String, RuntimeException> failing(RuntimeException with) {
        return doing(() -> {
            throw with;
        });
    }

    /** Renews when that is due, once. */
    void renew() {
        f.pass(TTL.dividedBy(3));
        keeper.renew();
    }

    /** Runs what is to be told of losses. */
    void hear() {
        List<Runnable> told = List.copyOf(f.told);
        f.told.clear();
        told.forEach(Runnable::run);
    }

    /** Another worker acquires the claim once its lease has ended. */
    void takenOver() {
        f.time.pass(TTL.plusSeconds(1));
        f.other.acquire("a", TTL).acquired().orElseThrow();
    }

    /** Whatever is sent next is not answered, applied or not. */
    void silence(boolean applied) {
        BsonDocument reply = new BsonDocument("ok", new BsonInt32(0))
                .append("code", new BsonInt32(91))
                .append("errmsg", new BsonString("shutting down"));
        for (int i = 0; i < 1_000; i++) {
            f.server.answerNext("findAndModify", reply, applied && i == 0);
        }
        for (int i = 0; i < 1_000; i++) {
            f.server.answerNext("find", reply, false);
        }
    }

    /** The commands on claims since the last call. */
    List<String> commands() {
        List<String> names = f.steering.sentNames().stream()
                .filter(name -> !name.equals("listCollections"))
                .toList();
        f.steering.forgetSent();
        return names;
    }

    private void told(String event, Object value) {
        events.add(event);
        values.add(value);
    }

    @Override
    public void acquired(Message message, Acquired outcome) {
        told("acquired", outcome);
    }

    @Override
    public void skipped(Message message, AcquireOutcome why) {
        told("skipped", why);
    }

    @Override
    public void failedOpen(Message message, RuntimeException why) {
        told("failedOpen", why);
    }

    @Override
    public void stored(Message message, PayloadStored outcome) {
        told("stored", outcome);
    }

    @Override
    public void notStored(Message message, PayloadOutcome outcome) {
        told("notStored", outcome);
    }

    @Override
    public void tooLarge(Message message, int most) {
        told("tooLarge", most);
    }

    @Override
    public void completed(Message message, CompleteOutcome outcome) {
        told("completed", outcome);
    }

    @Override
    public void notCompleted(Message message, CompleteOutcome outcome) {
        told("notCompleted", outcome);
    }

    @Override
    public void released(Message message, Released outcome) {
        told("released", outcome);
    }

    @Override
    public void kept(Message message, KeptForRecovery outcome) {
        told("kept", outcome);
    }

    @Override
    public void notReleased(Message message, ReleaseOutcome outcome) {
        told("notReleased", outcome);
    }

    @Override
    public void failed(Message message, Step step, Throwable why) {
        told("failed to " + step, why);
    }

    @Override
    public void lost(Message message, LeaseLoss loss) {
        told("lost", loss);
    }

    @Override
    public void close() {
        Thread.interrupted();
        f.server.clear();
        keeper.close();
        f.close();
    }
}
