package io.claimctl.cli;

import io.claimctl.view.SafeText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Parameters;

/** The claims that a command names. */
final class ClaimIds {
    @Parameters(arity = "1..*", paramLabel = "ID", description = "The claims.")
    private List<String> ids = List.of();

    /**
     * The id of a command that takes one.
     *
     * @throws Refusal if it is empty, as where a script's variable is
     */
    static List<String> one(String id) {
        if (id.isEmpty()) {
            throw Refusal.usage("an empty text is no claim id");
        }
        return List.of(id);
    }

    /**
     * The ids in the order given: at least one.
     *
     * @throws Refusal if one is empty, as where a script's variable is, or named twice
     */
    List<String> named() {
        return distinct(ids);
    }

    static List<String> distinct(List<String> ids) {
        Set<String> seen = new HashSet<>();
        for (String id : ids) {
            if (id.isEmpty()) {
                throw Refusal.usage("an empty text is no claim id");
            }
            if (!seen.add(id)) {
                throw Refusal.usage("claim " + SafeText.of(id) + " is named twice: name it once");
            }
        }
        return List.copyOf(ids);
    }
}
