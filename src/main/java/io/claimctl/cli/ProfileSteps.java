package io.claimctl.cli;

import io.claimctl.claim.ClaimCollection;
import io.claimctl.claim.ClaimCounts;
import io.claimctl.claim.ClaimQuery;
import io.claimctl.claim.StoreException;
import io.claimctl.cli.StoreDefaults.UsedProfile;
import io.claimctl.cli.connection.Connection;
import io.claimctl.cli.connection.Login;
import io.claimctl.cli.connection.Secrets;
import io.claimctl.doctor.CommandPrivileges;
import io.claimctl.doctor.Doctor;
import io.claimctl.doctor.Privileges;
import io.claimctl.view.ProfileStep;
import io.claimctl.view.ProfileStep.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The test of a profile, step by step; the first that fails ends it. A collection that is not there yet is fine, since the
 * first claim makes it; what this user may not see is unknown. Used by one thread.
 */
final class ProfileSteps {
    private static final List<String> ALL =
            List.of("file", "uri", "password", "server", "collection", "claims", "commands");

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
                .forEach(step -> all.add(new ProfileStep(step, State.NOT_TRIED, "a step before it failed")));
        return all;
    }

    /** The code of the step that failed, or that of success. */
    ExitCode run() {
        try {
            ok(used.file() + ", line " + used.profile().line());
            ProfileStore options = new ProfileStore();
            StoreDefaults defaults = StoreDefaults.of(used, context.variables());
            SaidValue uri = ConnectionSettings.uri(options, defaults, context.secrets());
            String shown = Secrets.redact(uri.value()) + ", " + uri.source();
            String[] password = {""};
            ConnectionSettings settings =
                    ConnectionSettings.of(options, defaults, context.secrets(), (given, profile, said, timeout) -> {
                        ok(shown);
                        var found = new PasswordEntry(context).of(given, profile, said, timeout);
                        password[0] = words(Login.of(said.value()), found.isPresent());
                        done.remove(done.size() - 1); // what is still read of it may be wrong
                        return found;
                    });
            ok(shown);
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

    private ExitCode connected(Connection open) {
        ok(open.server());
        collection(open);
        ClaimCounts counts = open.claimStore().count(ClaimQuery.all());
        ok(counts.total() == 1 ? "1 claim" : counts.total() + " claims");
        Privileges privileges = Doctor.privileges(open.claimStore());
        add(privileges.known() ? State.OK : State.UNKNOWN, commands(privileges));
        return ExitCode.DONE;
    }

    private void collection(Connection open) {
        String name = open.collectionName();
        try {
            ok(
                    open.claimStore().collection().state() == ClaimCollection.State.ABSENT
                            ? name + " is not there yet: claimctl collection create makes it"
                            : name + " is there");
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.DENIED) {
                throw e;
            }
            add(State.UNKNOWN, name + "; whether it is there is not for this user to see");
        }
    }

    private static String commands(Privileges privileges) {
        if (!privileges.known()) {
            return "which of them work is not known: " + privileges.whyNot();
        }
        Set<CommandPrivileges> missing = privileges.missing().keySet();
        return missing.isEmpty()
                ? privileges.user() + " may run every one"
                : privileges.user() + " may not run "
                        + String.join(
                                ", ",
                                missing.stream().map(CommandPrivileges::words).toList())
                        + "; claimctl doctor says what is missing";
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
        add(State.OK, detail);
    }

    private void add(State state, String detail) {
        String step = ALL.get(Math.min(done.size(), ALL.size() - 1));
        done.add(new ProfileStep(step, state, context.secrets().scrub(detail)));
    }

    private ExitCode failed(String detail, ExitCode exit) {
        add(State.FAILED, detail);
        return exit;
    }
}
