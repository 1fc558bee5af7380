package io.claimctl.cli;

import io.claimctl.claim.Claim;
import io.claimctl.claim.ClaimRow;
import io.claimctl.claim.StoreException;
import io.claimctl.claim.SweepListener;
import io.claimctl.claim.SweptClaim;
import io.claimctl.claim.SweptClaim.Result;
import io.claimctl.sweep.Archive;
import io.claimctl.sweep.AuditFile;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    private final List<Claim> open = new ArrayList<>();
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
            open.addAll(seen);
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
            failure = (archive == null ? "the server's time cannot be read: " : "the archive cannot be written: ")
                    + words.apply(e) + "; what was not archived was not changed";
        } catch (IOException e) {
            failure = e.getMessage() + "; what was not recorded was not changed";
        }
        if (failure != null && archive != null) {
            List<SweptClaim> left = seen.stream()
                    .map(claim -> new SweptClaim(claim, Result.SKIPPED, null))
                    .toList();
            try {
                archive.after(left); // no recovery shall come for copies of what stays as it is
            } catch (StoreException e) {
                failure += "; copies of it may be in the archive: " + words.apply(e);
            }
        }
    }

    @Override
    public void afterBatch(List<SweptClaim> swept) {
        Set<ClaimRow> done = Collections.newSetFromMap(new IdentityHashMap<>());
        swept.forEach(claim -> done.add(claim.seen()));
        open.removeIf(done::contains);
        try {
            if (audit != null) {
                audit.after(now.get(), swept);
            }
        } catch (IOException e) {
            failOutcomes(String.valueOf(e.getMessage()));
        } catch (StoreException e) {
            failOutcomes(words.apply(e));
        }
        try {
            if (archive != null) {
                archive.after(swept);
            }
        } catch (StoreException e) {
            failOutcomes(words.apply(e));
        }
    }

    /** The store failed, and what was recorded last was not changed. */
    void nothingChanged(StoreException e) {
        afterBatch(List.copyOf(open).stream()
                .map(claim -> new SweptClaim(claim, Result.ERROR, "not changed: " + words.apply(e)))
                .toList());
    }

    private void failOutcomes(String why) {
        failure = why + "; what the last batch was before is recorded, and not what came of it";
    }

    /** Why not all of it is recorded. */
    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }
}
