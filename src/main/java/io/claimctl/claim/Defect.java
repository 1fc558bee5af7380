package io.claimctl.claim;

/**
 * A known field whose value has another type, or another range, than claims have.
 *
 * @param field the field's name in the document
 * @param problem what is wrong with it, as half a sentence ("is a string, not a date")
 */
public record Defect(String field, String problem) {
    @Override
    public String toString() {
        return field + " " + problem;
    }
}
