package io.claimctl.view;

import java.io.StringWriter;
import java.io.Writer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteFeature;
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

    private FactsGenerator(JsonGenerator out) {
        this.out = out;
    }

    /** JSON over several lines. */
    static FactsGenerator pretty(TextOutput to) {
        return new FactsGenerator(json(to.escaping(false), Indented.CONTEXT));
    }

    /** JSON on one line. */
    static FactsGenerator compact(TextOutput to) {
        return new FactsGenerator(json(to.escaping(false), ObjectWriteContext.empty()));
    }

    static FactsGenerator yaml(TextOutput to) {
        return new FactsGenerator(Yaml.generator(to.escaping(true)));
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
        return JsonFactory.builder()
                .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT) // what ends early must not look whole
                .build()
                .createGenerator(context, to);
    }

    /** Starts an object; with a name, the object of that name in the one that was started before. */
    FactsGenerator start(@Nullable Enum<?> field) {
        if (field != null) {
            out.writeName(Facts.name(field));
        }
        out.writeStartObject();
        return this;
    }

    FactsGenerator startArray(Enum<?> field) {
        out.writeName(Facts.name(field));
        out.writeStartArray();
        return this;
    }

    FactsGenerator endArray() {
        out.writeEndArray();
        return this;
    }

    FactsGenerator end() {
        out.writeEndObject();
        return this;
    }

    /** The members of the object that was started. */
    FactsGenerator members(Facts facts) {
        facts.values().forEach((name, value) -> {
            out.writeName(name);
            value(value);
        });
        return this;
    }

    /** A whole object. */
    FactsGenerator object(Facts facts) {
        return start(null).members(facts).end();
    }

    void flush() {
        out.flush();
    }

    /** Writes what is left; nothing more may follow. */
    void finish() {
        out.close();
    }

    private void value(Object value) {
        if (value instanceof String text) {
            out.writeString(text);
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
            texts.forEach((name, text) -> {
                out.writeName((String) name);
                out.writeString((String) text);
            });
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            list.forEach(this::value);
            out.writeEndArray();
        } else {
            throw new IllegalArgumentException("facts hold no " + value.getClass());
        }
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
                    .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
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
