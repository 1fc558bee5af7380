package io.claimctl.sweep;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Lines into a pipe, a terminal or another device: it stays open, since what was opened once may be there only once. */
final class LineStream implements LineTarget {
    private final Writer out;

    LineStream(Path path) throws IOException {
        out = new BufferedWriter(
                new OutputStreamWriter(Files.newOutputStream(path, StandardOpenOption.WRITE), StandardCharsets.UTF_8),
                1 << 16);
    }

    @Override
    public void append(Lines batch) throws IOException {
        batch.to(out);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
