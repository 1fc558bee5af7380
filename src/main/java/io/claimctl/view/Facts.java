package io.claimctl.view;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Named values in the order they were added: what one JSON object, one CSV line or one block of lines shows. Names are
 * the lower-case names of enum constants; a null value is left out.
 */
final class Facts {
    private final Map<String, Object> values = new LinkedHashMap<>();

    static String name(Enum<?> field) {
        return field.name().toLowerCase(Locale.ROOT);
    }

    Facts text(Enum<?> field, @Nullable String value) {
        return put(field, value);
    }

    Facts number(Enum<?> field, @Nullable Long value) {
        return put(field, value);
    }

    Facts flag(Enum<?> field, @Nullable Boolean value) {
        return put(field, value);
    }

    Facts time(Enum<?> field, @Nullable Instant value) {
        return put(field, value);
    }

    Facts texts(Enum<?> field, Map<String, String> value) {
        return put(field, value.isEmpty() ? null : new TreeMap<>(value)); // sorted: the same bytes in every run
    }

    Facts record(Enum<?> field, Facts value) {
        return put(field, value);
    }

    Facts records(Enum<?> field, List<Facts> value) {
        return put(field, value.isEmpty() ? null : value);
    }

    /** As {@link #records}, and a list also where it is empty. */
    Facts list(Enum<?> field, List<Facts> value) {
        return put(field, value);
    }

    /** Adds all that the other has. */
    Facts and(Facts other) {
        values.putAll(other.values);
        return this;
    }

    /** Those of these fields that it has, in this order. */
    Facts only(List<? extends Enum<?>> fields) {
        Facts some = new Facts();
        fields.forEach(field -> some.put(field, value(field)));
        return some;
    }

    @Nullable
    Object value(Enum<?> field) {
        return values.get(name(field));
    }

    Map<String, Object> values() {
        return values;
    }

    private Facts put(Enum<?> field, @Nullable Object value) {
        if (value != null) {
            values.put(name(field), value);
        }
        return this;
    }
}
