package io.claimctl.view;

import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;
import tools.jackson.dataformat.yaml.util.StringQuotingChecker;

/** Writes {@link Facts} as JSON or YAML, one token after the other. */
final class FactsGenerator {
    private final JsonGenerator out;
    private final boolean yaml;

    private FactsGenerator(JsonGenerator out, boolean yaml) {
        this.out = out;
        this.yaml = yaml;
    }

    /** JSON over several lines. */
    static FactsGenerator pretty(TextOutput to) {
        return new FactsGenerator(json(to.escaping(false), Indented.CONTEXT), false);
    }

    /** JSON on one line. */
    static FactsGenerator compact(TextOutput to) {
        return new FactsGenerator(json(to.escaping(false), ObjectWriteContext.empty()), false);
    }

    static FactsGenerator yaml(TextOutput to) {
        return new FactsGenerator(Yaml.generator(to.escaping(true)), true);
    }

    /** One value as JSON on one line. */
    static String text(Object value) {
        StringWriter text = new StringWriter();
        TextOutput to = new TextOutput(text);
        FactsGenerator generator = compact(to);
        generator.value(value);
        generator.flush();
        return text.toString();
    }

    private static JsonGenerator json(Writer to, ObjectWriteContext context) {
        return JsonFactory.builder().rootValueSeparator("").build().createGenerator(context, to);
    }

    /** Starts an object. */
    FactsGenerator start() {
        return attempt(out::writeStartObject);
    }

    FactsGenerator startArray(Enum<?> field) {
        return attempt(() -> out.writeName(Facts.name(field)).writeStartArray());
    }

    FactsGenerator endArray() {
        return attempt(out::writeEndArray);
    }

    FactsGenerator end() {
        return attempt(out::writeEndObject);
    }

    /** The members of the object that was started. */
    FactsGenerator members(Facts facts) {
        return attempt(() -> facts.values().forEach(this::member));
    }

    /** A whole object. */
    FactsGenerator object(Facts facts) {
        return start().members(facts).end();
    }

    void flush() {
        attempt(out::flush);
    }

    /** Writes what is left, once all is ended: what ends early must not look whole. Nothing more may follow. */
    void finish() {
        attempt(out::close);
    }

    /** The generator of YAML wraps failures of the stream anew. */
    private FactsGenerator attempt(Runnable writing) {
        try {
            writing.run();
        } catch (JacksonIOException e) {
            throw new UncheckedIOException(e.getCause());
        }
        return this;
    }

    private void member(String name, Object value) {
        out.writeName(encodable(name));
        value(value);
    }

    private void value(Object value) {
        if (value instanceof String text) {
            out.writeString(encodable(text));
        } else if (value instanceof Long number) {
            out.writeNumber(number);
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value instanceof Instant instant) {
            out.writeString(Times.utc(instant));
        } else if (value instanceof Facts facts) {
            object(facts);
        } else if (value instanceof Map<?, ?> texts) {
            out.writeStartObject();
            texts.forEach((name, text) -> member((String) name, text));
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            list.forEach(this::value);
            out.writeEndArray();
        } else {
            throw new IllegalArgumentException("facts hold no " + value.getClass());
        }
    }

    /** Half a character has no form in YAML. */
    private String encodable(String text) {
        return yaml && !SafeText.isEncodable(text) ? SafeText.of(text) : text;
    }

    private static final class Indented extends ObjectWriteContext.Base {
        static final ObjectWriteContext CONTEXT = new Indented();

        @Override
        public PrettyPrinter getPrettyPrinter() {
            DefaultIndenter lines = new DefaultIndenter("  ", "\n");
            return new DefaultPrettyPrinter(Separators.createDefaultInstance()
                            .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                            .withObjectEmptySeparator("")
                            .withArrayEmptySeparator(""))
                    .withObjectIndenter(lines)
                    .withArrayIndenter(lines);
        }

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }
    }

    /** Apart, so that JSON does not load the classes of YAML. */
    private static final class Yaml extends StringQuotingChecker.Default {
        private static final long serialVersionUID = 1L;

        static JsonGenerator generator(Writer to) {
            return YAMLFactory.builder()
                    .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
                    .disable(YAMLWriteFeature.SPLIT_LINES)
                    .enable(YAMLWriteFeature.ALLOW_LONG_KEYS)
                    .stringQuotingChecker(new Yaml())
                    .build()
                    .createGenerator(ObjectWriteContext.empty(), to);
        }

        @Override
        public boolean needToQuoteName(String name) {
            return super.needToQuoteName(name) || !SafeText.isSafe(name);
        }
    }
}
