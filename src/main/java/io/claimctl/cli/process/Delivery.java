package io.claimctl.cli.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Sends signals; one to a process that is gone is none. */
final class Delivery {
    private Delivery() {}

    /** @param name without SIG */
    static void send(String name, List<Long> pids) {
        switch (name) {
            case "TERM" -> handles(pids).forEach(ProcessHandle::destroy);
            case "KILL" -> handles(pids).forEach(ProcessHandle::destroyForcibly);
            default -> sendByShell(name, pids);
        }
    }

    private static Stream<ProcessHandle> handles(List<Long> pids) {
        return pids.stream().flatMap(pid -> ProcessHandle.of(pid).stream());
    }

    /** Java itself knows no other signals. */
    private static void sendByShell(String name, List<Long> pids) {
        if (pids.isEmpty()) {
            return;
        }
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", "kill -s \"$@\"", "sh", name));
        pids.forEach(pid -> words.add(pid.toString()));
        try {
            new ProcessBuilder(words)
                    .redirectInput(Stdio.NOTHING.in())
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new IllegalStateException("signal " + name + " could not be sent: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
