package io.claimctl.claim;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A mutation as the fault table runs it.
 *
 * @param ids the claims that it is about
 * @param write the command whose faults the row is about
 * @param skip how many commands of this name come before that one
 * @param brief whether it is a variant of another one, which need not meet every fault
 * @param fenced whether it must leave alone what others have made of the claim
 * @param arrange puts the claims there
 * @param act runs it through the proxy
 * @param applied whether it has happened to the claim of this id, by what is stored
 * @param settle finds out what came of it after an unknown outcome, as the user is told to
 */
record FaultedMutation(
        String name,
        List<String> ids,
        String write,
        int skip,
        boolean brief,
        boolean fenced,
        Consumer<FaultBench> arrange,
        Function<FaultBench, List<Said>> act,
        BiPredicate<FaultBench, String> applied,
        BiFunction<FaultBench, Said, Settled> settle) {

    /** On claim {@code a}, fenced, by its first command of this name. */
    FaultedMutation(
            String name,
            String write,
            Consumer<FaultBench> arrange,
            Function<FaultBench, List<Said>> act,
            BiPredicate<FaultBench, String> applied,
            BiFunction<FaultBench, Said, Settled> settle) {
        this(name, List.of("a"), write, 0, false, true, arrange, act, applied, settle);
    }

    FaultedMutation after(int commands) {
        return new FaultedMutation(name, ids, write, commands, brief, fenced, arrange, act, applied, settle);
    }

    FaultedMutation variant() {
        return new FaultedMutation(name, ids, write, skip, true, fenced, arrange, act, applied, settle);
    }

    FaultedMutation unfenced() {
        return new FaultedMutation(name, ids, write, skip, brief, false, arrange, act, applied, settle);
    }

    FaultedMutation on(String... claims) {
        return new FaultedMutation(name, List.of(claims), write, skip, brief, fenced, arrange, act, applied, settle);
    }

    /** Whether the command does nothing to what has been let go since: a delete is what is done to that. */
    boolean once() {
        return fenced && !write.equals("delete");
    }

    /** What an outcome says. */
    enum Says {
        APPLIED,
        NOT_APPLIED,
        UNKNOWN
    }

    /** What the way to settle an unknown outcome came to. */
    enum Settled {
        APPLIED,
        NOT_APPLIED,
        STILL_UNKNOWN;

        static Settled of(List<Said> said) {
            return of(said.get(0).says() == Says.APPLIED, said.get(0).outcome());
        }

        static Settled of(boolean applied, Object outcome) {
            if (outcome instanceof Unknown) {
                return STILL_UNKNOWN;
            }
            return applied ? APPLIED : NOT_APPLIED;
        }
    }

    /**
     * What was said of one claim.
     *
     * @param word for the table
     * @param holds for {@link Says#APPLIED}: what the document must be like, then
     * @param outcome the value itself
     */
    record Said(String id, String word, Says says, Predicate<@Nullable BsonDocument> holds, Object outcome) {
        /** It has happened, and the document of claim {@code a} has these fields; none where the value is null. */
        static List<Said> applied(Object outcome, BsonDocument fields) {
            return List.of(new Said(
                    "a",
                    outcome.getClass().getSimpleName(),
                    Says.APPLIED,
                    stored -> stored != null
                            && fields.entrySet().stream()
                                    .allMatch(f -> f.getValue().isNull()
                                            ? !stored.containsKey(f.getKey())
                                            : f.getValue().equals(stored.get(f.getKey()))),
                    outcome));
        }

        /** It has not happened, for this reason; or it is not known. */
        static List<Said> other(Object outcome) {
            Says says = outcome instanceof Unknown ? Says.UNKNOWN : Says.NOT_APPLIED;
            return List.of(new Said("a", outcome.getClass().getSimpleName(), says, stored -> true, outcome));
        }

        Unknown unknown() {
            return (Unknown) outcome;
        }
    }
}
