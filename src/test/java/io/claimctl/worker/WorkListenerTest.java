package io.claimctl.worker;

import static io.claimctl.worker.KeptFixture.TTL;
import static io.claimctl.worker.WorkFixture.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.claimctl.worker.WorkOutcome.ClaimEnd;
import io.claimctl.worker.WorkOutcome.Ran;
import java.lang.Thread.UncaughtExceptionHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A listener that throws whatever it hears changes nothing. */
class WorkListenerTest {
    private final WorkFixture w = new WorkFixture();
    private final List<String> heard = new ArrayList<>();
    private final List<Throwable> uncaught = new ArrayList<>();
    private final UncaughtExceptionHandler before = Thread.currentThread().getUncaughtExceptionHandler();

    @BeforeEach
    void note() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
    }

    @AfterEach
    void close() {
        Thread.currentThread().setUncaughtExceptionHandler(before);
        w.close();
    }

    private ClaimedWork told(Throwable thrown) {
        WorkListener throwing = (WorkListener) Proxy.newProxyInstance(
                WorkListener.class.getClassLoader(), new Class<?>[] {WorkListener.class}, (proxy, method, values) -> {
                    heard.add(method.getName());
                    throw thrown;
                });
        return w.storing.withListener(throwing);
    }

    private void changesNothing(ClaimedWork work) {
        IllegalStateException own = new IllegalStateException("of the work");
        assertThat(work.run(MESSAGE, w.succeeding())).isEqualTo(new Ran<>("done", ClaimEnd.COMPLETED));
        assertThat(work.run(MESSAGE, w.succeeding()).ran()).isEmpty();
        Message other = MESSAGE.withMetadata(java.util.Map.of());
        w.f.set("a", "status", new BsonString("released"));
        assertThatThrownBy(() -> work.run(other, w.failing(own))).isSameAs(own);
        w.f.refuse(1);
        assertThat(work.withFailOpen().run(MESSAGE, w.succeeding())).isEqualTo(new Ran<>("done", ClaimEnd.FAILED_OPEN));
        w.f.set("a", "status", new BsonString("released"));
        assertThat(work.withPayloadsUpTo(1).run(MESSAGE, w.doing(() -> w.f.time.pass(TTL))))
                .isEqualTo(new Ran<>("done", ClaimEnd.LOST));
        assertThat(heard)
                .containsExactly(
                        "acquired",
                        "stored",
                        "completed",
                        "skipped",
                        "acquired",
                        "stored",
                        "kept",
                        "failedOpen",
                        "acquired",
                        "tooLarge",
                        "lost");
        assertThat(uncaught).hasSize(heard.size());
    }

    @Test
    void its_exceptions_change_nothing() {
        IllegalStateException thrown = new IllegalStateException("of the listener");
        changesNothing(told(thrown));
        assertThat(uncaught).containsOnly(thrown);
    }

    @Test
    void its_errors_change_nothing() {
        AssertionError thrown = new AssertionError("of the listener");
        changesNothing(told(thrown));
        assertThat(uncaught).containsOnly(thrown);
    }

    @Test
    void what_fails_when_the_claim_is_to_be_let_go_changes_nothing_either() {
        ClaimedWork work = told(new IllegalStateException("of the listener"));
        assertThat(work.run(MESSAGE, w.doing(() -> w.f.refuse(1))))
                .isEqualTo(new Ran<>("done", ClaimEnd.NOT_COMPLETED));
        assertThat(heard).containsExactly("acquired", "stored", "failed");
    }

    @Test
    void nobody_has_to_listen() {
        ClaimedWork silent = w.storing.withListener(new WorkListener() {});
        assertThat(silent.run(MESSAGE, w.succeeding())).isEqualTo(new Ran<>("done", ClaimEnd.COMPLETED));
        assertThat(silent.run(MESSAGE, w.succeeding()).ran()).isEmpty();
        assertThat(uncaught).isEmpty();
    }
}
