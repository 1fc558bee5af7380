package io.claimctl.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;

/**
 * A file that holds a secret.
 *
 * @param name what sentences call it
 */
record PrivateFile(String name, Path path) {

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
