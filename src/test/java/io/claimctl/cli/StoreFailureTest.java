package io.claimctl.cli;

import io.claimctl.testing.ScriptedServer;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the server answers decides the exit code by its number, and the sentence by its words. */
class StoreFailureTest {
    private static final ScriptedServer SERVER = new ScriptedServer();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @AfterEach
    void forget() {
        SERVER.clear();
    }

    private static BsonDocument error(int code, String message) {
        return new BsonDocument("ok", new BsonDouble(0))
                .append("code", new BsonInt32(code))
                .append("errmsg", new BsonString(message));
    }

    private static RecordedRun inspect() {
        return RecordedRun.claimctl("inspect", "x")
                .on(SERVER.uri() + "/shop")
                .run()
                .showsNothing();
    }

    @ParameterizedTest
    @CsvSource({
        "20,CONFIGURATION",
        "26,CONFIGURATION",
        "61,CONFIGURATION",
        "66,CONFIGURATION",
        "85,CONFIGURATION",
        "86,CONFIGURATION",
        "115,CONFIGURATION",
        "121,CONFIGURATION",
        "166,CONFIGURATION",
        "10003,CONFIGURATION",
        "10089,CONFIGURATION",
        "11000,CONFIGURATION",
        "2,UNEXPECTED",
        "8,UNEXPECTED",
        "96,UNEXPECTED",
        "50,TRY_LATER",
        "13,DENIED",
        "18,DENIED",
    })
    void theCodeOfTheServerDecides(int code, ExitCode exit) {
        SERVER.answerNext("find", error(code, "the words of the server"), false);
        inspect().ends(exit);
    }

    @Test
    void the_servers_words_are_said() {
        SERVER.answerNext("find", error(121, "Document failed validation"), false);
        inspect().says("claimctl: the server refused the command: Document failed validation (code 121)\n");
    }

    static Stream<String> denials() {
        return Stream.of(
                "not authorized on shop to execute command { find: \"_message_state\", filter: { _id: \"s3cret-id\" } }",
                "not authorized on shop to execute command {\"find\":\"_message_state\",\"filter\":{\"_id\":\"s3cret-id\"}}");
    }

    @ParameterizedTest
    @MethodSource("denials")
    void a_missing_privilege_is_named_without_repeating_the_command(String words) {
        SERVER.answerNext("find", error(13, words), false);
        inspect()
                .ends(ExitCode.DENIED)
                .says("claimctl: the user may not run find on shop: its role needs the action find\n")
                .neverPrints("s3cret-id");
    }

    @Test
    void a_server_that_wants_a_login_is_told() {
        SERVER.answerNext("find", error(13, "command find requires authentication"), false);
        inspect()
                .ends(ExitCode.DENIED)
                .says("command find requires authentication (code 13); the connection string names no user");
    }

    @Test
    void credentials_that_are_refused_name_the_user_and_where_it_is_looked_up() {
        RecordedRun.claimctl("inspect", "x", "--timeout", "3s")
                .on(SERVER.uri().replace("//", "//bob:geheim@") + "/shop?authSource=people&authMechanism=SCRAM-SHA-256")
                .run()
                .ends(ExitCode.DENIED)
                .says("the server refused the credentials of user bob (authSource people)")
                .neverPrints("geheim");
    }

    @Test
    void a_server_that_does_not_answer_in_time_is_not_unreachable() {
        SERVER.answerNext("find", error(50, "operation exceeded time limit"), false);
        inspect().ends(ExitCode.TRY_LATER).says("did not answer in time", "(--timeout 10s)");
    }
}
