// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/status_versions.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"
#include "catalog/legacy/legacy_world_for_test.h"

namespace telltale {
namespace {

using legacy::LegacyWorld;

std::string in_words(const VersionCounts& counts) {
  std::vector<std::string> words;
  for (const auto& [version, replicas] : counts)
    words.push_back(format("{}={}", version, replicas));
  return join(words, " ");
}

std::string versioned_machine(std::string_view name, std::string_view version,
                              std::string_view metadata, std::string_view more = "") {
  return legacy::machine(name, {.metadata = std::string(metadata),
                                .spec = format(R"("version":"{}"{})", version, more)});
}

std::string of_set(std::string_view set) { return legacy::owned_by("MachineSet", set); }

const std::string updated_node =
    R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n1","annotations":{)"
    R"("cluster.x-k8s.io/cluster-name":"c1","cluster.x-k8s.io/cluster-namespace":"default"}},)"
    R"("spec":{"providerID":"id-n1"},"status":{"nodeInfo":{"kubeletVersion":"v1.34.0"}}})";

// A deployment of two sets, one of them old; the Node of w1 runs a newer kubelet than was asked
// for.
std::vector<std::string> rolling_fleet() {
  return {
      legacy::core("Cluster", "c1", {}),
      legacy::core("MachineDeployment", "md", {}),
      legacy::core("MachineSet", "old", {.metadata = legacy::owned_by("MachineDeployment", "md")}),
      legacy::core("MachineSet", "new", {.metadata = legacy::owned_by("MachineDeployment", "md")}),
      versioned_machine("w1", "v1.33.0", of_set("old"), R"(,"providerID":"id-n1")"),
      versioned_machine("w2", "v1.33.0", of_set("old")),
      versioned_machine("w3", "v1.9.0", of_set("new")),
      versioned_machine("w4", "v1.33.0", of_set("new")),
      versioned_machine("alone", "v1.9.0", ""),
      versioned_machine("cp", "v1.35.0",
                        R"("labels":{"cluster.x-k8s.io/control-plane":"",)"
                        R"("cluster.x-k8s.io/cluster-name":"c1"})"),
      updated_node};
}

StatusVersions versions_in(LegacyWorld& world, std::string_view kind, std::string_view name) {
  return status_versions(world.context(), world.judged(kind, name));
}

TEST(StatusVersions, CountTheKubeletsVersionWhereItIsKnown) {
  LegacyWorld world(rolling_fleet());
  EXPECT_EQ(in_words(versions_in(world, "MachineSet", "old").own), "v1.33.0=1 v1.34.0=1");
  EXPECT_EQ(in_words(versions_in(world, "MachineSet", "new").own), "v1.9.0=1 v1.33.0=1");
}

TEST(StatusVersions, OfADeploymentAreThoseOfItsSets) {
  LegacyWorld world(rolling_fleet());
  EXPECT_EQ(in_words(versions_in(world, "MachineDeployment", "md").own),
            "v1.9.0=1 v1.33.0=2 v1.34.0=1");
}

TEST(StatusVersions, OfAClusterAreThoseOfItsTwoHalves) {
  LegacyWorld world(rolling_fleet());
  const StatusVersions versions = versions_in(world, "Cluster", "c1");
  EXPECT_TRUE(versions.known);
  EXPECT_EQ(in_words(versions.control_plane), "v1.35.0=1");
  EXPECT_EQ(in_words(versions.workers), "v1.9.0=2 v1.33.0=2 v1.34.0=1");
}

TEST(StatusVersions, OfAPoolWithoutMachinesAreThoseOfItsNodes) {
  LegacyWorld world(
      {legacy::core("MachinePool", "mp", {.status = R"("nodeRefs":[{"name":"n1"},{"name":"x"}])"}),
       updated_node});
  EXPECT_EQ(in_words(versions_in(world, "MachinePool", "mp").own), "v1.34.0=1");
}

TEST(StatusVersions, AreNotKnownWhereMachinesWereNotCollectedOrTheObjectIsPaused) {
  LegacyWorld world({legacy::core("MachineSet", "s", {.status = R"("replicas":2)"})}, {},
                    Completeness::Partial);
  EXPECT_FALSE(versions_in(world, "MachineSet", "s").known);
  LegacyWorld paused({legacy::core(
      "MachineSet", "s",
      {.status = R"("conditions":[{"type":"Paused","status":"True","reason":"Paused",)"
                 R"("message":"","lastTransitionTime":"2026-01-01T10:00:00Z"}])"})});
  EXPECT_FALSE(versions_in(paused, "MachineSet", "s").known);
}

TEST(StatusVersions, AreOrderedAsSemanticVersionsAre) {
  const VersionCounts merged = merged_versions({{"zebra", 1},
                                                {"v1.30.0", 1},
                                                {"v1.30.0+vendor.10", 1},
                                                {"v1.30.0-rc.1", 1},
                                                {"v1.30.0+vendor.9", 1},
                                                {"v1.30.0-beta.2", 1},
                                                {"v1.9.9", 1},
                                                {"v1.30.0", 2}});
  EXPECT_EQ(in_words(merged),
            "v1.9.9=1 v1.30.0-beta.2=1 v1.30.0-rc.1=1 v1.30.0=3 v1.30.0+vendor.9=1 "
            "v1.30.0+vendor.10=1 zebra=1");
}

RC_GTEST_PROP(StatusVersions, AddUpToTheSameInAnyOrder, ()) {
  const auto texts = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "v1.2.3", "v1.2.3-a", "v1.2.3-1", "v1.2.3+b", "v1.2.3+b.1", "1.2.3", "x", "v1.10.0", "v1"));
  VersionCounts counts;
  for (const std::string& text : texts) counts.push_back({text, 1});
  VersionCounts turned(counts.rbegin(), counts.rend());
  RC_ASSERT(merged_versions(counts) == merged_versions(turned));
  std::int32_t sum = 0;
  for (const VersionCount& one : merged_versions(counts)) sum += one.replicas;
  RC_ASSERT(sum == static_cast<std::int32_t>(texts.size()));
}

}  // namespace
}  // namespace telltale
