package io.claimctl.cli;

import io.claimctl.view.Format;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes what picocli needs for one command beside the command: option groups, converters, candidates and
 * collections; nothing else. */
final class CommandFactory implements IFactory {
    private final List<Format> formats;
    private final Map<Class<?>, Supplier<Object>> known;

    CommandFactory(Class<?> command) {
        Shows shows = command.getAnnotation(Shows.class);
        this.formats = shows == null ? Format.general() : List.of(shows.value());
        this.known = Map.of(
                ConnectionOptions.Given.class, ConnectionOptions.Given::new,
                OutputOptions.Given.class, OutputOptions.Given::new,
                OutputOptions.Formats.class, () -> new OutputOptions.Formats(formats),
                DurationOption.Positive.class, DurationOption.Positive::new,
                ClaimIdConverter.class, ClaimIdConverter::new,
                PositiveNumberConverter.class, PositiveNumberConverter::new,
                ClaimsListCommand.Sorts.class, ClaimsListCommand.Sorts::new,
                StaleListCommand.Leases.class, StaleListCommand.Leases::new,
                StaleResetCommand.Leases.class, StaleResetCommand.Leases::new,
                ReleaseOptions.Words.class, ReleaseOptions.Words::new);
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        Supplier<Object> made = known.get(type);
        if (made != null) {
            return type.cast(made.get());
        }
        if (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)) {
            return CommandLine.defaultFactory().create(type);
        }
        throw new IllegalArgumentException("no command has a " + type.getName());
    }
}
