package io.claimctl.view;

import io.claimctl.claim.Capped;
import io.claimctl.claim.ClaimCollection;
import io.claimctl.claim.ClaimIndex.Standing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What there is to say of a collection, in sentences for stderr. All are safe for a terminal. */
public final class CollectionWords {
    private final ClaimCollection collection;
    private final String name;

    /** The sentences on this collection. */
    public CollectionWords(ClaimCollection collection) {
        this.collection = collection;
        this.name = SafeText.of(collection.name());
    }

    /**
     * What is worth knowing of one that was made, or was there.
     *
     * @param asked the size that was asked for; null if none was
     */
    public List<String> made(@Nullable Capped asked) {
        List<String> sentences = new ArrayList<>();
        Capped capped = collection.capped();
        if (asked != null && capped != null && !asked.madeAs(capped)) {
            sentences.add(name + " exists with " + size(capped) + ", not with " + size(asked) + "; it stays as it is");
        }
        sentences.addAll(warnings());
        return sentences;
    }

    /** What is worth knowing of one whose indexes were compared. */
    public List<String> compared() {
        List<String> sentences = new ArrayList<>(warnings());
        long missing = collection.count(Standing.MISSING);
        if (missing > 0 && collection.indexable()) {
            sentences.add(missing + (missing == 1 ? " index is" : " indexes are") + " missing in " + name
                    + "; the same command with --apply makes " + (missing == 1 ? "it" : "them"));
        }
        return sentences;
    }

    /** What was done, where the result cannot be written. */
    public String outcome() {
        if (collection.unknown()) {
            return unknown();
        }
        long made = collection.count(Standing.CREATED);
        return name
                + (collection.state() == ClaimCollection.State.CREATED ? " was created" : " exists")
                + (made == 0 ? "" : "; " + indexes(made) + " created");
    }

    /** What is not known, and how to find out. */
    public String unknown() {
        String what = collection.state() == ClaimCollection.State.UNKNOWN
                ? name + " was created"
                : "the indexes of " + name + " were created";
        String why = collection.failure() == null
                ? ""
                : " (" + SafeText.of(String.valueOf(collection.failure().getMessage())) + ")";
        return "it is not known whether " + what + why + "; the same command, run again, makes what is missing then";
    }

    /** That the collection was made and its indexes were not; why not is its failure. */
    public String withoutIndexes() {
        return name + " was created, but its indexes were not; collection indexes --apply makes them";
    }

    private static String indexes(long count) {
        return count + (count == 1 ? " index was" : " indexes were");
    }

    private List<String> warnings() {
        return collection.refusesSizeChanges()
                ? List.of("warning: " + name + " is capped, and this server (MongoDB up to 5.0) refuses any change of a"
                        + " document's size there, so that claims cannot be kept in it: use a collection that is not"
                        + " capped, or a newer server")
                : List.of();
    }

    private static String size(Capped capped) {
        String documents = capped.maxDocuments() == null
                ? "any number of documents"
                : "at most " + Words.count(capped.maxDocuments(), "document");
        return Words.count(capped.sizeBytes(), "byte") + " and " + documents;
    }
}
