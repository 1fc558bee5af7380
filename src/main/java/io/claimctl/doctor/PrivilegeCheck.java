package io.claimctl.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What this user can and cannot do. */
final class PrivilegeCheck implements Topic {
    @Override
    public List<Check> checks() {
        return List.of(Check.PRIVILEGES);
    }

    @Override
    public List<Finding> examine(Chart chart) {
        Privileges privileges = Privileges.of(chart);
        boolean unreadable = chart.denied(Question.SCAN) && chart.denied(Question.MALFORMED);
        boolean explained = privileges.known()
                && !privileges.missing(CommandPrivileges.CLAIMS_LIST).isEmpty();
        boolean anonymous = privileges.user() == null
                && chart.answer(Question.CONNECTION_STATUS).isPresent();
        if (unreadable && !explained && !anonymous) {
            return List.of(Finding.of(
                            Check.PRIVILEGES,
                            Level.ERROR,
                            "the claims cannot be read: " + chart.whyNot(Question.MALFORMED),
                            "Nearly every command is denied (77).")
                    .with(chart.remedies().grantOnCollection(List.of("find"))));
        }
        if (privileges.known()) {
            return List.of(known(privileges, chart));
        }
        String meaning = "What the server does not tell shows when a command is denied (77).";
        boolean answered = chart.answer(Question.CONNECTION_STATUS).isPresent();
        if (!answered) {
            return List.of(chart.unknown(Check.PRIVILEGES, Question.CONNECTION_STATUS, meaning, null));
        }
        String why = String.valueOf(privileges.whyNot());
        if (privileges.user() != null) {
            return List.of(Finding.of(Check.PRIVILEGES, Level.UNKNOWN, why, meaning));
        }
        return List.of(
                chart.denied(Question.SCAN)
                        ? Finding.of(
                                Check.PRIVILEGES,
                                Level.ERROR,
                                why + ", and the server asks for it: " + chart.whyNot(Question.SCAN),
                                "No command can work. The connection string names no user.")
                        : Finding.of(
                                Check.PRIVILEGES,
                                Level.INFO,
                                why + ", and the server does not ask for it",
                                "Whoever reaches the server can change every claim."));
    }

    private static Finding known(Privileges privileges, Chart chart) {
        Map<CommandPrivileges, List<Action>> missing = privileges.missing();
        if (missing.isEmpty()) {
            return Finding.of(
                    Check.PRIVILEGES, Level.OK, privileges.user() + " may run every command", "Nothing is denied.");
        }
        Map<List<Action>, List<String>> byActions = new LinkedHashMap<>();
        missing.forEach((command, actions) ->
                byActions.computeIfAbsent(actions, a -> new ArrayList<>()).add(command.words()));
        List<String> parts = new ArrayList<>();
        byActions.forEach((actions, commands) ->
                parts.add(String.join(", ", commands) + " (" + words(actions, ", ") + " is missing)"));
        boolean reads = privileges.missing(CommandPrivileges.CLAIMS_LIST).isEmpty();
        List<Action> all =
                missing.values().stream().flatMap(List::stream).distinct().toList();
        return Finding.of(
                        Check.PRIVILEGES,
                        reads ? Level.INFO : Level.ERROR,
                        privileges.user() + " may not run " + String.join("; ", parts),
                        reads
                                ? "These commands are denied (77); the others work."
                                : "Claims cannot even be read: nearly every command is denied (77).")
                .with(grant(all, chart));
    }

    private static String grant(List<Action> missing, Chart chart) {
        List<String> ofCollection =
                missing.stream().filter(a -> !a.ofDatabase()).map(Action::word).toList();
        return ofCollection.isEmpty()
                ? chart.remedies().grantOnDatabase(Action.LIST_COLLECTIONS.word())
                : chart.remedies().grantOnCollection(ofCollection);
    }

    private static String words(List<Action> actions, String between) {
        return String.join(between, actions.stream().map(Action::word).toList());
    }
}
