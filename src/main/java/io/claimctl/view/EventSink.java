package io.claimctl.view;

import io.claimctl.claim.ClaimEvent;
import java.util.List;

/** Takes what happens to claims and writes it as it comes, an event a line; on the stream when the method returns. */
@FunctionalInterface
public interface EventSink {

    /** What one look saw; nothing is written where that is nothing. */
    void events(List<ClaimEvent> seen);
}
