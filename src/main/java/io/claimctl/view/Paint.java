package io.claimctl.view;

import org.fusesource.jansi.Ansi;

/** Colours text, or leaves it as it is where the screen has no colours. */
final class Paint {
    private final boolean colour;

    Paint(Screen screen) {
        this.colour = screen.colour();
    }

    String in(Tone tone, String text) {
        return !colour || tone == Tone.PLAIN ? text : Colours.of(tone, text);
    }

    /** Apart, so that Jansi is loaded only where there is colour. */
    private static final class Colours {
        static String of(Tone tone, String text) {
            Ansi ansi = new Ansi(); // not Ansi.ansi(), which asks a static switch of its own
            Ansi styled = switch (tone) {
                case PLAIN -> ansi;
                case GOOD -> ansi.fg(Ansi.Color.GREEN);
                case WARN -> ansi.fg(Ansi.Color.YELLOW);
                case BAD -> ansi.fg(Ansi.Color.RED);
                case QUIET -> ansi.a(Ansi.Attribute.INTENSITY_FAINT);
                case HEAD -> ansi.bold();
            };
            return styled.a(text).reset().toString();
        }
    }
}
