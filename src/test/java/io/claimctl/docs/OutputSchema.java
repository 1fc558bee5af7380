package io.claimctl.docs;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code docs/output.schema.json}: what is valid by it, and which parts of it anything has made use of. */
public final class OutputSchema {
    private static final String DEFINITION = "#/$defs/";

    private final SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private final ObjectNode root = (ObjectNode)
            JsonMapper.shared().readTree(Path.of("docs/output.schema.json").toFile());
    private final Map<String, Schema> definitions = new HashMap<>();
    private final Schema whole = registry.getSchema(root);
    private final Set<String> used = new TreeSet<>();

    /** The schema itself. */
    public JsonNode root() {
        return root;
    }

    /** Whether there is a definition of this name. */
    public boolean defines(String definition) {
        return root.get("$defs").has(definition);
    }

    /** Why this is not valid by a definition; empty if it is. */
    public List<String> errors(String definition, JsonNode instance) {
        return definitions.computeIfAbsent(definition, this::schema).validate(instance).stream()
                .map(Object::toString)
                .toList();
    }

    /** Why this is no output at all. */
    public List<String> errors(JsonNode instance) {
        return whole.validate(instance).stream().map(Object::toString).toList();
    }

    /** Why this schema is not valid by the meta-schema of its draft. */
    public List<String> metaErrors() {
        return registry
                .getSchema(com.networknt.schema.SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"))
                .validate(root)
                .stream()
                .map(Object::toString)
                .toList();
    }

    private Schema schema(String definition) {
        ObjectNode one = root.deepCopy();
        one.remove("anyOf");
        return registry.getSchema(one.put("$ref", DEFINITION + definition));
    }

    /** Notes which properties, words and alternatives a valid instance makes use of. */
    public void use(String definition, JsonNode instance) {
        use(DEFINITION + definition, root.get("$defs").get(definition), instance);
    }

    private void use(String at, JsonNode schema, JsonNode instance) {
        if (schema.has("$ref")) {
            use(name(schema), instance);
        }
        if (schema.has("oneOf")) {
            schema.get("oneOf")
                    .valueStream()
                    .filter(one -> errors(name(one), instance).isEmpty())
                    .forEach(one -> {
                        used.add(at + " = " + name(one));
                        use(name(one), instance);
                    });
        }
        if (schema.has("enum")) {
            used.add(at + " = " + instance.asString());
        }
        if (schema.has("items")) {
            instance.valueStream().forEach(item -> use(at + "/items", schema.get("items"), item));
        }
        JsonNode properties = schema.path("properties");
        properties.propertyStream().filter(p -> instance.has(p.getKey())).forEach(p -> {
            String below = at + "/" + p.getKey();
            used.add(below);
            use(below, p.getValue(), instance.get(p.getKey()));
        });
    }

    /** The properties, words and alternatives that nothing has made use of. */
    public Set<String> unused() {
        Set<String> all = new TreeSet<>();
        root.get("$defs")
                .propertyStream()
                .forEach(d -> parts(DEFINITION + d.getKey(), d.getValue(), (at, s) -> {
                    s.path("oneOf").valueStream().forEach(one -> all.add(at + " = " + name(one)));
                    s.path("enum").valueStream().forEach(word -> all.add(at + " = " + word.asString()));
                    s.path("properties").propertyStream().forEach(p -> all.add(at + "/" + p.getKey()));
                }));
        all.removeAll(used);
        return all;
    }

    /** Hands over each schema within the schema, and where it stands. */
    public void eachPart(BiConsumer<String, JsonNode> found) {
        root.get("$defs").propertyStream().forEach(d -> parts(DEFINITION + d.getKey(), d.getValue(), found));
    }

    private static void parts(String at, JsonNode schema, BiConsumer<String, JsonNode> found) {
        found.accept(at, schema);
        if (schema.has("items")) {
            parts(at + "/items", schema.get("items"), found);
        }
        schema.path("properties").propertyStream().forEach(p -> parts(at + "/" + p.getKey(), p.getValue(), found));
    }

    /** The words that {@code outcome} may be in a definition of alternatives. */
    public Set<String> outcomes(String definition) {
        Set<String> words = new TreeSet<>();
        root.get("$defs")
                .get(definition)
                .get("oneOf")
                .valueStream()
                .forEach(one -> words.add(root.get("$defs")
                        .get(name(one))
                        .get("properties")
                        .get("outcome")
                        .get("const")
                        .asString()));
        return words;
    }

    private static String name(JsonNode reference) {
        return reference.get("$ref").asString().substring(DEFINITION.length());
    }
}
