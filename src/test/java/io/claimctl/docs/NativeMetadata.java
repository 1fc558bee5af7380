package io.claimctl.docs;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What a native image must be told beside what picocli's processor writes: picocli asks each class of the model for all
 * its fields, signals are had by reflection, and the JDK looks for some resources that are not there.
 */
final class NativeMetadata {
    private final Set<String> types = new TreeSet<>();

    private NativeMetadata() {}

    static String of(CommandSpec root) {
        NativeMetadata metadata = new NativeMetadata();
        GeneratedFiles.commands(root).forEach(metadata::addAll);
        String reflection = metadata.types.stream()
                .map(type -> "    { \"type\": \"" + type + "\", \"allDeclaredFields\": true }")
                .collect(Collectors.joining(",\n"));
        return """
                {
                  "reflection": [
                %s,
                    { "type": "sun.misc.Signal", "allDeclaredConstructors": true, "allDeclaredMethods": true },
                    { "type": "sun.misc.SignalHandler", "allDeclaredFields": true },
                    { "type": { "proxy": ["sun.misc.SignalHandler"] } }
                  ],
                  "resources": [
                    { "glob": "META-INF/services/java.net.spi.InetAddressResolverProvider" },
                    { "glob": "jndi.properties" }
                  ]
                }
                """.formatted(reflection);
    }

    private void addAll(CommandSpec spec) {
        if (spec.userObject() != null) {
            add(spec.userObject().getClass());
        }
        spec.mixins().values().forEach(this::addAll);
        spec.argGroups().forEach(this::addAll);
    }

    private void addAll(ArgGroupSpec group) {
        if (group.typeInfo() != null) {
            add(group.typeInfo().getAuxiliaryTypes()[0]);
        }
        group.subgroups().forEach(this::addAll);
    }

    private void add(Class<?> part) {
        for (Class<?> type = part; type != Object.class; type = type.getSuperclass()) {
            types.add(type.getName());
        }
    }
}
