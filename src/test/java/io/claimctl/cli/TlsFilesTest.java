package io.claimctl.cli;

import io.claimctl.testing.ScriptedServer;
import io.claimctl.testing.TlsFront;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files that a connection string names for TLS: whom to trust, and what to show a server that asks. */
class TlsFilesTest {
    private static final String PASSWORD = "key-password-1";
    private static final ScriptedServer SERVER = new ScriptedServer();

    @TempDir
    private static Path folder;

    private static TlsFront front;
    private static TlsFront asking;

    @BeforeAll
    static void start() throws Exception {
        front = TlsFront.of(SERVER.uri(), folder.resolve("server"), false);
        asking = TlsFront.of(SERVER.uri(), folder.resolve("asking"), true);
        asking.clientFiles(folder, PASSWORD);
        Files.writeString(folder.resolve("nothing.pem"), "no certificate");
        Files.writeString(folder.resolve("old.pem"), certificate() + """
                -----BEGIN RSA PRIVATE KEY-----
                AAAA
                -----END RSA PRIVATE KEY-----
                """);
        Files.writeString(folder.resolve("older.pem"), certificate() + """
                -----BEGIN RSA PRIVATE KEY-----
                Proc-Type: 4,ENCRYPTED

                AAAA
                -----END RSA PRIVATE KEY-----
                """);
        Files.writeString(folder.resolve("odd.pem"), certificate() + """
                -----BEGIN PRIVATE KEY-----
                AAAA
                -----END PRIVATE KEY-----
                """);
        Files.writeString(folder.resolve("keyless.pem"), certificate());
        for (String file : List.of("old.pem", "older.pem", "odd.pem")) {
            Files.setPosixFilePermissions(folder.resolve(file), PosixFilePermissions.fromString("rw-------"));
        }
        Path other = Files.createFile(
                folder.resolve("other.pem"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(other, certificate() + Files.readString(folder.resolve("plain.pem")));
        Files.copy(folder.resolve("plain.pem"), folder.resolve("open.pem"));
        Files.setPosixFilePermissions(folder.resolve("open.pem"), PosixFilePermissions.fromString("rw-r--r--"));
    }

    private static String certificate() throws IOException {
        return Files.readString(folder.resolve("server/ca.pem"));
    }

    @AfterAll
    static void stop() throws IOException {
        front.close();
        asking.close();
        SERVER.close();
    }

    private RecordedRun list(TlsFront to, String options) {
        String uri = to.uri() + "/d?" + options.replace("@", folder + "/");
        return RecordedRun.claimctl("claims", "list", "--timeout", "2s").on(uri).run();
    }

    @Test
    void an_authority_that_is_named_is_trusted() {
        list(front, "tls=true&tlsCAFile=@server/ca.pem").ends(ExitCode.DONE);
        list(front, "TLS=true&TLSCAFILE=@server/ca.pem").ends(ExitCode.DONE);
    }

    @Test
    void one_that_is_not_named_is_not() {
        list(front, "tls=true").ends(ExitCode.UNREACHABLE).says("TLS failed", "certification path");
        list(front, "tls=true&tlsCAFile=@asking/ca.pem")
                .ends(ExitCode.UNREACHABLE)
                .says("TLS failed");
    }

    @ParameterizedTest
    @CsvSource({"plain.pem, ''", "encrypted.pem, &tlsCertificateKeyFilePassword=" + PASSWORD})
    void a_server_that_asks_who_is_there_is_shown_the_certificate(String file, String more) {
        list(asking, "tls=true&tlsCAFile=@asking/ca.pem&tlsCertificateKeyFile=@" + file + more)
                .ends(ExitCode.DONE)
                .neverPrints(PASSWORD);
    }

    @Test
    void without_a_certificate_it_refuses() {
        list(asking, "tls=true&tlsCAFile=@asking/ca.pem").ends(ExitCode.UNREACHABLE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tlsCAFile=@server/ca.pem | does not ask for TLS: add tls=true",
                "tls=false&tlsCertificateKeyFile=@plain.pem | does not ask for TLS: add tls=true",
                "tls=true&tlsCertificateKeyFilePassword=secret-word | has tlsCertificateKeyFilePassword and no tlsCertificateKeyFile",
                "tls=true&tlsCAFile=@no.pem | no.pem (tlsCAFile) is not there",
                "tls=true&tlsCAFile=@nothing.pem | nothing.pem (tlsCAFile) holds no certificate",
                "tls=true&tlsCAFile=@server | (tlsCAFile) cannot be read",
                "tls=true&tlsCertificateKeyFile=@nothing.pem | holds no certificate (-----BEGIN CERTIFICATE-----); it must have both",
                "tls=true&tlsCertificateKeyFile=@keyless.pem | holds no private key (-----BEGIN PRIVATE KEY-----)",
                "tls=true&tlsCertificateKeyFile=@old.pem | (RSA PRIVATE KEY); openssl pkcs8 -topk8 converts it",
                "tls=true&tlsCertificateKeyFile=@older.pem | old encrypted form (Proc-Type); openssl pkcs8 -topk8",
                "tls=true&tlsCertificateKeyFile=@other.pem | private key that does not belong to its first certificate",
                "tls=true&tlsCertificateKeyFile=@open.pem | not encrypted, and everybody may read it: chmod 600 ",
                "tls=true&tlsCertificateKeyFile=@odd.pem | private key that is none of [RSA, EC, EdDSA]",
                "tls=true&tlsCertificateKeyFile=@encrypted.pem | is encrypted: add tlsCertificateKeyFilePassword",
                "tls=true&tlsCertificateKeyFile=@encrypted.pem&tlsCertificateKeyFilePassword=secret-word | tlsCertificateKeyFilePassword is wrong",
            })
    void what_cannot_be_used_is_said_with_the_way_out(String options, String sentence) {
        list(front, options)
                .ends(ExitCode.CONFIGURATION)
                .says("claimctl: the connection string of CLAIMCTL_URI cannot be used: ", sentence)
                .neverPrints("secret-word");
    }
}
