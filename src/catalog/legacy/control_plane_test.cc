// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/legacy_status.h"

#include <gtest/gtest.h>

#include "catalog/legacy/legacy_world_for_test.h"

namespace telltale::legacy {
namespace {

std::string plane(std::string_view replicas, std::string_view conditions = "",
                  std::string_view more = "", std::string metadata = "") {
  return kubeadm("kcp", {.metadata = std::move(metadata),
                         .spec = format(R"("replicas":{})", replicas),
                         .status = format(R"("conditions":[{}]{}{})", conditions,
                                          more.empty() ? "" : ",", more)});
}

// A paused Machine of the control plane, which states its old conditions, and its Node's name.
std::string plane_member(std::string_view name, std::string_view legacy,
                         std::string_view up_to_date = "True") {
  return machine(name, {.metadata = owned_by("KubeadmControlPlane", "kcp"),
                        .spec = format(R"("providerID":"id-{}")", name),
                        .status = format(R"("nodeRef":{{"name":"{}"}},"conditions":[{},{}],)"
                                         R"("deprecated":{{"v1beta1":{{"conditions":[{}]}}}})",
                                         name, condition("Paused", "True"),
                                         condition("UpToDate", up_to_date), legacy)});
}

const std::string ready = condition("Ready", "True");

std::string told_of_plane(const std::vector<std::string>& documents, std::string_view type) {
  return LegacyWorld(documents).told("KubeadmControlPlane", "kcp", type);
}
LegacyCounters plane_counters(const std::vector<std::string>& documents) {
  return LegacyWorld(documents).status("KubeadmControlPlane", "kcp").counters;
}

TEST(LegacyControlPlane, IsReadyWhenAllIsDone) {
  const std::string conditions =
      condition("Initialized", "True") + "," + condition("CertificatesAvailable", "True");
  const std::vector<std::string> documents = {plane("1", conditions), plane_member("m1", ready),
                                              ready_node("m1")};
  for (const std::string_view type : {"Ready", "CertificatesAvailable", "MachinesCreated",
                                      "Available", "Resized", "MachinesReady"}) {
    EXPECT_EQ(told_of_plane(documents, type), "True") << type;
  }
  EXPECT_EQ(told_of_plane(documents, "MachinesSpecUpToDate"), "");
}

TEST(LegacyControlPlane, WaitsForKubeadmOnce) {
  EXPECT_EQ(told_of_plane({plane("1")}, "Available"), "False WaitingForKubeadmInit Info");
  EXPECT_EQ(told_of_plane({plane("1", condition("Initialized", "True"))}, "Available"), "True");
  const std::string latched =
      format(R"("deprecated":{{"v1beta1":{{"conditions":[{}]}}}})", condition("Available", "True"));
  EXPECT_EQ(told_of_plane({plane("1", condition("Initialized", "False"), latched)}, "Available"),
            "True");
}

TEST(LegacyControlPlane, TellsOfCertificates) {
  const std::string missing =
      condition("CertificatesAvailable", "False", R"("reason":"NotAvailable","message":"no ca")");
  EXPECT_EQ(told_of_plane({plane("1", missing)}, "CertificatesAvailable"),
            "False CertificatesGenerationFailed Error: no ca");
}

TEST(LegacyControlPlane, SaysWhereItsSizeGoes) {
  EXPECT_EQ(told_of_plane({plane("3"), plane_member("m1", ready)}, "Resized"),
            "False ScalingUp Warning: Scaling up control plane to 3 replicas (actual 1)");
  EXPECT_EQ(told_of_plane({plane("0"), plane_member("m1", ready)}, "Resized"),
            "False ScalingDown Warning: Scaling down control plane to 0 replicas (actual 1)");
  EXPECT_EQ(told_of_plane({plane("1"), plane_member("m1", condition("Ready", "False"))}, "Resized"),
            "");
}

TEST(LegacyControlPlane, SaysThatItRollsOut) {
  const std::vector<std::string> rolling = {plane("2"), plane_member("m1", ready),
                                            plane_member("m2", ready, "False")};
  EXPECT_EQ(told_of_plane(rolling, "MachinesSpecUpToDate"),
            "False RollingUpdateInProgress Warning: Rolling 1 replicas with outdated spec (1 "
            "replicas up to date)");
  const std::string rolled =
      format(R"("deprecated":{{"v1beta1":{{"conditions":[{}]}}}})",
             condition("MachinesSpecUpToDate", "False", R"("severity":"Warning","reason":"R")"));
  EXPECT_EQ(
      told_of_plane({plane("1", "", rolled), plane_member("m1", ready)}, "MachinesSpecUpToDate"),
      "True");
}

TEST(LegacyControlPlane, CountsReadyNodes) {
  const std::vector<std::string> documents = {
      plane("3", "", R"("upToDateReplicas":2)"), plane_member("m1", ready),
      plane_member("m2", ready), ready_node("m1"), node("m2", condition("Ready", "False"))};
  EXPECT_EQ(plane_counters(documents),
            (LegacyCounters{.ready = 1, .unavailable = 1, .updated = 2}));
  EXPECT_EQ(
      plane_counters({plane("1", "", "", deleting), plane_member("m1", ready), ready_node("m1")})
          .ready,
      0);
}

TEST(LegacyControlPlane, AggregatesTheOldReadyOfItsMachines) {
  EXPECT_EQ(
      told_of_plane({plane("2"), plane_member("m1", ready),
                     plane_member("m2", condition("Ready", "False",
                                                  R"("severity":"Warning","reason":"Slow")"))},
                    "MachinesReady"),
      "False Slow @ Machine/m2 Warning: 1 of 2 completed");
}

TEST(LegacyControlPlane, NamesTheMachinesWithTheMostSevereTrouble) {
  const auto pod = [](std::string_view severity) {
    return condition("SchedulerPodHealthy", "False",
                     format(R"("severity":"{}","reason":"R")", severity));
  };
  const auto health = [](const std::vector<std::string>& documents) {
    return told_of_plane(documents, "ControlPlaneComponentsHealthy");
  };
  const std::string fine = condition("SchedulerPodHealthy", "True");
  const std::string unknown = condition("SchedulerPodHealthy", "Unknown");
  EXPECT_EQ(health({plane("3"), plane_member("m2", pod("Error")), plane_member("m1", pod("Error")),
                    plane_member("m3", pod("Info"))}),
            "False ControlPlaneComponentsUnhealthy Error: Following Machines are reporting control "
            "plane errors: m1, m2");
  EXPECT_EQ(
      health({plane("2"), plane_member("m1", pod("Warning")), plane_member("m2", fine)}),
      "False ControlPlaneComponentsUnhealthy Warning: Following Machines are reporting control "
      "plane warnings: m1");
  EXPECT_EQ(health({plane("2"), plane_member("m1", pod("Info")), plane_member("m2", fine)}),
            "False ControlPlaneComponentsUnhealthy Info: Following Machines are reporting control "
            "plane info: m1");
  EXPECT_EQ(health({plane("2"), plane_member("m1", unknown), plane_member("m2", fine)}), "True");
  EXPECT_EQ(
      health({plane("1"), plane_member("m1", unknown)}),
      "Unknown ControlPlaneComponentsUnknown: Following Machines are reporting unknown control "
      "plane status: m1");
  EXPECT_EQ(health({plane("1"), plane_member("m1", ready)}), "");
}

TEST(LegacyControlPlane, AddsUpEtcdMembersOnlyWhereItRunsEtcd) {
  const std::string ill = condition("EtcdMemberHealthy", "False",
                                    R"("severity":"Error","reason":"EtcdMemberUnhealthy")");
  EXPECT_EQ(
      told_of_plane({plane("1"), plane_member("m1", ill)}, "EtcdClusterHealthy"),
      "False EtcdClusterUnhealthy Error: Following Machines are reporting etcd member errors: "
      "m1");
  const std::string external = kubeadm(
      "kcp", {.spec = R"("replicas":1,"kubeadmConfigSpec":{"clusterConfiguration":{"etcd":{)"
                      R"("external":{"endpoints":["e"]}}}})"});
  EXPECT_EQ(told_of_plane({external, plane_member("m1", ill)}, "EtcdClusterHealthy"), "True");
}

TEST(LegacyControlPlane, IsResizedByItsDeletion) {
  const std::string waits =
      condition("Deleted", "True", R"("reason":"WaitingForWorkersDeletion","message":"m")");
  EXPECT_EQ(told_of_plane({plane("1", waits, "", deleting)}, "Resized"),
            "False Deleting Info: Waiting for worker nodes to be deleted first");
  EXPECT_EQ(told_of_plane({plane("1", "", "", deleting)}, "Resized"), "False Deleting Info");
}

TEST(LegacyControlPlane, LatchesThatItIsInitialized) {
  LegacyWorld world({plane("1", condition("Initialized", "True"))});
  EXPECT_EQ(world.status("KubeadmControlPlane", "kcp").latches.control_plane, true);
}

}  // namespace
}  // namespace telltale::legacy
