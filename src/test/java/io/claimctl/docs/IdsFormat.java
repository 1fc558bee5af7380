package io.claimctl.docs;

/** How completions have claim ids written: each with a NUL behind it, whatever it holds. */
final class IdsFormat {
    static final String OPTION = "-0";
    /** What bash and zsh read them with. */
    static final String READ = " -d ''";
    /** What fish splits them with. */
    static final String FISH = "string split0";

    private IdsFormat() {}
}
