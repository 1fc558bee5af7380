package io.claimctl.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;

/**
 * A file that holds a secret, or says what to run.
 *
 * @param name what sentences call it
 */
record PrivateFile(String name, Path path) {
    private static final String RUNS = " has a password_command, which is run, and ";
    private static final int STICKY = 0x200;

    /**
     * Whoever may write it, or put another in its place, could let this user run any command. Where files have no such
     * permissions, nothing is looked at.
     *
     * @throws Refusal with 78 if everybody may do so, or it belongs to neither this user nor root
     */
    void refuseForeign() {
        try {
            PosixFileAttributes file = Files.readAttributes(path, PosixFileAttributes.class);
            if (file.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
                throw Refusal.configuration(name + RUNS + "everybody may write it: chmod 600 " + path);
            }
            String owner = file.owner().getName();
            String user = ProcessHandle.current().info().user().orElse(owner); // one without a name is not compared
            if (!owner.equals(user) && !owner.equals("root")) {
                throw Refusal.configuration(
                        name + RUNS + "it belongs to " + owner + ": chown " + user + " " + path + ", if you trust it");
            }
            Path folder = path.toAbsolutePath().getParent();
            if (folder != null
                    && Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_WRITE)
                    && ((int) Files.getAttribute(folder, "unix:mode") & STICKY) == 0) {
                throw Refusal.configuration(name + RUNS + "everybody may write its folder: chmod o-w " + folder);
            }
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException noPermissions) {
            return;
        }
    }

    /**
     * A group may read it, as it is usual for jobs of cron. Where files have no such permissions, nothing is looked at.
     *
     * @throws Refusal with 78 if everybody may read it
     */
    void refuseWorldReadable() {
        try {
            if (Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_READ)) {
                throw Refusal.configuration(
                        name + " holds a password or a key, and everybody may read it: chmod 600 " + path);
            }
        } catch (IOException | UnsupportedOperationException noPermissions) {
            return;
        }
    }
}
