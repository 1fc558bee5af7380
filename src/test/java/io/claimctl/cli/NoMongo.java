package io.claimctl.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Something that listens on a loopback port and is no MongoDB server. */
final class NoMongo implements AutoCloseable {
    private final ServerSocket listening;
    private final List<Socket> accepted = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger connections = new AtomicInteger();

    /** What it does with a connection. */
    interface Behaviour {
        void meet(Socket socket) throws IOException;
    }

    NoMongo(Behaviour behaviour) throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> accept(behaviour), "no-mongo");
        thread.setDaemon(true);
        thread.start();
    }

    /** Accepts, and never says a word. */
    static NoMongo hanging() throws IOException {
        return new NoMongo(socket -> {});
    }

    /** Accepts, and hangs up. */
    static NoMongo closing() throws IOException {
        return new NoMongo(Socket::close);
    }

    /** Greets as other protocols do. */
    static NoMongo greeting(String words) throws IOException {
        return new NoMongo(socket -> {
            socket.getOutputStream().write(words.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
        });
    }

    /** A port of the loopback address on which nobody listens. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    String address() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    int connections() {
        return connections.get();
    }

    private void accept(Behaviour behaviour) {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                connections.incrementAndGet();
                accepted.add(socket);
                behaviour.meet(socket);
            } catch (IOException closed) {
                // the client went away, or the test is over
            }
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : List.copyOf(accepted)) {
            socket.close();
        }
    }
}
