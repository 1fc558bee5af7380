package io.claimctl.sweep;

import io.claimctl.claim.Claim;
import io.claimctl.claim.SweptClaim;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** A process that writes an audit file: FILE SWEEP BATCHES CLAIMS. It prints on standard error what failed. */
final class AuditMain {
    private AuditMain() {}

    public static void main(String[] args) {
        try (AuditFile audit = AuditFile.at(Path.of(args[0]), "db.c", null)) {
            write(audit, args[1], Integer.parseInt(args[2]), Integer.parseInt(args[3]));
        } catch (IOException e) {
            System.err.println(e.getMessage());
        }
    }

    static void write(AuditFile audit, String sweep, int batches, int claims) throws IOException {
        for (int b = 1; b <= batches; b++) {
            String by = sweep + ":" + b;
            List<Claim> seen = IntStream.range(0, claims)
                    .mapToObj(i -> AuditSamples.claim(by + "/" + i))
                    .toList();
            audit.before(by, AuditSamples.NOW, seen);
            audit.after(
                    AuditSamples.NOW,
                    seen.stream()
                            .map(c -> new SweptClaim(c, SweptClaim.Result.RESET, null))
                            .toList());
        }
    }
}
