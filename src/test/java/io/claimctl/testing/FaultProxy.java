package io.claimctl.testing;

import com.mongodb.ConnectionString;
import com.mongodb.ServerAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A real TCP proxy on loopback in front of a MongoDB, which can be told what happens to the next commands of a name on
 * their way. Everything else passes: the driver's handshakes and heartbeats, too, unless they are {@linkplain #DRIVER
 * named}. It speaks no TLS.
 */
public final class FaultProxy implements AutoCloseable {
    /** The name of the driver's own handshakes and heartbeats, of whatever command they are made. */
    public static final String DRIVER = "(driver)";
    /** The name that all commands have, the driver's own left out. */
    public static final String ANY = "(any)";

    private static final Pattern URI =
            Pattern.compile("mongodb://(?<user>[^@/]*@)?[^/?]+(?<database>/[^?]*)?(?:\\?(?<options>.*))?");

    private final ServerSocket listener;
    private final InetSocketAddress server;
    private final String uri;
    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private final Set<ProxyLink> links = ConcurrentHashMap.newKeySet();
    private final Queue<ProxyLink.Held> held = new ConcurrentLinkedQueue<>();
    private final List<BsonDocument> seen = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private volatile boolean gone;

    /** In front of the first host of this connection string. */
    public FaultProxy(String target) {
        ServerAddress first =
                new ServerAddress(new ConnectionString(target).getHosts().get(0));
        server = new InetSocketAddress(first.getHost(), first.getPort());
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        uri = through(target, address());
        daemon("proxy", this::accept);
    }

    /** The same connection string, through the proxy, without a database's name if it had none. */
    public String uri() {
        return uri;
    }

    /** Host and port. */
    public String address() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    /**
     * What happens to the next commands with one of these names that no earlier rule takes.
     *
     * @param times how often, {@link Integer#MAX_VALUE} for ever
     */
    public Rule next(Set<String> names, int times, ProxyFault fault) {
        return add(new Rule(names, command -> true, times, fault));
    }

    /** What happens from now on to each command of this name that is like this. */
    public Rule always(String name, Predicate<BsonDocument> like, ProxyFault fault) {
        return add(new Rule(Set.of(name), like, Integer.MAX_VALUE, fault));
    }

    private Rule add(Rule rule) {
        rules.add(rule);
        return rule;
    }

    /** What happens to the next command of this name, once. */
    public Rule next(String name, ProxyFault fault) {
        return next(Set.of(name), 1, fault);
    }

    /** What happens to each command of this name from now on. */
    public Rule always(String name, ProxyFault fault) {
        return next(Set.of(name), Integer.MAX_VALUE, fault);
    }

    /** From now on all passes. Connections that were cut stay cut, and requests that are held stay so. */
    public void heal() {
        rules.clear();
        gone = false;
    }

    /** From now on nobody is there: connections are cut, and so is every new one. */
    public void vanish() {
        gone = true;
        links.forEach(ProxyLink::close);
    }

    /**
     * Sends the requests that are held to the server, oldest first, and waits for its answers.
     *
     * @return the answers
     */
    public List<BsonDocument> release() {
        List<BsonDocument> answers = new ArrayList<>();
        for (ProxyLink.Held next = held.poll(); next != null; next = held.poll()) {
            answers.add(next.release());
        }
        return answers;
    }

    /** The commands that came, the driver's own left out, oldest first. */
    public List<BsonDocument> seen() {
        return List.copyOf(seen);
    }

    /** The commands of this name that came, oldest first. */
    public List<BsonDocument> seen(String name) {
        return seen.stream().filter(c -> c.getFirstKey().equals(name)).toList();
    }

    /** Fails if something went wrong in the proxy itself, or in what was to happen meanwhile. */
    public void assertSound() {
        if (!failures.isEmpty()) {
            throw new AssertionError("the proxy failed", failures.get(0));
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        vanish();
    }

    /** What happens to commands of some names, and how often. */
    public static final class Rule {
        private final Set<String> names;
        private final Predicate<BsonDocument> like;
        private final ProxyFault fault;
        private final int times;
        private int fired;

        private Rule(Set<String> names, Predicate<BsonDocument> like, int times, ProxyFault fault) {
            this.names = names;
            this.like = like;
            this.times = times;
            this.fault = fault;
        }

        /** How many commands have met it. */
        public synchronized int fired() {
            return fired;
        }

        private synchronized boolean takes(String name, BsonDocument command) {
            boolean named = names.contains(name) || (names.contains(ANY) && !name.equals(DRIVER));
            if (named && like.test(command) && fired < times) {
                fired++;
                return true;
            }
            return false;
        }
    }

    /** What happens to this request; null if it passes. */
    @Nullable
    ProxyFault fate(WireMessage request) {
        BsonDocument command = request.body();
        boolean driver = isDriversOwn(command);
        if (!driver) {
            seen.add(command);
        }
        String name = driver ? DRIVER : command.getFirstKey();
        return rules.stream()
                .filter(r -> r.takes(name, command))
                .findFirst()
                .map(r -> r.fault)
                .orElse(null);
    }

    void hold(ProxyLink.Held request) {
        held.add(request);
    }

    void failed(Throwable failure) {
        failures.add(failure);
    }

    void ended(ProxyLink link) {
        links.remove(link);
    }

    static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** A handshake names its client, and a heartbeat offers or awaits something; the clock's hello does neither. */
    private static boolean isDriversOwn(BsonDocument command) {
        return Set.of("hello", "isMaster", "ismaster").contains(command.getFirstKey())
                && (command.containsKey("client")
                        || command.containsKey("helloOk")
                        || command.containsKey("topologyVersion"));
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (gone) {
                    client.close();
                } else {
                    serve(client);
                }
            } catch (IOException e) {
                // closed, or the server is not there: the client sees it
            }
        }
    }

    private void serve(Socket client) throws IOException {
        ProxyLink link = new ProxyLink(this, client, new Socket(server.getAddress(), server.getPort()));
        links.add(link);
        link.start();
        if (gone) {
            link.close();
        }
    }

    /** Polling, since the pings that go with streamed heartbeats look like a reading of the clock. */
    private static String through(String target, String address) {
        var parts = URI.matcher(target);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not a connection string that a proxy can stand in for");
        }
        StringBuilder options = new StringBuilder("directConnection=true&serverMonitoringMode=poll");
        for (String option : String.valueOf(parts.group("options")).split("&", -1)) {
            if (option.contains("=") && !option.matches("(?i)(replicaSet|directConnection|serverMonitoringMode)=.*")) {
                options.append('&').append(option);
            }
        }
        String user = parts.group("user") == null ? "" : parts.group("user");
        String database = parts.group("database") == null ? "/" : parts.group("database");
        return "mongodb://" + user + address + database + "?" + options;
    }
}
