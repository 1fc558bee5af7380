package io.claimctl.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** What is said about a message beside its bytes. */
final class MetadataOption {
    @Option(
            names = "--metadata",
            paramLabel = "KEY=VALUE",
            description =
                    "Metadata of the message, once for each key. All that is stored is replaced; it stays if this is"
                            + " left out.")
    private List<String> given = List.of();

    /**
     * The values by their keys.
     *
     * @throws Refusal if one has no key, or a key is given twice
     */
    Map<String, String> pairs() {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String pair : given) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw Refusal.usage("--metadata '" + pair + "' has no " + (equals < 0 ? "=" : "key before the =")
                        + ": write it as KEY=VALUE");
            }
            String key = pair.substring(0, equals);
            if (pairs.put(key, pair.substring(equals + 1)) != null) {
                throw Refusal.usage("--metadata has the key '" + key + "' twice: give it once");
            }
        }
        return pairs;
    }

    /** The option again, each name and value a word of its own. */
    List<String> repeated() {
        return given.stream().flatMap(pair -> Stream.of("--metadata", pair)).toList();
    }
}
