package io.claimctl.cli;

import io.claimctl.claim.ClaimCollection;
import io.claimctl.claim.ClaimCounts;
import io.claimctl.claim.ClaimQuery;
import io.claimctl.claim.StoreException;
import io.claimctl.cli.StoreDefaults.UsedProfile;
import io.claimctl.cli.connection.Connection;
import io.claimctl.cli.connection.Login;
import io.claimctl.cli.connection.Secrets;
import io.claimctl.view.ProfileStep;
import io.claimctl.view.ProfileStep.State;
import java.util.ArrayList;
import java.util.List;

/** The test of a profile, step by step; the first that fails ends it. Used by one thread. */
final class ProfileSteps {
    private static final List<String> ALL = List.of("file", "uri", "password", "server", "collection", "claims");

    private final Context context;
    private final UsedProfile used;
    private final Loudness output;
    private final List<ProfileStep> done = new ArrayList<>();

    ProfileSteps(Context context, UsedProfile used, Loudness output) {
        this.context = context;
        this.used = used;
        this.output = output;
    }

    /** What was tried, and then what was not. */
    List<ProfileStep> done() {
        List<ProfileStep> all = new ArrayList<>(done);
        ALL.subList(Math.min(done.size(), ALL.size()), ALL.size())
                .forEach(step -> all.add(new ProfileStep(step, State.NOT_TRIED, "")));
        return all;
    }

    /** The code of the step that failed, or that of success. */
    ExitCode run() {
        try {
            ok(used.file() + ", line " + used.profile().line());
            ProfileStore options = new ProfileStore();
            StoreDefaults defaults = StoreDefaults.of(used, context.variables());
            SaidValue uri = ConnectionSettings.uri(options, defaults, context.secrets());
            ok(Secrets.redact(uri.value()) + ", " + uri.source());
            String[] password = {""};
            ConnectionSettings settings =
                    ConnectionSettings.of(options, defaults, context.secrets(), (given, profile, said, timeout) -> {
                        var found = new PasswordEntry(context).of(given, profile, said, timeout);
                        password[0] = words(Login.of(said.value()), found.isPresent());
                        return found;
                    });
            ok(password[0]);
            try (Connection open = context.connected(settings, output)) {
                return connected(open);
            }
        } catch (Refusal e) {
            return failed(e.getMessage(), e.exit());
        } catch (StoreException e) {
            Failures.Said said = Failures.store(e, context);
            return failed(said.sentence(), said.exit());
        }
    }

    /** Which commands the user may run belongs here, too, as a step of its own behind the last. */
    private ExitCode connected(Connection open) {
        ok(open.server());
        ok(open.collectionName() + collection(open));
        ClaimCounts counts = open.claimStore().count(ClaimQuery.all());
        ok(counts.total() == 1 ? "1 claim" : counts.total() + " claims");
        return ExitCode.DONE;
    }

    private static String collection(Connection open) {
        try {
            return open.claimStore().collection().state() == ClaimCollection.State.ABSENT
                    ? " is not there yet: claimctl collection create makes it"
                    : " is there";
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.DENIED) {
                return "; whether it is there is not for this user to see";
            }
            throw e;
        }
    }

    private static String words(Login login, boolean found) {
        if (found) {
            return "found, for " + login.user();
        }
        if (login.user() == null) {
            return "none is needed: no user is named";
        }
        return login.hasPassword() ? "in the connection string" : "none is needed by this mechanism";
    }

    private void ok(String detail) {
        done.add(new ProfileStep(
                ALL.get(done.size()), State.OK, context.secrets().scrub(detail)));
    }

    private ExitCode failed(String detail, ExitCode exit) {
        done.add(new ProfileStep(
                ALL.get(Math.min(done.size(), ALL.size() - 1)),
                State.FAILED,
                context.secrets().scrub(detail)));
        return exit;
    }
}
