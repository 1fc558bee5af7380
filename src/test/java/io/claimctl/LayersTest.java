package io.claimctl;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The layers and habits of the program, held by its class files. */
class LayersTest {
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.claimctl");
    private static final String DRIVER = "com.mongodb..";

    @Test
    void layers_depend_only_downwards() {
        ArchRule rule = layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("main")
                .definedBy(resideInAPackage("io.claimctl"))
                .layer("cli")
                .definedBy("io.claimctl.cli..")
                .layer("view")
                .definedBy("io.claimctl.view..")
                .layer("sweep")
                .definedBy("io.claimctl.sweep..")
                .layer("doctor")
                .definedBy("io.claimctl.doctor..")
                .layer("demo")
                .definedBy("io.claimctl.demo..")
                .layer("worker")
                .definedBy("io.claimctl.worker..")
                .layer("claim")
                .definedBy("io.claimctl.claim..")
                .whereLayer("main")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("cli")
                .mayOnlyBeAccessedByLayers("main")
                .whereLayer("view")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("sweep")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("doctor")
                .mayOnlyBeAccessedByLayers("cli", "view")
                .whereLayer("demo")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("worker")
                .mayOnlyBeAccessedByLayers("cli", "view", "sweep")
                .whereLayer("claim")
                .mayOnlyBeAccessedByLayers("cli", "view", "worker", "sweep", "doctor");
        rule.check(ALL);
    }

    @Test
    void the_claim_library_knows_the_driver_jspecify_and_java_alone() {
        ArchRule rule = classes()
                .that()
                .resideInAPackage("io.claimctl.claim..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.claimctl.claim..", DRIVER, "org.bson..", "org.jspecify..", "java..");
        rule.check(ALL);
    }

    @Test
    void what_java_workers_use_knows_the_claim_library_jspecify_and_java_alone() {
        ArchRule rule = classes()
                .that()
                .resideInAPackage("io.claimctl.worker..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.claimctl.worker..", "io.claimctl.claim..", "org.jspecify..", "java..");
        rule.check(ALL);
    }

    @Test
    void the_doctor_knows_the_claim_library_and_what_is_read_but_not_the_driver() {
        ArchRule rule = classes()
                .that()
                .resideInAPackage("io.claimctl.doctor..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.claimctl.doctor..", "io.claimctl.claim..", "org.bson..", "org.jspecify..", "java..");
        rule.check(ALL);
    }

    @Test
    void what_view_knows_of_the_doctor_is_what_it_found() {
        ArchRule rule = noClasses()
                .that()
                .resideInAPackage("io.claimctl.view..")
                .should()
                .dependOnClassesThat(resideInAPackage("io.claimctl.doctor..")
                        .and(DescribedPredicate.describe(
                                "are no values of an examination",
                                c -> !c.getName().matches(".*\\.(Examination|Finding|Level)(\\$.*)?"))));
        rule.check(ALL);
    }

    @Test
    void what_view_knows_of_the_worker_package_is_the_report_of_a_recovery() {
        ArchRule rule = noClasses()
                .that()
                .resideInAPackage("io.claimctl.view..")
                .should()
                .dependOnClassesThat(resideInAPackage("io.claimctl.worker..")
                        .and(DescribedPredicate.describe(
                                "are no values of a report",
                                c -> !c.getName().matches(".*\\.(RecoveredClaim|RecoveryReport)(\\$.*)?"))));
        rule.check(ALL);
    }

    @Test
    void the_process_package_knows_jspecify_and_java_alone() {
        ArchRule rule = classes()
                .that()
                .resideInAPackage("io.claimctl.cli.process..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.claimctl.cli.process..", "org.jspecify..", "java..");
        rule.check(ALL);
    }

    @Test
    void one_class_calls_by_name_what_no_class_may_depend_on() {
        ArchRule rule = noClasses().should().dependOnClassesThat().resideInAnyPackage("sun..", "jdk..");
        rule.check(ALL);
        assertThat(callersOf("java.lang.reflect.Proxy")).containsExactly("io.claimctl.cli.process.ProcessSignals");
    }

    @Test
    void only_the_claim_library_the_one_connection_and_the_archive_know_the_driver() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackages("io.claimctl.claim..", "io.claimctl.cli.connection..")
                .and()
                .haveNameNotMatching("io\\.claimctl\\.sweep\\.Archive(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(DRIVER);
        rule.check(ALL);
    }

    @Test
    void one_class_builds_the_client() {
        assertThat(callersOf("com.mongodb.client.MongoClients"))
                .containsExactly("io.claimctl.cli.connection.Connection");
    }

    @Test
    void only_the_demo_command_knows_the_demo() {
        assertThat(ALL.stream()
                        .filter(c -> !c.getPackageName().startsWith("io.claimctl.demo"))
                        .filter(c -> c.getDirectDependenciesFromSelf().stream()
                                .anyMatch(
                                        d -> d.getTargetClass().getPackageName().startsWith("io.claimctl.demo")))
                        .map(JavaClass::getName))
                .containsExactly("io.claimctl.cli.DemoCommand");
    }

    @Test
    void only_the_demo_knows_the_embedded_server() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackage("io.claimctl.demo..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("de.bwaldvogel..");
        rule.check(ALL);
    }

    @Test
    void jansi_lives_in_view_alone() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackage("io.claimctl.view..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.fusesource.jansi..");
        rule.check(ALL);
    }

    @Test
    void jackson_lives_in_view_sweep_and_the_configuration_alone() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackages("io.claimctl.view..", "io.claimctl.sweep..", "io.claimctl.cli.config..")
                .should()
                .dependOnClassesThat(resideInAnyPackage("tools.jackson..", "com.fasterxml.."));
        rule.check(ALL);
    }

    @Test
    void picocli_lives_in_cli_alone() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackage("io.claimctl.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("picocli..");
        rule.check(ALL);
    }

    @Test
    void only_main_and_one_clock_touch_System() {
        assertThat(callersOf("java.lang.System"))
                .containsExactlyInAnyOrder("io.claimctl.Main", "io.claimctl.claim.HostClock$1");
    }

    @Test
    void nothing_reads_this_hosts_clock_by_another_door() {
        Set<String> doors = Set.of(
                "java.time.Clock.system",
                "java.time.Instant.now",
                "java.time.LocalDateTime.now",
                "java.time.ZonedDateTime.now",
                "java.time.OffsetDateTime.now");
        assertThat(ALL.stream()
                        .flatMap(c -> c.getAccessesFromSelf().stream())
                        .map(JavaAccess::getTarget)
                        .map(t -> t.getOwner().getName() + "." + t.getName())
                        .filter(t -> doors.stream().anyMatch(t::startsWith)))
                .isEmpty();
    }

    @Test
    void no_static_field_can_change() {
        ArchRule rule = noFields().that().areStatic().should().notBeFinal().as("no static mutable state");
        rule.check(ALL);
    }

    @Test
    void names_say_what_a_class_is() {
        ArchRule rule = noClasses()
                .should()
                .haveNameMatching(".*(Util|Utils|Helper|Manager|Impl)(\\$.*)?")
                .as("no Util, Helper, Manager, Impl");
        rule.check(ALL);
    }

    @Test
    void no_two_classes_have_one_simple_name() {
        Map<String, Set<String>> bySimpleName = new TreeMap<>();
        for (JavaClass c : ALL) {
            if (!c.getSimpleName().isEmpty() && !c.getSimpleName().equals("package-info") && c.isTopLevelClass()) {
                bySimpleName
                        .computeIfAbsent(c.getSimpleName(), n -> new TreeSet<>())
                        .add(c.getName());
            }
        }
        List<Set<String>> doubles =
                bySimpleName.values().stream().filter(names -> names.size() > 1).collect(Collectors.toList());
        assertThat(doubles).isEmpty();
    }

    @Test
    void what_ends_in_command_is_one_and_final() {
        ArchRule rule = classes()
                .that()
                .haveSimpleNameEndingWith("Command")
                .should()
                .resideInAPackage("io.claimctl.cli")
                .andShould()
                .haveModifier(JavaModifier.FINAL);
        rule.check(ALL);
    }

    private static Set<String> callersOf(String owner) {
        DescribedPredicate<JavaAccess<?>> toOwner = DescribedPredicate.describe(
                "to " + owner, a -> a.getTargetOwner().getName().equals(owner));
        return ALL.stream()
                .flatMap(c -> c.getAccessesFromSelf().stream())
                .filter(toOwner)
                .map(a -> a.getOriginOwner().getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
