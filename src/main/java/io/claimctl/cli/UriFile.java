package io.claimctl.cli;

import io.claimctl.cli.connection.Secrets;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** A file that holds a connection string on the one line that is not blank. */
record UriFile(Path file) {
    private static final int LONGEST = 1 << 16;

    /** @throws Refusal with 78 if it holds none, or one with a secret that everybody may read */
    SaidValue read() {
        SaidValue text = new SaidValue(content(), "the file " + file, false);
        if (Secrets.isIn(text.value())) {
            new PrivateFile(text.source(), file).refuseWorldReadable();
        }
        return text;
    }

    private String content() {
        try {
            if (Files.size(file) > LONGEST) {
                throw Refusal.configuration("the file " + file + " is too long to hold a connection string");
            }
            List<String> lines = Files.readString(file)
                    .lines()
                    .map(String::strip)
                    .filter(l -> !l.isEmpty())
                    .toList();
            if (lines.size() != 1) {
                throw Refusal.configuration(
                        "the file " + file + " must hold one line, the connection string; it holds " + lines.size());
            }
            return lines.get(0);
        } catch (NoSuchFileException e) {
            throw Refusal.configuration("there is no file " + file + " to read the connection string from");
        } catch (CharacterCodingException e) {
            throw Refusal.configuration("the file " + file + " is not UTF-8");
        } catch (IOException e) {
            throw Refusal.configuration("the file " + file + " cannot be read: " + ConnectionSettings.reason(e, file));
        }
    }
}
