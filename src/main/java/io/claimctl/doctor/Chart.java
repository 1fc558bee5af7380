package io.claimctl.doctor;

import io.claimctl.claim.ProbeReply;
import io.claimctl.claim.ProbeReply.Answered;
import io.claimctl.claim.ProbeReply.Refused;
import io.claimctl.claim.ProbeReply.Silent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** What is known of the patient: the answers to the questions, each of them asked when it is needed first. Used by one thread. */
final class Chart {
    private static final BsonArray NONE = new BsonArray();

    private final DoctorRequest request;
    private final String database;
    private final String collection;
    private final Asking asking;
    private final Map<Question, ProbeReply> replies = new EnumMap<>(Question.class);

    Chart(DoctorRequest request, String database, String collection, Asking asking) {
        this.request = request;
        this.database = database;
        this.collection = collection;
        this.asking = asking;
    }

    DoctorRequest request() {
        return request;
    }

    String database() {
        return database;
    }

    String collection() {
        return collection;
    }

    BsonString collectionName() {
        return new BsonString(collection);
    }

    String namespace() {
        return database + "." + collection;
    }

    Instant earliest() {
        return asking.earliest();
    }

    Instant latest() {
        return asking.latest();
    }

    Remedies remedies() {
        return new Remedies(request, database, collection);
    }

    ProbeReply reply(Question question) {
        ProbeReply known = replies.get(question);
        if (known == null) {
            Optional<Question> silent = silentBefore(question);
            known = silent.isPresent()
                    ? new Silent("it was not asked, since " + silent.get().commandName() + " was not answered")
                    : asking.ask(question, this);
            replies.put(question, known);
        }
        return known;
    }

    /** Each of these would take as long again: those that read the documents, or those that do not. */
    private Optional<Question> silentBefore(Question question) {
        return replies.entrySet().stream()
                .filter(e -> e.getValue() instanceof Silent)
                .map(Map.Entry::getKey)
                .filter(q -> q.readsDocuments() == question.readsDocuments())
                .findFirst();
    }

    /** The answer's document; empty if the question was not answered. */
    Optional<BsonDocument> answer(Question question) {
        return reply(question) instanceof Answered answered ? Optional.of(answered.document()) : Optional.empty();
    }

    /** The documents of a list; the collection's absence is an empty one. */
    Optional<List<BsonDocument>> list(Question question) {
        if (reply(question) instanceof Refused refused && refused.code() == 26) {
            return Optional.of(List.of());
        }
        return answer(question)
                .map(document ->
                        document.getDocument("cursor", new BsonDocument()).getArray("firstBatch", NONE).stream()
                                .filter(BsonValue::isDocument)
                                .map(BsonValue::asDocument)
                                .toList());
    }

    /** Why a question was not answered. */
    String whyNot(Question question) {
        ProbeReply reply = reply(question);
        if (reply instanceof Refused refused) {
            String what = refused.denied() ? "this user may not run " : "the server refuses ";
            String why = refused.why().strip();
            return what + question.commandName() + (why.isEmpty() ? " (code " + refused.code() + ")" : ": " + why);
        }
        String why = reply instanceof Silent silent ? silent.why().strip() : "";
        return question.commandName() + " was not answered" + (why.isEmpty() ? ", and nothing says why" : ": " + why);
    }

    boolean denied(Question question) {
        return reply(question) instanceof Refused refused && refused.denied();
    }

    boolean silent(Question question) {
        return reply(question) instanceof Silent;
    }

    /** A check that could not be made, and which privilege helps where one is missing. */
    Finding unknown(Check check, Question question, String consequence, @Nullable String privilege) {
        String remedy =
                denied(question) ? privilege : silent(question) ? remedies().longer() : null;
        return Finding.of(check, Level.UNKNOWN, whyNot(question), consequence).with(remedy);
    }

    BsonDocument hello() {
        return answer(Question.HELLO).orElseGet(BsonDocument::new);
    }

    boolean sharded() {
        return "isdbgrid".equals(text(hello(), "msg"));
    }

    boolean replicaSet() {
        return text(hello(), "setName") != null;
    }

    /** The members that {@code hello} names, hidden ones and arbiters left out. */
    List<String> dataBearing() {
        List<String> all = new ArrayList<>(texts(hello(), "hosts"));
        all.addAll(texts(hello(), "passives"));
        return all;
    }

    List<Answered> clocks() {
        return asking.clocks(dataBearing());
    }

    Optional<BsonDocument> listed() {
        return list(Question.COLLECTION)
                .flatMap(all -> all.stream()
                        .filter(c -> collection.equals(text(c, "name")))
                        .findFirst());
    }

    /** Its options, as it was made with; empty if it is not there, or nothing is known. */
    BsonDocument options() {
        return listed().map(c -> c.getDocument("options", new BsonDocument())).orElseGet(BsonDocument::new);
    }

    boolean capped() {
        return options().getBoolean("capped", org.bson.BsonBoolean.FALSE).getValue();
    }

    /** What the aggregation has counted; an empty collection is no group. */
    Optional<BsonDocument> counts() {
        return list(Question.SCAN).map(groups -> groups.stream().findFirst().orElseGet(BsonDocument::new));
    }

    static long number(BsonDocument document, String name) {
        return document.isNumber(name) ? document.getNumber(name).longValue() : 0;
    }

    static @Nullable String text(BsonDocument document, String name) {
        return document.isString(name) ? document.getString(name).getValue() : null;
    }

    static List<String> texts(BsonDocument document, String name) {
        return document.getArray(name, NONE).stream()
                .filter(BsonValue::isString)
                .map(v -> v.asString().getValue())
                .toList();
    }

    /** A date; some servers send it as its milliseconds. */
    static @Nullable Instant instant(BsonDocument document, String name) {
        BsonValue value = document.get(name);
        if (value != null && value.isDateTime()) {
            return Instant.ofEpochMilli(value.asDateTime().getValue());
        }
        return value != null && value.isInt64()
                ? Instant.ofEpochMilli(value.asInt64().getValue())
                : null;
    }

    /** Milliseconds; null where there is no number. */
    static @Nullable Duration span(BsonDocument document, String name) {
        return document.isNumber(name)
                ? Duration.ofMillis(document.getNumber(name).longValue())
                : null;
    }
}
