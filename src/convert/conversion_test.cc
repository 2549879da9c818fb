// SPDX-License-Identifier: Apache-2.0
#include "convert/conversion.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/text.h"
#include "convert/value_path.h"
#include "json/parse.h"
#include "json/print.h"

namespace telltale::convert {
namespace {

constexpr auto proposal = DialectName::Proposal;
constexpr auto upstream = DialectName::Upstream;

json::Value object(std::string_view kind, std::string_view version, std::string_view rest) {
  const std::string_view prefix = kind == "KubeadmControlPlane" ? "controlplane." : "";
  return *json::parse(format(R"({{"apiVersion": "{}cluster.x-k8s.io/{}", "kind": "{}",
    "metadata": {{"name": "o1", "namespace": "ns1"}}, {}}})",
                             prefix, version, kind, rest));
}

Converted convert(const json::Value& value, Stage to, std::optional<DialectName> dialect) {
  Result<Converted> converted = convert_object(value, {.to = to, .dialect = dialect});
  check(converted.has_value(), "the sample can be converted");
  return *converted;
}

json::Value up(const json::Value& value, std::optional<DialectName> dialect = {}) {
  return convert(value, Stage::V1Beta2, dialect).object;
}
json::Value down(const json::Value& value, std::optional<DialectName> dialect = {}) {
  return convert(value, Stage::V1Beta1, dialect).object;
}

std::string at(const json::Value& value, std::string_view path) {
  const json::Value* found = find(value, path);
  return found == nullptr ? "absent" : json::print(*found);
}

std::optional<std::string> annotation(const json::Value& value, std::string_view name) {
  const json::Value* annotations = find(value, "metadata.annotations");
  if (annotations == nullptr) return std::nullopt;
  const json::Value* text = annotations->get_object().if_contains(name);
  if (text == nullptr) return std::nullopt;
  return std::string(text->get_string());
}

void annotate(json::Value& value, std::string_view text) {
  value.at("metadata").get_object()["annotations"] = json::ValueMap();
  value.at("metadata").at("annotations").get_object()[hub_annotation] = json::ValueString(text);
}

constexpr std::string_view old_and_new_conditions =
    R"("conditions": [{"type": "Old", "status": "False", "severity": "Error"}], )";

TEST(Conversion, NeverMixesTheTwoKindsOfConditions) {
  const json::Value spoke = object(
      "Machine", "v1beta1",
      format(R"("status": {{{} "experimentalConditions": [{{"type": "B"}}, {{"type": "A"}}]}})",
             old_and_new_conditions));
  const json::Value hub = up(spoke);
  EXPECT_EQ(at(hub, "apiVersion"), R"("cluster.x-k8s.io/v1beta2")");
  EXPECT_EQ(at(hub, "status.conditions"), R"([{"type":"B"},{"type":"A"}])");
  EXPECT_EQ(at(hub, "status.backCompatibilty.conditions"),
            R"([{"severity":"Error","status":"False","type":"Old"}])");
  EXPECT_EQ(at(hub, "status.experimentalConditions"), "absent");
  const json::Value other = up(spoke, upstream);
  EXPECT_EQ(at(other, "status.conditions"), R"([{"type":"B"},{"type":"A"}])");
  EXPECT_EQ(at(other, "status.deprecated.v1beta1.conditions"),
            R"([{"severity":"Error","status":"False","type":"Old"}])");
  EXPECT_EQ(at(other, "status.backCompatibilty"), "absent");
}

TEST(Conversion, WithoutAPreviewThereAreNoNewConditions) {
  const json::Value hub = up(
      object("Cluster", "v1beta1", R"("status": {"conditions": [{"type": "Ready"}]})"), upstream);
  EXPECT_EQ(at(hub, "status.conditions"), "absent");
  EXPECT_EQ(at(hub, "status.deprecated.v1beta1.conditions"), R"([{"type":"Ready"}])");
}

TEST(Conversion, OfCountersKeepsTheirMeaningsApart) {
  const json::Value spoke = object("MachineSet", "v1beta1", R"("status": {"replicas": 5,
    "readyReplicas": 4, "availableReplicas": 3, "fullyLabeledReplicas": 2,
    "v1beta2": {"readyReplicas": 1, "upToDateReplicas": 0}})");
  const json::Value hub = up(spoke);
  EXPECT_EQ(at(hub, "status"),
            R"({"deprecated":{"v1beta1":{"availableReplicas":3,"fullyLabeledReplicas":2,)"
            R"("readyReplicas":4}},"readyReplicas":1,"replicas":5,"upToDateReplicas":0})");
  EXPECT_EQ(at(down(hub), "status"), at(spoke, "status"));
  EXPECT_EQ(annotation(down(hub), hub_annotation), std::nullopt);
}

TEST(Conversion, OfASetInTheProposalsWords) {
  const json::Value spoke = object("MachineSet", "v1beta1", R"("status": {"replicas": 5,
    "readyReplicas": 4, "availableReplicas": 3, "upToDateReplicas": 2,
    "exprimentalReadyReplicas": 1})");
  const json::Value hub = up(spoke);
  EXPECT_EQ(at(hub, "status"),
            R"({"availableReplicas":3,"backCompatibilty":{"readyReplicas":4},"readyReplicas":1,)"
            R"("replicas":5,"upToDateReplicas":2})");
  EXPECT_EQ(at(down(hub), "status.experimentalReadyReplicas"), "1");
  EXPECT_EQ(at(down(hub), "status.readyReplicas"), "4");
}

TEST(Conversion, OldCountersAreZeroWhereNobodyKnowsThem) {
  const json::Value hub =
      object("MachineDeployment", "v1beta2", R"("status": {"readyReplicas": 3})");
  EXPECT_EQ(at(down(hub, upstream), "status"),
            R"({"availableReplicas":0,"readyReplicas":0,"replicas":0,"unavailableReplicas":0,)"
            R"("updatedReplicas":0,"v1beta2":{"readyReplicas":3}})");
}

TEST(Conversion, MakesTheCompatibilityStructOnlyWhereItIsNeeded) {
  const std::string_view rest = R"("status": {"observedGeneration": 2})";
  for (const std::string_view kind : {"Machine", "Cluster"}) {
    EXPECT_EQ(at(up(object(kind, "v1beta1", rest), upstream), "status"),
              R"({"observedGeneration":2})");
  }
  for (const std::string_view kind :
       {"MachineSet", "MachineDeployment", "MachinePool", "KubeadmControlPlane"}) {
    EXPECT_EQ(
        at(up(object(kind, "v1beta1", rest), upstream), "status.deprecated.v1beta1.readyReplicas"),
        "0")
        << kind;
    EXPECT_EQ(
        at(up(object(kind, "v1beta1", rest), proposal), "status.backCompatibilty.readyReplicas"),
        "0")
        << kind;
  }
}

TEST(Conversion, OfAFlagThatIsFalseNeedsTheAnnotation) {
  json::Value spoke = object("Machine", "v1beta1",
                             R"("status": {"bootstrapReady": true, "infrastructureReady": false})");
  EXPECT_EQ(at(up(spoke, upstream), "status.initialization"),
            R"({"bootstrapDataSecretCreated":true})");
  EXPECT_EQ(at(up(spoke, proposal), "status.initialization"), R"({"bootstrapSecretCreated":true})");
  annotate(spoke, R"({"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine", "status":
    {"initialization": {"bootstrapDataSecretCreated": true,
                        "infrastructureProvisioned": false}}})");
  const json::Value hub = up(spoke, upstream);
  EXPECT_EQ(at(hub, "status.initialization"),
            R"({"bootstrapDataSecretCreated":true,"infrastructureProvisioned":false})");
  EXPECT_EQ(annotation(hub, hub_annotation), std::nullopt);
}

TEST(Conversion, OfFlagsSaysFalseInTheOldVersion) {
  const json::Value spoke = down(object("Cluster", "v1beta2", R"("status": {})"));
  EXPECT_EQ(at(spoke, "status"), R"({"controlPlaneReady":false,"infrastructureReady":false})");
  EXPECT_EQ(at(down(object("Cluster", "v1beta2", R"("spec": {})")), "status"), "absent");
}

TEST(Conversion, OfAControlPlaneComputesReady) {
  const json::Value hub = object("KubeadmControlPlane", "v1beta2", R"("status": {
    "readyReplicas": 0, "initialization": {"controlPlaneInitialized": true},
    "deprecated": {"v1beta1": {"readyReplicas": 2, "updatedReplicas": 1,
    "unavailableReplicas": 1}}})");
  const json::Value spoke = down(hub);
  EXPECT_EQ(at(spoke, "status.ready"), "true");
  EXPECT_EQ(at(spoke, "status.initialized"), "true");
  EXPECT_EQ(at(spoke, "status.readyReplicas"), "2");
  EXPECT_EQ(at(spoke, "status.v1beta2.readyReplicas"), "0");
  EXPECT_EQ(at(up(spoke), "status.ready"), "absent");
  const json::Value seed = object("KubeadmControlPlane", "v1beta1", R"("status": {"ready": true,
    "readyReplicas": 3, "updatedReplicas": 2, "experimentalReadyReplicas": 1})");
  EXPECT_EQ(at(up(seed), "status"),
            R"({"backCompatibilty":{"readyReplicas":3},"ready":true,"readyReplicas":1,)"
            R"("upToDateReplicas":2})");
}

TEST(Conversion, OfAPhaseThatTheOldVersionLacks) {
  const json::Value hub = object("Machine", "v1beta2", R"("status": {"phase": "Updating",
    "failureDomain": "fd1", "nodeRef": {"name": "n1"}}, "spec": {"minReadySeconds": 5})");
  const json::Value spoke = down(hub);
  EXPECT_EQ(at(spoke, "status.phase"), R"("Running")");
  EXPECT_EQ(at(spoke, "status.failureDomain"), "absent");
  EXPECT_EQ(at(spoke, "spec.minReadySeconds"), "absent");
  EXPECT_EQ(at(spoke, "status.nodeRef"), R"({"apiVersion":"v1","kind":"Node","name":"n1"})");
  EXPECT_EQ(up(spoke), hub);
}

TEST(Conversion, InTheProposalsWordsPutsPhaseAway) {
  const json::Value hub = up(object("Machine", "v1beta1", R"("status": {"phase": "Running",
    "lastUpdated": "2026-01-01T00:00:00Z", "failureReason": "x"})"));
  EXPECT_EQ(at(hub, "status"),
            R"({"backCompatibilty":{"failureReason":"x","lastUpdated":"2026-01-01T00:00:00Z",)"
            R"("phase":"Running"}})");
}

constexpr std::string_view class_of_v1beta1 = R"("spec": {
  "infrastructure": {"ref": {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1",
    "kind": "DockerClusterTemplate", "name": "i", "namespace": "ns1"}},
  "infrastructureNamingStrategy": {"template": "t"},
  "controlPlane": {"ref": {"apiVersion": "controlplane.cluster.x-k8s.io/v1beta1",
      "kind": "KubeadmControlPlaneTemplate", "name": "cp", "namespace": "ns1"},
    "machineInfrastructure": {"ref": {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1",
      "kind": "DockerMachineTemplate", "name": "m", "namespace": "ns1"}},
    "namingStrategy": {"template": "n"}, "nodeDrainTimeout": "1m0s",
    "machineHealthCheck": {"nodeStartupTimeout": "10m0s", "maxUnhealthy": "40%",
      "unhealthyConditions": [{"type": "Ready", "status": "False", "timeout": "5m0s"}]}},
  "workers": {"machineDeployments": [{"class": "w", "minReadySeconds": 3,
      "template": {"metadata": {"labels": {"a": "b"}},
        "bootstrap": {"ref": {"apiVersion": "bootstrap.cluster.x-k8s.io/v1beta1",
          "kind": "KubeadmConfigTemplate", "name": "b", "namespace": "ns1"}},
        "infrastructure": {"ref": {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1",
          "kind": "DockerMachineTemplate", "name": "w", "namespace": "ns1"}}},
      "strategy": {"type": "RollingUpdate", "rollingUpdate": {"deletePolicy": "Oldest"},
        "remediation": {"maxInFlight": 1}}}],
    "machinePools": [{"class": "p", "template": {"metadata": {"labels": {"c": "d"}}},
      "nodeDeletionTimeout": "10s"}]},
  "variables": [{"name": "v", "required": false, "metadata": {"labels": {"x": "y"}},
    "schema": {"openAPIV3Schema": {"type": "string"}}}],
  "patches": [{"name": "q", "external": {"generateExtension": "g", "validateExtension": "u",
    "discoverVariablesExtension": "d"}}]},
  "status": {"conditions": [{"type": "VariablesReconciled", "status": "True"}],
    "variables": [{"name": "v", "definitionsConflict": false,
      "definitions": [{"from": "inline", "required": false,
        "metadata": {"labels": {"x": "y"}}}]}]})";

TEST(Conversion, TakesAClusterClassApart) {
  const json::Value spoke = object("ClusterClass", "v1beta1", class_of_v1beta1);
  const json::Value hub = up(spoke);
  EXPECT_EQ(at(hub, "spec.infrastructure"),
            R"({"naming":{"template":"t"},"templateRef":{"apiVersion":)"
            R"("infrastructure.cluster.x-k8s.io/v1beta1","kind":"DockerClusterTemplate",)"
            R"("name":"i"}})");
  EXPECT_EQ(at(hub, "spec.controlPlane.templateRef.name"), R"("cp")");
  EXPECT_EQ(at(hub, "spec.controlPlane.machineInfrastructure.templateRef.name"), R"("m")");
  EXPECT_EQ(at(hub, "spec.controlPlane.naming.template"), R"("n")");
  EXPECT_EQ(at(hub, "spec.controlPlane.deletion"), R"({"nodeDrainTimeoutSeconds":60})");
  EXPECT_EQ(at(hub, "spec.controlPlane.healthCheck"),
            R"({"checks":{"nodeStartupTimeoutSeconds":600,"unhealthyNodeConditions":[{"status":)"
            R"("False","timeoutSeconds":300,"type":"Ready"}]},"remediation":{"triggerIf":)"
            R"({"unhealthyLessThanOrEqualTo":"40%"}}})");
  const json::Value& worker = find(hub, "spec.workers.machineDeployments")->get_array().front();
  EXPECT_EQ(at(worker, "metadata"), R"({"labels":{"a":"b"}})");
  EXPECT_EQ(at(worker, "bootstrap.templateRef.name"), R"("b")");
  EXPECT_EQ(at(worker, "infrastructure.templateRef.name"), R"("w")");
  EXPECT_EQ(at(worker, "template"), "absent");
  EXPECT_EQ(at(worker, "rollout.strategy.type"), R"("RollingUpdate")");
  EXPECT_EQ(at(worker, "deletion.order"), R"("Oldest")");
  EXPECT_EQ(at(worker, "healthCheck.remediation.maxInFlight"), "1");
  const json::Value& pool = find(hub, "spec.workers.machinePools")->get_array().front();
  EXPECT_EQ(at(pool, "deletion.nodeDeletionTimeoutSeconds"), "10");
  const json::Value& variable = find(hub, "spec.variables")->get_array().front();
  EXPECT_EQ(at(variable, "deprecatedV1Beta1Metadata"), R"({"labels":{"x":"y"}})");
  EXPECT_EQ(at(variable, "required"), "false");
  const json::Value& patch = find(hub, "spec.patches")->get_array().front();
  EXPECT_EQ(at(patch, "external"),
            R"({"discoverVariablesExtension":"d","generatePatchesExtension":"g",)"
            R"("validateTopologyExtension":"u"})");
  const json::Value& known = find(hub, "status.variables")->get_array().front();
  const json::Value& definition = find(known, "definitions")->get_array().front();
  EXPECT_EQ(at(definition, "deprecatedV1Beta1Metadata"), R"({"labels":{"x":"y"}})");
  EXPECT_EQ(at(hub, "status.backCompatibilty.conditions"),
            R"([{"status":"True","type":"VariablesReconciled"}])");
  json::Value again = down(hub);
  again.get_object()["metadata"] = spoke.at("metadata");
  EXPECT_EQ(json::print(again), json::print(spoke));
}

TEST(Conversion, LetsEditsOfAClassInAClusterClassStand) {
  json::Value spoke = down(object("ClusterClass", "v1beta2", R"("spec": {"workers": {
    "machineDeployments": [{"class": "a", "naming": {"template": "x"}, "healthCheck": {
      "checks": {"unhealthyNodeConditions": [{"type": "Ready", "status": "False"}]}}},
      {"class": "b"}]}})"));
  json::Value& list = *find(spoke, "spec.workers.machineDeployments");
  list.get_array().front().get_object()["failureDomain"] = "f";
  const json::Value hub = up(spoke);
  const json::Value& first = find(hub, "spec.workers.machineDeployments")->get_array().front();
  EXPECT_EQ(at(first, "failureDomain"), R"("f")");
  // No timeout is what v1beta1 cannot say.
  EXPECT_EQ(at(first, "healthCheck.checks.unhealthyNodeConditions"),
            R"([{"status":"False","type":"Ready"}])");
}

TEST(Conversion, RemembersTheHubAndLetsEditsStand) {
  const json::Value hub = object("Cluster", "v1beta2", R"("spec": {"paused": false,
    "topology": {"classRef": {"name": "q"}, "version": "v1"}})");
  json::Value spoke = down(hub);
  EXPECT_EQ(*annotation(spoke, hub_annotation),
            R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Cluster","spec":{"paused":false,)"
            R"("topology":{"classRef":{"name":"q"},"version":"v1"}}})");
  EXPECT_EQ(at(spoke, "spec.topology.class"), R"("q")");
  spoke.at("spec").at("topology").get_object()["class"] = "other";
  spoke.at("spec").at("topology").get_object()["version"] = "v2";
  const json::Value again = up(spoke);
  EXPECT_EQ(at(again, "spec"),
            R"({"paused":false,"topology":{"classRef":{"name":"other"},"version":"v2"}})");
  EXPECT_EQ(at(again, "metadata.annotations"), "absent");
}

TEST(Conversion, GoesOnWithoutAnAnnotationItCannotRead) {
  for (const std::string_view text :
       {"{broken", "5", R"({"apiVersion": "v1", "kind": "Pod"})", "[]"}) {
    json::Value spoke = object("Machine", "v1beta1", R"("status": {"bootstrapReady": true})");
    annotate(spoke, text);
    const Converted converted = convert(spoke, Stage::V1Beta2, upstream);
    EXPECT_EQ(at(converted.object, "status.initialization.bootstrapDataSecretCreated"), "true");
    ASSERT_EQ(converted.warnings.size(), 1U) << text;
    EXPECT_TRUE(converted.warnings.front().contains(hub_annotation));
    EXPECT_EQ(annotation(converted.object, hub_annotation), text);
  }
  json::Value large = object("Machine", "v1beta1", R"("spec": {})");
  annotate(large, std::string(annotation_bytes_max + 1, ' '));
  EXPECT_EQ(convert(large, Stage::V1Beta2, upstream).warnings.size(), 1U);
}

TEST(Conversion, OfReferencesKeepsTheirVersionAcrossARoundTrip) {
  const json::Value spoke = object("Machine", "v1beta1", R"("spec": {"infrastructureRef":
    {"apiVersion": "infrastructure.cluster.x-k8s.io/v1alpha7", "kind": "AWSMachine",
     "name": "i1", "namespace": "ns1"}})");
  const json::Value hub = up(spoke);
  EXPECT_EQ(at(hub, "spec.infrastructureRef"),
            R"({"apiGroup":"infrastructure.cluster.x-k8s.io","kind":"AWSMachine","name":"i1"})");
  EXPECT_EQ(annotation(hub, hub_annotation), std::nullopt);
  const json::Value again = down(hub);
  EXPECT_EQ(at(again, "spec"), at(spoke, "spec"));
  EXPECT_EQ(annotation(again, spoke_annotation), std::nullopt);
}

TEST(Conversion, OfOrdinaryReferencesLeavesNoAnnotation) {
  const json::Value spoke = object("Machine", "v1beta1", R"("spec": {"infrastructureRef":
    {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1", "kind": "A", "name": "i1"}})");
  const json::Value hub = up(spoke);
  EXPECT_EQ(at(hub, "metadata.annotations"), "absent");
  EXPECT_EQ(at(down(hub), "spec.infrastructureRef"),
            R"({"apiVersion":"infrastructure.cluster.x-k8s.io/v1beta1","kind":"A","name":"i1",)"
            R"("namespace":"ns1"})");
}

TEST(Conversion, SaysWhenItGuessesAVersion) {
  const json::Value hub = object("Machine", "v1beta2", R"("spec": {"infrastructureRef":
    {"apiGroup": "example.com", "kind": "A", "name": "i1"}})");
  const Converted converted = convert(hub, Stage::V1Beta1, {});
  EXPECT_EQ(at(converted.object, "spec.infrastructureRef.apiVersion"), R"("example.com/v1beta1")");
  ASSERT_EQ(converted.warnings.size(), 1U);
  EXPECT_TRUE(converted.warnings.front().contains("example.com"));
}

struct SpecCase {
  std::string_view kind;
  std::string_view spoke;
  std::string_view hub;
};

constexpr SpecCase spec_cases[] = {
    {"MachineSet",
     R"({"deletePolicy":"Oldest","machineNamingStrategy":{"template":"t"},"minReadySeconds":5,)"
     R"("template":{"spec":{"nodeDrainTimeout":"10m0s"}}})",
     R"({"deletion":{"order":"Oldest"},"machineNaming":{"template":"t"},"template":{"spec":)"
     R"({"deletion":{"nodeDrainTimeoutSeconds":600},"minReadySeconds":5}}})"},
    {"MachineDeployment",
     R"({"paused":true,"rolloutAfter":"2026-01-01T00:00:00Z","strategy":{"remediation":)"
     R"({"maxInFlight":"20%"},"rollingUpdate":{"deletePolicy":"Newest","maxSurge":1},)"
     R"("type":"RollingUpdate"}})",
     R"({"deletion":{"order":"Newest"},"paused":true,"remediation":{"maxInFlight":"20%"},)"
     R"("rollout":{"after":"2026-01-01T00:00:00Z","strategy":{"rollingUpdate":{"maxSurge":1},)"
     R"("type":"RollingUpdate"}}})"},
    {"MachinePool", R"({"minReadySeconds":7,"template":{"spec":{"version":"v1"}}})",
     R"({"template":{"spec":{"minReadySeconds":7,"version":"v1"}}})"},
    {"MachineHealthCheck",
     R"({"maxUnhealthy":"40%","nodeStartupTimeout":"10m0s","unhealthyConditions":)"
     R"([{"status":"False","timeout":"5m0s","type":"Ready"}],"unhealthyRange":"[1-2]"})",
     R"({"checks":{"nodeStartupTimeoutSeconds":600,"unhealthyNodeConditions":)"
     R"([{"status":"False","timeoutSeconds":300,"type":"Ready"}]},"remediation":{"triggerIf":)"
     R"({"unhealthyInRange":"[1-2]","unhealthyLessThanOrEqualTo":"40%"}}})"},
    {"Cluster",
     R"({"topology":{"class":"q","classNamespace":"n","workers":{"machineDeployments":)"
     R"([{"machineHealthCheck":{"enable":true,"nodeStartupTimeout":"1m0s"},"name":"a",)"
     R"("nodeDeletionTimeout":"10s","strategy":{"remediation":{"maxInFlight":1},)"
     R"("type":"OnDelete"}}]}}})",
     R"({"topology":{"classRef":{"name":"q","namespace":"n"},"workers":{"machineDeployments":)"
     R"([{"deletion":{"nodeDeletionTimeoutSeconds":10},"healthCheck":{"checks":)"
     R"({"nodeStartupTimeoutSeconds":60},"enabled":true,"remediation":{"maxInFlight":1}},)"
     R"("name":"a","rollout":{"strategy":{"type":"OnDelete"}}}]}}})"},
    {"KubeadmControlPlane",
     R"({"kubeadmConfigSpec":{"clusterConfiguration":{"apiServer":{"extraArgs":{"a":"1",)"
     R"("v":"4"}}}},"machineTemplate":{"metadata":{"labels":{"x":"y"}},)"
     R"("nodeVolumeDetachTimeout":"5m0s","readinessGates":[{"conditionType":"G"}]},)"
     R"("remediationStrategy":{"maxRetry":3,"minHealthyPeriod":"1h0m0s","retryPeriod":"20m0s"},)"
     R"("rolloutAfter":"2026-01-01T00:00:00Z","rolloutBefore":{"certificatesExpiryDays":21},)"
     R"("rolloutStrategy":{"rollingUpdate":{"maxSurge":1},"type":"RollingUpdate"}})",
     R"({"kubeadmConfigSpec":{"clusterConfiguration":{"apiServer":{"extraArgs":[{"name":"a",)"
     R"("value":"1"},{"name":"v","value":"4"}]}}},"machineTemplate":{"metadata":{"labels":)"
     R"({"x":"y"}},"spec":{"deletion":{"nodeVolumeDetachTimeoutSeconds":300},)"
     R"("readinessGates":[{"conditionType":"G"}]}},"remediation":{"maxRetry":3,)"
     R"("minHealthyPeriodSeconds":3600,"retryPeriodSeconds":1200},"rollout":{"after":)"
     R"("2026-01-01T00:00:00Z","before":{"certificatesExpiryDays":21},"strategy":)"
     R"({"rollingUpdate":{"maxSurge":1},"type":"RollingUpdate"}}})"},
};

TEST(Conversion, MovesTheFieldsOfEverySpec) {
  for (const SpecCase& one : spec_cases) {
    const json::Value spoke = object(one.kind, "v1beta1", format(R"("spec": {})", one.spoke));
    const json::Value hub = object(one.kind, "v1beta2", format(R"("spec": {})", one.hub));
    EXPECT_EQ(at(up(spoke), "spec"), one.hub) << one.kind;
    EXPECT_EQ(at(down(hub), "spec"), one.spoke) << one.kind;
    EXPECT_EQ(at(up(spoke), "metadata.annotations"), "absent") << one.kind;
  }
}

TEST(Conversion, SortsFailureDomainsByName) {
  const json::Value hub = up(object("Cluster", "v1beta1", R"("status": {"failureDomains":
    {"b": {"controlPlane": true}, "a": {"attributes": {"k": "v"}}}})"));
  EXPECT_EQ(at(hub, "status.failureDomains"),
            R"([{"attributes":{"k":"v"},"controlPlane":false,"name":"a"},)"
            R"({"controlPlane":true,"name":"b"}])");
  EXPECT_EQ(at(down(hub), "status.failureDomains"),
            R"({"a":{"attributes":{"k":"v"}},"b":{"controlPlane":true}})");
}

TEST(Conversion, LeavesWhatItCannotChangeWhereItStands) {
  const Converted converted = convert(
      object("Machine", "v1beta1", R"("spec": {"nodeDrainTimeout": "soon"})"), Stage::V1Beta2, {});
  EXPECT_EQ(at(converted.object, "spec"), R"({"nodeDrainTimeout":"soon"})");
  ASSERT_EQ(converted.warnings.size(), 1U);
  EXPECT_EQ(
      converted.warnings.front(),
      "spec.nodeDrainTimeout: \"soon\" is not a duration such as 10m0s; it was left as it was");
}

TEST(Conversion, AfterTheRemovalTheOldFieldsAreGone) {
  const json::Value spoke =
      object("MachineDeployment", "v1beta1", R"("status": {"phase": "Running", "readyReplicas": 1,
        "updatedReplicas": 2, "conditions": [{"type": "Old"}], "x": 1})");
  EXPECT_EQ(at(convert(spoke, Stage::V1Beta2AfterRemoval, proposal).object, "status"),
            R"({"upToDateReplicas":2,"x":1})");
  EXPECT_EQ(at(convert(spoke, Stage::V1Beta2AfterRemoval, upstream).object, "status"),
            R"({"phase":"Running","x":1})");
  const json::Value hub = object("Machine", "v1beta2", R"("status": {"backCompatibility": {"a": 1},
    "conditions": []})");
  EXPECT_EQ(at(convert(hub, Stage::V1Beta2AfterRemoval, {}).object, "status"),
            R"({"conditions":[]})");
}

TEST(Conversion, KeepsTheDialectOfTheObjectUnlessToldOtherwise) {
  const json::Value plain = object("Machine", "v1beta1", R"("status": {"phase": "Running"})");
  EXPECT_EQ(at(up(plain), "status.backCompatibilty.phase"), R"("Running")");
  EXPECT_EQ(at(up(plain, upstream), "status.phase"), R"("Running")");
  const json::Value hub = object("MachineSet", "v1beta2", R"("status": {"deprecated": {}})");
  const json::Value spoke = down(hub);
  EXPECT_EQ(at(up(down(object("MachineDeployment", "v1beta2", R"("status": {"deprecated":
    {"v1beta1": {"readyReplicas": 1}}})"))),
               "status.deprecated.v1beta1.readyReplicas"),
            "1");
}

TEST(Conversion, LeavesOtherKindsAlone) {
  const json::Value node = *json::parse(R"({"apiVersion": "v1", "kind": "Node"})");
  EXPECT_EQ(up(node), node);
  const json::Value other = *json::parse(
      R"({"apiVersion": "example.com/v1beta1", "kind": "Machine", "status": {"conditions": []}})");
  EXPECT_EQ(up(other), other);
}

TEST(Conversion, RefusesWhatItCannotKnow) {
  for (const std::string_view text :
       {"5", "{}", R"({"kind": "Machine"})", R"({"apiVersion": 5, "kind": "Machine"})"}) {
    EXPECT_EQ(convert_object(*json::parse(text), {}).error().kind, Error::Kind::Invalid) << text;
  }
  const auto alpha = convert_object(object("Machine", "v1alpha4", R"("spec": {})"), {});
  ASSERT_FALSE(alpha.has_value());
  EXPECT_EQ(alpha.error().detail, "Machine o1 has version v1alpha4; expected v1beta1 or v1beta2");
}

}  // namespace
}  // namespace telltale::convert
