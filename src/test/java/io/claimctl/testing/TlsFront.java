package io.claimctl.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.AlgorithmParameters;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;

/** TLS in front of a server that has none, with a certificate of its own making; ca.pem in its folder is its authority. */
public final class TlsFront implements AutoCloseable {
    private static final String STORE_PASSWORD = "changeit";
    private static final String CIPHER = "PBEWithHmacSHA256AndAES_256";

    /** Its object identifier; Java 17 reads such keys, and has no way to write them. */
    private static final byte[] PBES2 = {6, 9, 42, (byte) 0x86, 72, (byte) 0x86, (byte) 0xf7, 13, 1, 5, 13};

    private final SSLServerSocket socket;
    private final URI behind;
    private final KeyStore store;

    private TlsFront(SSLServerSocket socket, URI behind, KeyStore store) {
        this.socket = socket;
        this.behind = behind;
        this.store = store;
    }

    /** @param asking whether it asks who is there, and lets in only who shows its own certificate */
    public static TlsFront of(String uri, Path folder, boolean asking) throws Exception {
        Files.createDirectories(folder);
        KeyStore store = certificate(folder);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, STORE_PASSWORD.toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("own", store.getCertificate("own"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        SSLServerSocket socket = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        socket.setNeedClientAuth(asking);
        TlsFront front = new TlsFront(socket, URI.create(uri), store);
        start(front::serve);
        return front;
    }

    /** Its connection string, without a path. */
    public String uri() {
        return "mongodb://localhost:" + socket.getLocalPort();
    }

    /** Writes what a client shows it: plain.pem, and encrypted.pem by a password. */
    public void clientFiles(Path folder, String password) throws Exception {
        PrivateKey key = (PrivateKey) store.getKey("own", STORE_PASSWORD.toCharArray());
        String certificate = pem("CERTIFICATE", store.getCertificate("own").getEncoded());
        Path plain = Files.writeString(folder.resolve("plain.pem"), certificate + pem("PRIVATE KEY", key.getEncoded()));
        Files.setPosixFilePermissions(plain, PosixFilePermissions.fromString("rw-r-----"));
        SecretKey secret = SecretKeyFactory.getInstance(CIPHER).generateSecret(new PBEKeySpec(password.toCharArray()));
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(Cipher.ENCRYPT_MODE, secret, new SecureRandom());
        AlgorithmParameters parameters = cipher.getParameters();
        byte[] algorithm = der(0x30, PBES2, parameters.getEncoded());
        byte[] encrypted = der(0x30, algorithm, der(0x04, cipher.doFinal(key.getEncoded())));
        Files.writeString(folder.resolve("encrypted.pem"), pem("ENCRYPTED PRIVATE KEY", encrypted) + certificate);
    }

    private static KeyStore certificate(Path folder) throws Exception {
        Path file = folder.resolve("own.p12");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "own",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-validity",
                "2",
                "-ext",
                "san=dns:localhost",
                "-ext",
                "bc=ca:true",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                STORE_PASSWORD);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, STORE_PASSWORD.toCharArray());
        }
        Files.writeString(
                folder.resolve("ca.pem"),
                pem("CERTIFICATE", store.getCertificate("own").getEncoded()));
        return store;
    }

    private static String pem(String what, byte[] content) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
    }

    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        List.of(parts).forEach(content::writeBytes);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(tag);
        if (content.size() >= 128) {
            all.write(0x82);
            all.write(content.size() >> 8);
        }
        all.write(content.size());
        all.writeBytes(content.toByteArray());
        return all.toByteArray();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                Socket outside = socket.accept();
                Socket inside = new Socket(InetAddress.getLoopbackAddress(), behind.getPort());
                start(() -> pass(outside, inside));
                start(() -> pass(inside, outside));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void pass(Socket from, Socket to) {
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException closed) {
            // the client sees it
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "tls-front");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
