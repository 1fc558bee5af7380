package io.claimctl.testing;

import java.util.stream.Stream;

/** The servers that the contract is run against: the embedded one, and any MongoDB given by CLAIMCTL_TEST_URI. */
public final class Servers {
    private static final ScriptedServer EMBEDDED = new ScriptedServer();
    private static final String GIVEN = System.getenv("CLAIMCTL_TEST_URI");

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(EMBEDDED::close));
        if (GIVEN == null) {
            System.out.println("The contract runs on the embedded server only: CLAIMCTL_TEST_URI is not set.");
        }
    }

    private Servers() {}

    /** Every server there is, as a source of parameters. */
    public static Stream<TestServer> all() {
        TestServer embedded = new TestServer("embedded", EMBEDDED.uri(), true);
        return GIVEN == null
                ? Stream.of(embedded)
                : Stream.of(embedded, new TestServer("given by CLAIMCTL_TEST_URI", GIVEN, false));
    }

    /**
     * A server to test on.
     *
     * @param embedded whether it is the one in this JVM, which scans where it should use an index
     */
    public record TestServer(String name, String uri, boolean embedded) {
        @Override
        public String toString() {
            return name;
        }
    }
}
