package io.claimctl.claim;

/**
 * How many claims have one name.
 *
 * @param name as the documents have it; one of more than 500 characters is cut there
 * @param count how many, at least 1
 */
public record NameCount(String name, long count) {}
