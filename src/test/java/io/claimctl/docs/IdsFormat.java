package io.claimctl.docs;

/** How completions have claim ids written: one a line, or each ended by NUL where there may be any. */
final class IdsFormat {
    static final String OPTION = "-o name";
    /** What bash and zsh read them with. */
    static final String READ = "";
    /** What fish splits them with. */
    static final String FISH = "string split \\n";

    private IdsFormat() {}
}
