package io.claimctl.view;

import io.claimctl.claim.Capped;
import io.claimctl.claim.ClaimCollection;
import io.claimctl.claim.ClaimIndex;
import java.util.List;
import java.util.Locale;

/** Collections and their indexes as {@link Facts}. */
final class CollectionFacts {
    /** The columns of CSV for a collection. */
    static final List<Enum<?>> COLLECTION = List.of(
            OutcomeField.OUTCOME,
            CollectionField.COLLECTION,
            CollectionField.CAPPED,
            CollectionField.SIZE_BYTES,
            CollectionField.MAX_DOCUMENTS,
            OutcomeField.ERROR,
            EnvelopeField.INDEXES);

    /** The columns of CSV for its indexes. */
    static final List<Enum<?>> INDEX = List.of(IndexField.NAME, IndexField.STATE, IndexField.WANTED, IndexField.FOUND);

    private CollectionFacts() {}

    static String word(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    static Facts of(ClaimCollection collection) {
        Capped capped = collection.capped();
        return new Facts()
                .text(OutcomeField.OUTCOME, word(collection.state()))
                .text(CollectionField.COLLECTION, collection.name())
                .flag(CollectionField.CAPPED, capped != null)
                .number(CollectionField.SIZE_BYTES, capped == null ? null : (Long) capped.sizeBytes())
                .number(CollectionField.MAX_DOCUMENTS, capped == null ? null : capped.maxDocuments())
                .text(
                        OutcomeField.ERROR,
                        collection.failure() == null
                                ? null
                                : collection.failure().getMessage());
    }

    static Facts withIndexes(ClaimCollection collection) {
        return of(collection)
                .records(
                        EnvelopeField.INDEXES,
                        collection.indexes().stream().map(CollectionFacts::of).toList());
    }

    static Facts of(ClaimIndex index) {
        return new Facts()
                .text(IndexField.NAME, index.name())
                .text(IndexField.STATE, word(index.standing()))
                .text(IndexField.WANTED, index.wanted())
                .text(IndexField.FOUND, index.found());
    }

    private enum CollectionField {
        /** Database and collection, as in {@code shop._message_state}. */
        COLLECTION,
        CAPPED,
        SIZE_BYTES,
        MAX_DOCUMENTS
    }

    enum IndexField {
        NAME,
        STATE,
        /** Its definition as extended JSON. */
        WANTED,
        FOUND
    }
}
