package io.claimctl.cli.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The process group that a terminal sends its signals to. */
final class ForegroundGroup {
    private ForegroundGroup() {}

    /** Whether this process is in it; false where that cannot be known. */
    static boolean holdsThisProcess() {
        Optional<ProcStat> own = ProcStat.ofThisProcess();
        return own.isPresent() ? own.get().group() == own.get().terminalGroup() : askPs();
    }

    private static boolean askPs() {
        String pid = Long.toString(ProcessHandle.current().pid());
        try {
            Process ps = new ProcessBuilder("ps", "-o", "pgid=", "-o", "tpgid=", "-p", pid)
                    .redirectInput(Stdio.NOTHING.in())
                    .redirectError(Redirect.DISCARD)
                    .start();
            String[] groups = new String(ps.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .strip()
                    .split("\\s+", -1);
            return groups.length == 2 && groups[0].equals(groups[1]);
        } catch (IOException noPs) {
            return false;
        }
    }
}
