package io.claimctl.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The commands that somebody may have meant. */
final class CommandsMeant {
    /** What other programs call it. */
    static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("ls", "claims list"),
            Map.entry("ps", "claims list"),
            Map.entry("show", "inspect"),
            Map.entry("describe", "inspect"),
            Map.entry("status", "inspect"),
            Map.entry("lock", "acquire"),
            Map.entry("unlock", "release"),
            Map.entry("delete", "reset"),
            Map.entry("rm", "reset"),
            Map.entry("sweep", "stale reset"),
            Map.entry("exec", "run"),
            Map.entry("errors", "exit-codes"));

    private final List<Verb> verbs;

    CommandsMeant(List<Verb> verbs) {
        this.verbs = verbs;
    }

    /** What somebody may have meant who typed a first word that there is not: the most that is known of first. */
    List<String> by(String word) {
        return Stream.<Supplier<List<String>>>of(
                        () -> names(name -> name.equals(ELSEWHERE.get(word))),
                        () -> names(name -> name.endsWith(" " + word)), // its first word was left out
                        () -> names(name -> name.replace(' ', '-').equals(word)),
                        () -> List.of("help", "version").contains(word) ? List.of("--" + word) : List.of(),
                        () -> Suggestions.near(word, firstWords()),
                        () -> lastWordsNear(word))
                .map(Supplier::get)
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private List<String> lastWordsNear(String word) {
        List<String> near = Suggestions.near(
                word, verbs.stream().map(Verb::lastWord).distinct().toList());
        return near.isEmpty() ? near : names(name -> name.endsWith(" " + near.get(0)));
    }

    /** The command that is named somewhere among these words. */
    Optional<String> nameIn(List<String> words) {
        String line = " " + String.join(" ", words) + " ";
        return names(name -> line.contains(" " + name + " ")).stream().findFirst();
    }

    private List<String> names(Predicate<String> wanted) {
        return verbs.stream().map(Verb::name).filter(wanted).toList();
    }

    private List<String> firstWords() {
        return verbs.stream()
                .map(verb -> verb.name().replaceFirst(" .*", ""))
                .distinct()
                .toList();
    }
}
