package io.claimctl.testing;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.jspecify.annotations.Nullable;

/** One message of the wire as its bytes, of which as little is understood as telling commands apart takes. */
record WireMessage(byte[] bytes) {
    private static final int HEADER = 16;
    private static final int LONGEST = 48_000_000 + 16_384;
    private static final int OP_REPLY = 1;
    private static final int OP_QUERY = 2004;
    private static final int OP_MSG = 2013;
    private static final int MORE_TO_COME = 2;

    /** The next one; null where the peer has closed. */
    static @Nullable WireMessage read(DataInputStream in) throws IOException {
        byte[] header = new byte[HEADER];
        try {
            in.readFully(header);
            int length = little(header).getInt(0);
            if (length < HEADER || length > LONGEST) {
                throw new IOException("no message of MongoDB has " + length + " bytes");
            }
            byte[] bytes = Arrays.copyOf(header, length);
            in.readFully(bytes, HEADER, length - HEADER);
            return new WireMessage(bytes);
        } catch (EOFException e) {
            return null;
        }
    }

    /** What answers this request with this body, in the form that the request asks for. */
    WireMessage reply(BsonDocument body) {
        boolean query = opCode() == OP_QUERY;
        BasicOutputBuffer out = new BasicOutputBuffer();
        out.writeInt32(0);
        out.writeInt32(requestId()); // as good an id as any: nobody answers a reply
        out.writeInt32(requestId());
        out.writeInt32(query ? OP_REPLY : OP_MSG);
        out.writeInt32(0);
        if (query) {
            out.writeInt64(0);
            out.writeInt32(0);
            out.writeInt32(1);
        } else {
            out.writeByte(0);
        }
        new BsonDocumentCodec()
                .encode(
                        new BsonBinaryWriter(out),
                        body,
                        EncoderContext.builder().build());
        byte[] bytes = out.toByteArray();
        little(bytes).putInt(0, bytes.length);
        return new WireMessage(bytes);
    }

    int requestId() {
        return little(bytes).getInt(4);
    }

    int responseTo() {
        return little(bytes).getInt(8);
    }

    /** Whether the sender expects no reply, or sends another one. */
    boolean moreToCome() {
        return opCode() == OP_MSG && (little(bytes).getInt(HEADER) & MORE_TO_COME) != 0;
    }

    /** The document that names the command, or answers it. */
    BsonDocument body() {
        int start = switch (opCode()) {
            case OP_MSG -> HEADER + 5; // flags, kind of the section
            case OP_REPLY -> HEADER + 20;
            case OP_QUERY -> afterNamespace() + 8;
            default ->
                throw new IllegalStateException("an operation that the driver is not known to send: " + opCode());
        };
        return new RawBsonDocument(bytes, start, little(bytes).getInt(start));
    }

    private int afterNamespace() {
        int end = HEADER + 4;
        while (bytes[end] != 0) {
            end++;
        }
        return end + 1;
    }

    private int opCode() {
        return little(bytes).getInt(12);
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
