package io.claimctl.claim;

import java.util.List;

/**
 * The commonest names of one kind.
 *
 * @param names the commonest first; equally common ones in the order of their characters
 * @param others claims with any other name
 * @param none claims without one: absent, null, or no string
 */
public record TopNames(List<NameCount> names, long others, long none) {

    /** Copies the names, so that it is a value. */
    public TopNames {
        names = List.copyOf(names);
    }
}
