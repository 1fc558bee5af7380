package io.claimctl.testing;

import io.claimctl.testing.ProxyFault.Ending;
import io.claimctl.testing.ProxyFault.Request;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** One connection through a {@link FaultProxy}: a thread for each direction. */
final class ProxyLink {
    private final FaultProxy proxy;
    private final Socket client;
    private final Socket server;
    /** By request id. The server is not hung up on while it works on one of these, whatever the client does. */
    private final Map<Integer, Pending> pending = new ConcurrentHashMap<>();

    private boolean clientGone;

    private record Pending(
            WireMessage request, ProxyFault fault, @Nullable CompletableFuture<BsonDocument> late) {}

    ProxyLink(FaultProxy proxy, Socket client, Socket server) throws IOException {
        this.proxy = proxy;
        this.client = client;
        this.server = server;
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
    }

    void start() {
        FaultProxy.daemon("proxy, to the server", () -> pump(client, this::fromClient));
        FaultProxy.daemon("proxy, to the client", () -> pump(server, this::fromServer));
    }

    void close() {
        quietly(client);
        quietly(server);
        proxy.ended(this);
    }

    /** A request that waits on the way. */
    final class Held {
        private final WireMessage request;

        private Held(WireMessage request) {
            this.request = request;
        }

        BsonDocument release() {
            CompletableFuture<BsonDocument> answer = new CompletableFuture<>();
            pending.put(request.requestId(), new Pending(request, ProxyFault.CUT_BEFORE, answer));
            try {
                write(server, request.bytes());
                return answer.get(20, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new AssertionError("the server did not answer a request that had been held", e);
            }
        }
    }

    @FunctionalInterface
    private interface Step {
        /** Whether to go on. */
        boolean take(WireMessage message) throws IOException;
    }

    private void pump(Socket from, Step step) {
        try {
            DataInputStream in = new DataInputStream(from.getInputStream());
            WireMessage message = WireMessage.read(in);
            while (message != null && step.take(message)) {
                message = WireMessage.read(in);
            }
        } catch (IOException e) {
            // one side has hung up
        } catch (RuntimeException | AssertionError e) {
            proxy.failed(e);
        } finally {
            if (from == client) {
                hangUp();
            } else {
                close();
            }
        }
    }

    private boolean fromClient(WireMessage request) throws IOException {
        ProxyFault fault = proxy.fate(request);
        if (fault == null) {
            write(server, request.bytes());
            return true;
        }
        if (fault.request() == Request.FORWARDED) {
            pending.put(request.requestId(), new Pending(request, fault, null));
            pause(fault.requestDelay());
            write(server, request.bytes());
            return true;
        }
        if (fault.request() == Request.HELD) {
            pending.put(request.requestId(), new Pending(request, fault, null));
            proxy.hold(new Held(request));
        }
        return end(request, fault, new BsonDocument(), new byte[0]);
    }

    private boolean fromServer(WireMessage reply) throws IOException {
        Pending of = reply.moreToCome() ? null : pending.get(reply.responseTo());
        if (of == null) {
            write(client, reply.bytes());
            return true;
        }
        if (of.late() == null) {
            end(of.request(), of.fault(), reply.body(), reply.bytes());
        }
        pending.remove(reply.responseTo());
        if (of.late() != null) {
            of.late().complete(reply.body());
        }
        return !isOver();
    }

    /** Gives the client what is left for it; whether the connection goes on. */
    private boolean end(WireMessage request, ProxyFault fault, BsonDocument real, byte[] reply) throws IOException {
        fault.meanwhile().run();
        pause(fault.replyDelay());
        switch (fault.ending()) {
            case REPLY -> toClient(reply);
            case HALF -> toClient(Arrays.copyOf(reply, reply.length / 2));
            case ANSWER ->
                toClient(request.reply(fault.answer().to(request.body(), real)).bytes());
            case SILENCE, CUT -> {}
        }
        if (fault.ending() == Ending.CUT || fault.ending() == Ending.HALF) {
            hangUp();
            return false;
        }
        return true;
    }

    /** The client may have lost patience. */
    private void toClient(byte[] bytes) {
        try {
            write(client, bytes);
        } catch (IOException e) {
            hangUp();
        }
    }

    /** The client is gone; so is the server, unless it has still something to do for it. */
    private void hangUp() {
        synchronized (this) {
            clientGone = true;
        }
        quietly(client);
        if (isOver()) {
            close();
        }
    }

    private synchronized boolean isOver() {
        return clientGone && pending.isEmpty();
    }

    private static void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }

    private static void write(Socket to, byte[] bytes) throws IOException {
        synchronized (to) {
            to.getOutputStream().write(bytes);
            to.getOutputStream().flush();
        }
    }

    private static void quietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is of no use any more either way
        }
    }
}
