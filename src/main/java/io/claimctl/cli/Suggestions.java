package io.claimctl.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The words that somebody may have meant. */
final class Suggestions {
    private Suggestions() {}

    /** At most three candidates, the nearest first: few edits away, or what was typed is short for them. */
    static List<String> near(String typed, Collection<String> candidates) {
        String word = typed.toLowerCase(Locale.ROOT);
        int allowed = Math.max(1, word.replace("-", "").length() / 3);
        return candidates.stream()
                .filter(candidate -> distance(word, candidate) <= allowed || isShortFor(word, candidate))
                .sorted(Comparator.<String>comparingInt(candidate -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(3)
                .toList();
    }

    /** {@code lst} is short for {@code list}: it has the same first letter, and then some of the others in their order. */
    private static boolean isShortFor(String word, String candidate) {
        String letters = word.replace("-", "");
        String all = candidate.replace("-", "");
        if (letters.length() < 3 || all.isEmpty() || letters.charAt(0) != all.charAt(0)) {
            return false;
        }
        int found = 0;
        for (int i = 0; i < all.length() && found < letters.length(); i++) {
            found += all.charAt(i) == letters.charAt(found) ? 1 : 0;
        }
        return found == letters.length();
    }

    /** The question to put behind a sentence; nothing where there is nothing to suggest. */
    static String meant(List<String> words) {
        return words.isEmpty() ? "" : "; did you mean " + String.join(" or ", words) + "?";
    }

    /** Insertions, deletions, replacements and exchanges of neighbours that turn one word into the other. */
    static int distance(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, from, to, i, j);
            }
        }
        return cost[from.length()][to.length()];
    }

    private static int step(int[][] cost, String from, String to, int i, int j) {
        int replaced = cost[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean exchanged =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return exchanged ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
