package io.claimctl.sweep;

import io.claimctl.claim.PlannedClaim;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Planned claims in a temporary file, for the owner alone, which loses its name as soon as it is open. */
final class Spool implements Iterable<PlannedClaim>, AutoCloseable {
    private static final int BUFFER = 1 << 16;

    private final FileChannel file;
    private final DataOutputStream out;
    private long size;

    Spool(Path folder) throws IOException {
        Path named = Files.createTempFile(folder, "claimctl-", ".plan"); // for its owner alone, as the JDK makes them
        try {
            file = FileChannel.open(
                    named, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        } catch (IOException e) {
            Files.deleteIfExists(named);
            throw e;
        }
        out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(file), BUFFER));
    }

    void add(PlannedClaim claim) throws IOException {
        write(claim.id());
        write(claim.fingerprint());
        size++;
    }

    void finish() throws IOException {
        out.flush();
    }

    long size() {
        return size;
    }

    /** Half characters have no form in any encoding, so most texts are Latin, and the others are kept as they are. */
    private void write(String text) throws IOException {
        boolean latin = text.chars().allMatch(c -> c < 0x100);
        out.writeBoolean(latin);
        out.writeInt(text.length());
        if (latin) {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        } else {
            out.writeChars(text);
        }
    }

    private static String read(DataInputStream in) throws IOException {
        boolean latin = in.readBoolean();
        int length = in.readInt();
        byte[] bytes = in.readNBytes(latin ? length : 2 * length);
        if (latin) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        char[] chars = new char[length];
        ByteBuffer.wrap(bytes).asCharBuffer().get(chars);
        return new String(chars);
    }

    @Override
    public Iterator<PlannedClaim> iterator() {
        DataInputStream in = new DataInputStream(new BufferedInputStream(new FromStart(file), BUFFER));
        return new Iterator<>() {
            private long left = size;

            @Override
            public boolean hasNext() {
                return left > 0;
            }

            @Override
            public PlannedClaim next() {
                if (left <= 0) {
                    throw new NoSuchElementException();
                }
                left--;
                try {
                    return new PlannedClaim(read(in), read(in));
                } catch (IOException e) {
                    throw new UncheckedIOException("the plan cannot be read back", e);
                }
            }
        };
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Each walk has its own place in the file. */
    private static final class FromStart extends InputStream {
        private final FileChannel file;
        private long position;

        FromStart(FileChannel file) {
            this.file = file;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            int read = file.read(ByteBuffer.wrap(to, offset, length), position);
            position += Math.max(0, read);
            return read;
        }
    }
}
