package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.claim.Lease;
import io.claimctl.claim.Token;
import io.claimctl.worker.Message;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageEnvironmentTest {
    private static final Lease LEASE = Lease.of("m", new Token("recover:0123456789abcdef01234567"));

    @Test
    void nothing_that_another_claimctl_told_the_caller_is_taken_for_the_messages() throws Exception {
        Map<String, String> callers = Map.of(
                "CLAIMCTL_EVENT_NAME", "a", "CLAIMCTL_META_A", "b", "CLAIMCTL_EXPIRES_AT", "c", "CLAIMCTL_DB", "d");
        ChildEnvironment environment = MessageEnvironment.of(Message.of("m"), LEASE, callers);
        assertThat(environment.removed())
                .contains("CLAIMCTL_EVENT_NAME", "CLAIMCTL_META_A", "CLAIMCTL_EXPIRES_AT", "CLAIMCTL_URI")
                .doesNotContain("CLAIMCTL_DB");
        assertThat(environment.added())
                .containsOnlyKeys("CLAIMCTL_ID", "CLAIMCTL_MESSAGE_ID", "CLAIMCTL_METADATA", "CLAIMCTL_TOKEN");
    }
}
