package io.claimctl.claim;

import java.math.BigInteger;

/**
 * How a part of the claims was drawn at random, to stand for all.
 *
 * @param size how many were drawn, before any condition
 * @param ofAbout how many there are, as the server's metadata say: after a crash, and on sharded collections, roughly
 */
public record Sampling(long size, long ofAbout) {

    /** Refuses to draw from nothing. */
    public Sampling {
        if (size < 1 || ofAbout < size) {
            throw new IllegalArgumentException("a sample of " + size + " of " + ofAbout + " is none");
        }
    }

    /** How many there are in all of what the sample has so many of, about. */
    public long estimate(long inSample) {
        BigInteger product = BigInteger.valueOf(inSample).multiply(BigInteger.valueOf(ofAbout));
        return product.add(BigInteger.valueOf(size / 2))
                .divide(BigInteger.valueOf(size))
                .longValue();
    }
}
