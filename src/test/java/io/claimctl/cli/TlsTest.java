package io.claimctl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.claimctl.Main;
import io.claimctl.testing.Servers;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server behind TLS, as a process of its own sees it: whom a JVM trusts is settled when it starts. */
@Tag("servers")
class TlsTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    private Path folder;

    private record Ran(int code, String out, String err) {}

    private Ran list(String uri, String... properties) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(properties));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of("claims", "list", "--timeout", "2s", "-d", "claimctl_test", "-c", "tls", "-o", "json"));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().put("CLAIMCTL_URI", uri);
        Process process = builder.start();
        process.getOutputStream().close();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** The options of a JVM that trusts the server's authority. */
    private String[] trusting() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(Path.of(Servers.tls("CA")))) {
            store.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        Path file = folder.resolve("trusted.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        return new String[] {"-Djavax.net.ssl.trustStore=" + file, "-Djavax.net.ssl.trustStorePassword=" + PASSWORD};
    }

    @Test
    void a_server_whose_authority_is_trusted_is_used() throws Exception {
        Ran ran = list(Servers.tls("URI"), trusting());
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("\"claims\"");
    }

    @Test
    void a_server_whose_authority_the_connection_string_names_is_used() throws Exception {
        assertThat(list(Servers.tls("URI") + "&tlsCAFile=" + Servers.tls("CA")).code())
                .isZero();
    }

    @Test
    void a_server_whose_authority_is_not_trusted_is_named_with_that_reason() throws Exception {
        Ran ran = list(Servers.tls("URI"));
        assertThat(ran.code()).isEqualTo(ExitCode.UNREACHABLE.code());
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .startsWith("claimctl: cannot reach localhost:")
                .contains("TLS failed", "certification path")
                .hasLineCount(1);
    }

    @Test
    void a_server_that_is_reached_by_another_name_than_its_certificates_is_named_with_that_reason() throws Exception {
        Ran ran = list(Servers.tls("MISNAMED_URI"), trusting());
        assertThat(ran.code()).isEqualTo(ExitCode.UNREACHABLE.code());
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .startsWith("claimctl: cannot reach localhost:")
                .contains("TLS failed", "No subject alternative DNS name matching localhost")
                .hasLineCount(1);
    }

    @Test
    void a_server_that_expects_tls_and_is_not_offered_any_is_named_with_the_way_out() throws Exception {
        Ran ran = list(Servers.tls("URI").replace("tls=true", "tls=false"));
        assertThat(ran.code()).isEqualTo(ExitCode.UNREACHABLE.code());
        assertThat(ran.err()).contains("expects TLS (tls=true)");
    }
}
