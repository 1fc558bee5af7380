package io.claimctl.view;

import io.claimctl.claim.ClaimCollection;

/** Takes the indexes of a collection as they were found, and as they are in the end. */
public interface IndexSink {

    /** As they were found; people see them before anything is made. */
    void seen(ClaimCollection found);

    /** As they are now: the same, where nothing was made. */
    void end(ClaimCollection now);
}
