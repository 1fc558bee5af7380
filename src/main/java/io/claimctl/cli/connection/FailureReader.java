package io.claimctl.cli.connection;

import com.mongodb.ConnectionString;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketException;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerDescription;
import io.claimctl.claim.StoreException;
import io.claimctl.cli.connection.StoreFailure.Reason;
import io.claimctl.view.Times;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a failure of the store: the kind says what, the driver's exceptions and the state of the servers say why. */
final class FailureReader {
    private static final int AUTHENTICATION_FAILED = 18;
    /** Codes of a collection or a server that is set up otherwise: what the user can mend, and no retry will. */
    private static final Set<Integer> SETUP =
            Set.of(20, 26, 48, 59, 61, 66, 67, 72, 73, 85, 86, 115, 121, 123, 166, 10003, 10089);

    private static final Pattern NOT_AUTHORIZED =
            Pattern.compile("not authorized on (\\S+) to execute command \\{ *\"?(\\w+)\"?:", Pattern.CASE_INSENSITIVE);
    private static final Pattern COMMAND_SHORTENED =
            Pattern.compile("not authorized on (\\S+) to execute command (\\w+)", Pattern.CASE_INSENSITIVE);

    private final @Nullable ClusterDescription cluster;
    private final ConnectionString uri;
    private final Duration timeout;

    FailureReader(@Nullable ClusterDescription cluster, ConnectionString uri, Duration timeout) {
        this.cluster = cluster;
        this.uri = uri;
        this.timeout = timeout;
    }

    StoreFailure read(StoreException failure) {
        if (authenticationFailed(failure)) {
            return new StoreFailure(Reason.DENIED, authentication(failure));
        }
        return switch (failure.kind()) {
            case UNREACHABLE ->
                new StoreFailure(
                        servers().stream().anyMatch(s -> !s.isCompatibleWithDriver())
                                ? Reason.CONFIGURATION
                                : Reason.UNREACHABLE,
                        unreachable(failure));
            case TIMED_OUT ->
                new StoreFailure(Reason.TIMED_OUT, failure.getMessage() + " (--timeout " + Times.exact(timeout) + ")");
            case DENIED -> new StoreFailure(Reason.DENIED, denied(failure));
            case DUPLICATE_KEY -> new StoreFailure(Reason.CONFIGURATION, String.valueOf(failure.getMessage()));
            case REFUSED ->
                new StoreFailure(
                        ourOwn(failure) || failure.code().stream().anyMatch(SETUP::contains)
                                ? Reason.CONFIGURATION
                                : Reason.UNEXPECTED,
                        String.valueOf(failure.getMessage()));
        };
    }

    /** The library's own refusal of a collection or a server, without a command that failed. */
    private static boolean ourOwn(StoreException failure) {
        return failure.code().isEmpty() && failure.getCause() == null;
    }

    private List<ServerDescription> servers() {
        return cluster == null ? List.of() : cluster.getServerDescriptions();
    }

    private boolean authenticationFailed(StoreException failure) {
        return failure.code().orElse(0) == AUTHENTICATION_FAILED
                || refusesCredentials(failure)
                || servers().stream().anyMatch(server -> refusesCredentials(server.getException()));
    }

    private static boolean refusesCredentials(@Nullable Throwable error) {
        MongoSecurityException security = Causes.first(error, MongoSecurityException.class);
        return security != null && Causes.first(security, MongoSocketException.class) == null;
    }

    private String authentication(StoreException failure) {
        MongoSecurityException security = Causes.first(failure, MongoSecurityException.class);
        String user = security != null ? security.getCredential().getUserName() : uri.getUsername();
        String source = security != null
                ? security.getCredential().getSource()
                : uri.getCredential() == null ? null : uri.getCredential().getSource();
        return "the server refused the credentials"
                + (user == null ? "" : " of user " + user)
                + (source == null ? "" : " (authSource " + source + ")")
                + ": check the user, the password and authSource of the connection string";
    }

    private String denied(StoreException failure) {
        for (String text : List.of(serverText(failure), String.valueOf(failure.getMessage()))) {
            for (Pattern pattern : List.of(NOT_AUTHORIZED, COMMAND_SHORTENED)) {
                Matcher matcher = pattern.matcher(text);
                if (matcher.find()) {
                    return "the user may not run " + matcher.group(2) + " on " + matcher.group(1)
                            + ": its role needs the action " + action(matcher.group(2));
                }
            }
        }
        return String.valueOf(failure.getMessage())
                + (uri.getUsername() == null ? "; the connection string names no user" : "");
    }

    private static String serverText(StoreException failure) {
        MongoCommandException command = Causes.first(failure, MongoCommandException.class);
        return command == null ? "" : command.getErrorMessage();
    }

    private static String action(String command) {
        return switch (command) {
            case "findAndModify", "findandmodify" -> "find, update and insert";
            case "update" -> "update";
            case "delete" -> "remove";
            case "aggregate", "count", "distinct", "getMore" -> "find";
            case "create" -> "createCollection";
            case "createIndexes" -> "createIndex";
            default -> command;
        };
    }

    private String unreachable(StoreException failure) {
        if (cluster != null && cluster.getSrvResolutionException() != null) {
            return "cannot resolve " + String.join(", ", uri.getHosts()) + ": the DNS has no SRV record for it";
        }
        List<ServerDescription> servers = servers();
        if (servers.isEmpty()) {
            MongoSocketException socket = Causes.first(failure, MongoSocketException.class);
            String host = socket == null
                    ? String.join(", ", uri.getHosts())
                    : socket.getServerAddress().toString();
            return "cannot reach " + host + ": "
                    + (socket == null
                            ? misnamed()
                            : Causes.why(socket, timeout, Boolean.TRUE.equals(uri.getSslEnabled())));
        }
        if (servers.stream().allMatch(server -> server.isOk() && server.getException() == null)) {
            return "no primary among " + hosts(servers)
                    + ": an election is going on, or the connection string names no primary";
        }
        Set<String> reasons = new TreeSet<>();
        servers.forEach(server -> reasons.add(server.getAddress() + ": " + why(server)));
        return "cannot reach " + String.join("; ", reasons);
    }

    private String misnamed() {
        String set = uri.getRequiredReplicaSetName();
        if (uri.isSrvProtocol()) {
            return "the DNS did not answer within " + Times.exact(timeout);
        }
        return set == null ? "no server is known there" : "none of them is a member of the replica set " + set;
    }

    private String why(ServerDescription server) {
        if (!server.isCompatibleWithDriver()) {
            return "its version is not one that this driver speaks to (wire version " + server.getMaxWireVersion()
                    + ")";
        }
        Throwable error = server.getException();
        if (error == null && server.isOk()) {
            return "it answers, and is no primary";
        }
        if (error instanceof MongoCommandException command) {
            return "it answers that it cannot do it now: " + command.getErrorMessage() + " (code "
                    + command.getErrorCode() + ")";
        }
        return error == null ? silence() : Causes.why(error, timeout, Boolean.TRUE.equals(uri.getSslEnabled()));
    }

    /** The driver keeps it to itself where a single host is no member of the set. */
    private String silence() {
        String set = uri.getRequiredReplicaSetName();
        return Causes.noAnswer(timeout) + (set == null ? "" : ", or it is no member of the replica set " + set);
    }

    private static String hosts(List<ServerDescription> servers) {
        return String.join(
                ", ",
                new TreeSet<>(
                        servers.stream().map(s -> s.getAddress().toString()).toList()));
    }
}
