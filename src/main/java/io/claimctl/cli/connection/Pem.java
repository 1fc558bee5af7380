package io.claimctl.cli.connection;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/** A file of certificates and keys between lines of BEGIN and END; keys in PKCS #8, since that is what Java reads. */
final class Pem {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    private static final String CONVERT = "; openssl pkcs8 -topk8 converts it";

    private final List<Block> blocks;

    private record Block(String what, String base64) {
        byte[] content() {
            return Base64.getMimeDecoder().decode(base64.strip());
        }
    }

    private Pem(List<Block> blocks) {
        this.blocks = blocks;
    }

    /** Why something of the file is of no use, to be put behind its name. */
    static final class Unusable extends Exception {
        private static final long serialVersionUID = 1L;

        Unusable(String why) {
            super(why);
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }

    static Pem read(String text) throws Unusable {
        List<Block> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            if (block.group(2).contains(":")) {
                throw new Unusable("holds a key in an old encrypted form (Proc-Type)" + CONVERT);
            }
            try {
                Block one = new Block(block.group(1), block.group(2));
                one.content();
                blocks.add(one);
            } catch (IllegalArgumentException e) {
                throw new Unusable("holds a " + block.group(1) + " that is no base64");
            }
        }
        return new Pem(blocks);
    }

    List<X509Certificate> certificates() throws GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<X509Certificate> certificates = new ArrayList<>();
        for (Block block : blocks) {
            if (block.what.equals("CERTIFICATE")) {
                certificates.add(
                        (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block.content())));
            }
        }
        return certificates;
    }

    /** Whether whoever reads it has the key. */
    boolean hasPlainKey() {
        return blocks.stream().anyMatch(block -> block.what.endsWith("PRIVATE KEY") && !block.what.startsWith("ENC"));
    }

    /** @param password of a key that is encrypted */
    PrivateKey privateKey(@Nullable String password) throws Unusable, GeneralSecurityException {
        for (Block block : blocks) {
            switch (block.what) {
                case "PRIVATE KEY" -> {
                    return key(new PKCS8EncodedKeySpec(block.content()));
                }
                case "ENCRYPTED PRIVATE KEY" -> {
                    return key(decrypted(block.content(), password));
                }
                case "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY" ->
                    throw new Unusable(
                            "holds its key in a form that Java does not read (" + block.what + ")" + CONVERT);
                default -> {} // a certificate, or parameters of one
            }
        }
        throw new Unusable("holds no private key (-----BEGIN PRIVATE KEY-----)");
    }

    private static PrivateKey key(PKCS8EncodedKeySpec key) throws Unusable, GeneralSecurityException {
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(key);
            } catch (InvalidKeySpecException another) {
                // it says only by failing which kind it is
            }
        }
        throw new Unusable("holds a private key that is none of " + ALGORITHMS);
    }

    private static PKCS8EncodedKeySpec decrypted(byte[] content, @Nullable String password) throws Unusable {
        if (password == null) {
            throw new Unusable("holds a key that is encrypted: add tlsCertificateKeyFilePassword");
        }
        try {
            EncryptedPrivateKeyInfo encrypted = new EncryptedPrivateKeyInfo(content);
            String algorithm = String.valueOf(encrypted.getAlgParameters()); // getAlgName has no more than "PBES2"
            SecretKey secret =
                    SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password.toCharArray()));
            Cipher cipher = Cipher.getInstance(algorithm);
            cipher.init(Cipher.DECRYPT_MODE, secret, encrypted.getAlgParameters());
            return encrypted.getKeySpec(cipher);
        } catch (IOException e) {
            throw new Unusable("holds an encrypted key that is no PKCS #8");
        } catch (GeneralSecurityException e) {
            throw new Unusable("holds a key that cannot be decrypted: tlsCertificateKeyFilePassword is wrong, or Java"
                    + " does not know its cipher");
        }
    }
}
