package io.claimctl.cli;

import io.claimctl.view.Format;
import io.claimctl.view.Listing;
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
        this.known = Map.ofEntries(
                entry(ConnectionOptions.Given.class, ConnectionOptions.Given::new),
                entry(StoreOptions.Given.class, StoreOptions.Given::new),
                entry(OutputOptions.Given.class, OutputOptions.Given::new),
                entry(IdOutputOptions.GivenWithNulls.class, IdOutputOptions.GivenWithNulls::new),
                entry(ColumnOptions.Given.class, ColumnOptions.Given::new),
                entry(ColumnOptions.Words.class, () -> new ColumnOptions.Words(listing(command))),
                entry(TimeOptions.Given.class, TimeOptions.Given::new),
                entry(TextOutputOptions.Given.class, TextOutputOptions.Given::new),
                entry(LoudnessOptions.Given.class, LoudnessOptions.Given::new),
                entry(OrForever.class, OrForever::new),
                entry(ExitCodeConverter.class, ExitCodeConverter::new),
                entry(OnlyAttached.class, OnlyAttached::new),
                entry(RunChoices.IfCompleted.Words.class, RunChoices.IfCompleted.Words::new),
                entry(RunChoices.OnFailure.Words.class, RunChoices.OnFailure.Words::new),
                entry(RunChoices.OnLost.Words.class, RunChoices.OnLost.Words::new),
                entry(RunChoices.StoreDown.Words.class, RunChoices.StoreDown.Words::new),
                entry(OutputOptions.Formats.class, () -> new OutputOptions.Formats(formats)),
                entry(DurationOption.Converter.class, DurationOption.Converter::new),
                entry(DurationOption.Positive.class, DurationOption.Positive::new),
                entry(InstantConverter.class, InstantConverter::new),
                entry(SizeConverter.class, SizeConverter::new),
                entry(WholeNumberConverter.class, WholeNumberConverter::new),
                entry(PositiveNumberConverter.class, PositiveNumberConverter::new),
                entry(ClaimsListCommand.Sorts.class, ClaimsListCommand.Sorts::new),
                entry(StateOptions.Known.class, StateOptions.Known::new),
                entry(StateOptions.PayloadFilters.class, StateOptions.PayloadFilters::new),
                entry(PayloadWords.class, PayloadWords::new),
                entry(SweepPayloads.Words.class, SweepPayloads.Words::new),
                entry(Rate.Converter.class, Rate.Converter::new),
                entry(FractionConverter.class, FractionConverter::new),
                entry(ClaimsWatchCommand.Interval.class, ClaimsWatchCommand.Interval::new),
                entry(WaitCommand.Conditions.class, WaitCommand.Conditions::new),
                entry(StaleListCommand.Leases.class, StaleListCommand.Leases::new),
                entry(StaleResetCommand.Leases.class, StaleResetCommand.Leases::new));
    }

    private static Listing listing(Class<?> command) {
        Lists lists = command.getAnnotation(Lists.class);
        if (lists == null) {
            throw new IllegalArgumentException(command + " does not say what it lists");
        }
        return lists.value();
    }

    private static Map.Entry<Class<?>, Supplier<Object>> entry(Class<?> type, Supplier<Object> made) {
        return Map.entry(type, made);
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
