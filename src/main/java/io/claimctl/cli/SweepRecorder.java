package io.claimctl.cli;

import io.claimctl.claim.Claim;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweptClaim;
import io.claimctl.sweep.Archive;
import io.claimctl.sweep.AuditFile;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Archives and audits each batch before it is changed, and audits what came of it. What cannot be recorded is not changed. */
final class SweepRecorder implements SweepListener {
    private final @Nullable Archive archive;
    private final @Nullable AuditFile audit;
    private final @Nullable String reason;
    private final Supplier<Instant> now;
    private final Function<StoreException, String> words;
    private @Nullable String failure;

    /**
     * @param reason the operator's words
     * @param now server time
     * @param words why the store failed
     */
    SweepRecorder(
            @Nullable Archive archive,
            @Nullable AuditFile audit,
            @Nullable String reason,
            Supplier<Instant> now,
            Function<StoreException, String> words) {
        this.archive = archive;
        this.audit = audit;
        this.reason = reason;
        this.now = now;
        this.words = words;
    }

    @Override
    public Optional<String> reasonToStop() {
        return Optional.ofNullable(failure);
    }

    @Override
    public Optional<String> beforeBatch(String by, List<Claim> seen) {
        if (failure == null && (archive != null || audit != null)) {
            record(by, seen);
        }
        return Optional.ofNullable(failure);
    }

    private void record(String by, List<Claim> seen) {
        try {
            Instant at = now.get();
            if (archive != null) {
                archive.copy(by, at, seen, reason);
            }
            if (audit != null) {
                audit.before(by, at, seen);
            }
        } catch (StoreException e) {
            failure = "the archive cannot be written: " + words.apply(e) + "; what was not archived was not changed";
        } catch (IOException e) {
            failure = e.getMessage() + "; what was not recorded was not changed";
        }
    }

    @Override
    public void afterBatch(List<SweptClaim> swept) {
        if (audit == null) {
            return;
        }
        try {
            audit.after(now.get(), swept);
        } catch (IOException e) {
            failOutcomes(String.valueOf(e.getMessage()));
        } catch (StoreException e) {
            failOutcomes("the time for the audit file could not be read: " + words.apply(e));
        }
    }

    private void failOutcomes(String why) {
        failure = why + "; it holds what the last batch was before, and not what came of it";
    }

    /** Why not all of it is recorded. */
    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }
}
