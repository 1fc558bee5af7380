package io.claimctl.cli.connection;

import io.claimctl.cli.connection.ConnectionUri.InvalidUri;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The files that a connection string names for TLS, as other tools of MongoDB take them and the Java driver does not:
 * {@code tlsCAFile}, {@code tlsCertificateKeyFile} and {@code tlsCertificateKeyFilePassword}.
 */
final class TlsFiles {
    private static final Pattern OPTION = Pattern.compile("[?&;](tls[A-Za-z]+)=([^&;]*)", Pattern.CASE_INSENSITIVE);
    private static final String AUTHORITIES = "tlsCAFile";
    private static final String KEY = "tlsCertificateKeyFile";
    private static final String PASSWORD = "tlsCertificateKeyFilePassword";
    /** Of a store that is never written. */
    private static final char[] NONE = {};

    private TlsFiles() {}

    /**
     * What the files say to trust and to show; empty if the connection string names none.
     *
     * @param tls whether the connection string asks for TLS
     * @throws InvalidUri if a file cannot be used, with what makes it usable
     */
    static Optional<SSLContext> of(String uri, boolean tls) {
        String authorities = option(uri, AUTHORITIES);
        String key = option(uri, KEY);
        String password = option(uri, PASSWORD);
        if (authorities == null && key == null && password == null) {
            return Optional.empty();
        }
        if (!tls) {
            throw new InvalidUri("it names files for TLS, and does not ask for TLS: add tls=true", false);
        }
        if (key == null && password != null) {
            throw new InvalidUri("it has " + PASSWORD + " and no " + KEY, false);
        }
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    key == null ? null : shown(key, password), authorities == null ? null : trusted(authorities), null);
            return Optional.of(context);
        } catch (GeneralSecurityException e) {
            throw new InvalidUri("its files for TLS cannot be used: " + e.getMessage(), false);
        }
    }

    private static TrustManager[] trusted(String file) throws GeneralSecurityException {
        List<X509Certificate> authorities = pem(AUTHORITIES, file).certificates();
        if (authorities.isEmpty()) {
            throw unusable(AUTHORITIES, file, "holds no certificate (-----BEGIN CERTIFICATE-----)");
        }
        KeyStore store = store();
        for (int i = 0; i < authorities.size(); i++) {
            store.setCertificateEntry("authority-" + i, authorities.get(i));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyManager[] shown(String file, @Nullable String password) throws GeneralSecurityException {
        Pem pem = pem(KEY, file);
        List<X509Certificate> chain = new ArrayList<>(pem.certificates());
        if (chain.isEmpty()) {
            throw unusable(
                    KEY,
                    file,
                    "holds no certificate (-----BEGIN CERTIFICATE-----); it must have both, the"
                            + " certificate and its private key");
        }
        refuseReadable(pem, file);
        PrivateKey key;
        try {
            key = pem.privateKey(password);
        } catch (Pem.Unusable e) {
            throw unusable(KEY, file, e.getMessage());
        }
        if (!fit(key, chain.get(0).getPublicKey())) {
            throw unusable(KEY, file, "holds a private key that does not belong to its first certificate");
        }
        KeyStore store = store();
        store.setKeyEntry("client", key, NONE, chain.toArray(new X509Certificate[0]));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NONE);
        return factory.getKeyManagers();
    }

    /** What the one signs, the other verifies. */
    private static boolean fit(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        String algorithm = key.getAlgorithm().equals("EdDSA")
                ? "EdDSA"
                : "SHA256with" + (key.getAlgorithm().equals("EC") ? "ECDSA" : key.getAlgorithm());
        if (certified.getAlgorithm().equals("RSASSA-PSS")) {
            return true; // the key of one is read as plain RSA, and signs otherwise
        }
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update((byte) 1);
            byte[] signed = signature.sign();
            signature.initVerify(certified);
            signature.update((byte) 1);
            return signature.verify(signed);
        } catch (InvalidKeyException | SignatureException ofAnotherKind) {
            return false;
        }
    }

    /** The first file that a connection string names as seen from the folder it is used in; empty if there is none. */
    static Optional<String> relative(String uri) {
        return Stream.of(AUTHORITIES, KEY)
                .map(name -> option(uri, name))
                .flatMap(Stream::ofNullable)
                .filter(file -> !Path.of(file).isAbsolute())
                .findFirst();
    }

    /** As with passwords, a group may read it. */
    private static void refuseReadable(Pem pem, String file) {
        try {
            if (pem.hasPlainKey()
                    && Files.getPosixFilePermissions(Path.of(file)).contains(PosixFilePermission.OTHERS_READ)) {
                throw unusable(
                        KEY, file, "holds a key that is not encrypted, and everybody may read it: chmod 600 " + file);
            }
        } catch (IOException | UnsupportedOperationException noPermissions) {
            return;
        }
    }

    private static KeyStore store() throws GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try {
            store.load(null, null);
        } catch (IOException e) {
            throw new GeneralSecurityException(e); // nothing is read
        }
        return store;
    }

    private static Pem pem(String option, String file) {
        try {
            return Pem.read(Files.readString(Path.of(file), StandardCharsets.ISO_8859_1));
        } catch (NoSuchFileException e) {
            throw unusable(option, file, "is not there");
        } catch (AccessDeniedException e) {
            throw unusable(option, file, "may not be read by this user");
        } catch (IOException e) {
            throw unusable(option, file, "cannot be read: " + (e.getMessage() == null ? e : e.getMessage()));
        } catch (Pem.Unusable e) {
            throw unusable(option, file, e.getMessage());
        }
    }

    private static InvalidUri unusable(String option, String file, String why) {
        return new InvalidUri("the file " + file + " (" + option + ") " + why, false);
    }

    /** The driver has refused what is not percent-encoded. */
    private static @Nullable String option(String uri, String name) {
        Matcher option = OPTION.matcher(uri);
        while (option.find()) {
            if (option.group(1).toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
                return URLDecoder.decode(option.group(2).replace("+", "%2B"), StandardCharsets.UTF_8);
            }
        }
        return null;
    }
}
