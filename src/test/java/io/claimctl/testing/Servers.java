package io.claimctl.testing;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * The servers that tests are run on: the embedded one, and those that variables name. {@code src/test/secantus/run} starts
 * some and sets the variables; any MongoDB can be given by hand.
 */
public final class Servers {
    private static final ScriptedServer EMBEDDED = new ScriptedServer();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(EMBEDDED::close));
        if (all().count() == 1) {
            System.out.println("The tests run on the embedded server only: no CLAIMCTL_TEST_URI is set.");
        }
    }

    private Servers() {}

    /** Every server that the contract and the commands are run on, as a source of parameters. */
    public static Stream<TestServer> all() {
        return Stream.of(
                        Stream.of(new TestServer("embedded", EMBEDDED.uri())),
                        named("SecantusDB", "CLAIMCTL_TEST_SECANTUS"),
                        named("given by CLAIMCTL_TEST_URI", "CLAIMCTL_TEST_URI"))
                .flatMap(servers -> servers);
    }

    /** Those, and one whose users must say who they are, named with a user who may make others. */
    public static Stream<TestServer> withUsers() {
        return Stream.concat(all(), named("given by CLAIMCTL_TEST_USERS_URI", "CLAIMCTL_TEST_USERS_URI"));
    }

    /**
     * The value of a variable that names something of a server behind TLS; skips the test where there is none.
     *
     * @param what {@code URI} of one that is reached by the name in its certificate, {@code MISNAMED_URI} of one that is not,
     *     {@code CA} for the authority that made both: a file
     */
    public static String tls(String what) {
        @Nullable String value = System.getenv("CLAIMCTL_TEST_TLS_" + what);
        Assumptions.assumeTrue(value != null, "CLAIMCTL_TEST_TLS_" + what + " is not set");
        return value;
    }

    private static Stream<TestServer> named(String name, String variable) {
        @Nullable String uri = System.getenv(variable);
        return uri == null ? Stream.empty() : Stream.of(new TestServer(name, uri));
    }

    /** A server to test on. The name is for the report alone. */
    public record TestServer(String name, String uri) {

        /** Its connection string with one more option, as in {@code appName=test}. */
        public String with(String option) {
            if (uri.contains("?")) {
                return uri + "&" + option;
            }
            return uri + (uri.indexOf('/', "mongodb://".length()) < 0 ? "/?" : "?") + option;
        }

        /** Its connection string as another user's. */
        public String as(String user, String password, String source) {
            String named = uri.replaceFirst("//([^@/]*@)?", "//" + user + ":" + password + "@");
            return named.contains("authSource=")
                    ? named.replaceFirst("authSource=[^&]*", "authSource=" + source)
                    : new TestServer(name, named).with("authSource=" + source);
        }

        /** Whether it answers so fast that a test may send it thousands of commands. */
        public boolean inThisJvm() {
            return uri.equals(EMBEDDED.uri());
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
