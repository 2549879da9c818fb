// SPDX-License-Identifier: Apache-2.0
#include "report/status/kube_event.h"

#include <array>

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/noon_for_test.h"
#include "base/text.h"
#include "json/parse.h"

namespace telltale {
namespace {

using enum EventType;
using enum Verdict;

// "Ready=False/NotReady"; empty: no such condition.
Condition condition(std::string_view text) {
  if (text.empty()) return {};
  const std::size_t sign = text.find('=');
  const std::size_t slash = text.find('/', sign);
  const auto status = parse_status(text.substr(sign + 1, slash - sign - 1));
  check(status.has_value(), "the test names a status");
  return {.type = text.substr(0, sign),
          .status = *status,
          .reason = text.substr(slash + 1),
          .message = "words",
          .last_transition = noon};
}

Object object_of(std::string_view group, std::string_view kind) {
  Object object;
  object.key = {group, kind, "default", "x", {}};
  object.api_version = "example.com/v1";
  object.uid = "uid-1";
  object.resource_version = "42";
  return object;
}

constexpr std::string_view core = "cluster.x-k8s.io";
constexpr std::string_view hypershift = "hypershift.openshift.io";
constexpr std::string_view karpenter = "karpenter.sh";
constexpr std::string_view hive = "hive.openshift.io";

struct Case {
  std::string_view group;
  std::string_view kind;
  std::string_view before;
  std::string_view after;
  Verdict verdict;
  EventType wanted;
};

constexpr Case cases[] = {
    // From good to bad and back.
    {core, "Machine", "NodeHealthy=True/Healthy", "NodeHealthy=False/Unhealthy", Working, Warning},
    {core, "Machine", "NodeHealthy=False/Unhealthy", "NodeHealthy=True/Healthy", Healthy, Normal},
    {core, "Cluster", "RemoteConnectionProbe=True/ProbeSucceeded",
     "RemoteConnectionProbe=False/ProbeFailed", Working, Warning},
    {core, "MachineDeployment", "Available=True/Available", "Available=False/NotAvailable", Working,
     Warning},
    {core, "MachineSet", "ReplicaFailure=False/None", "ReplicaFailure=True/Failed", Working,
     Warning},
    {core, "MachineSet", "ReplicaFailure=True/Failed", "ReplicaFailure=False/None", Working,
     Normal},
    // Merely not good yet.
    {core, "Machine", "", "Ready=False/NotReady", Working, None},
    {core, "Machine", "", "Ready=True/Ready", Healthy, None},
    {core, "Machine", "Ready=Unknown/NotYetReported", "Ready=False/NotReady", Working, None},
    {core, "Machine", "", "Ready=False/NotReady", Stuck, Warning},
    {core, "Machine", "Ready=Unknown/ReadyUnknown", "Ready=False/NotReady", Stuck, Warning},
    // Unclear is neither.
    {core, "Machine", "Ready=True/Ready", "Ready=Unknown/ReadyUnknown", Unknown, None},
    {core, "Machine", "Ready=Unknown/ReadyUnknown", "Ready=True/Ready", Healthy, None},
    {core, "Machine", "Ready=False/NotReady", "Ready=Unknown/ReadyUnknown", Unknown, None},
    {core, "Machine", "NodeHealthy=Unknown/InspectionFailed", "NodeHealthy=Unknown/ConnectionDown",
     Unknown, None},
    // Another word for the same trouble.
    {core, "Machine", "NodeHealthy=False/Unhealthy", "NodeHealthy=False/Deleted", Stuck, None},
    {core, "Machine", "Available=True/Available", "Available=True/Other", Healthy, None},
    // What moves as it should, under either name.
    {core, "MachineSet", "ScalingUp=False/NotScalingUp", "ScalingUp=True/ScalingUp", Working, None},
    {core, "MachineSet", "ScalingUp=True/ScalingUp", "ScalingUp=False/NotScalingUp", Healthy, None},
    {core, "Machine", "Deleted=False/NotDeleted", "Deleted=True/DrainingNode", Working, None},
    {core, "Machine", "Deleting=False/NotDeleting", "Deleting=True/DrainingNode", Working, None},
    {core, "Machine", "Paused=False/NotPaused", "Paused=True/Paused", Healthy, None},
    {core, "MachineSet", "UpToDate=True/UpToDate", "UpToDate=False/NotUpToDate", Working, None},
    {core, "MachineSet", "MachinesUpToDate=True/UpToDate", "MachinesUpToDate=False/NotUpToDate",
     Working, None},
    {core, "MachineSet", "MachinesReady=True/Ready", "MachinesReady=False/NotReady", Working, None},
    {core, "Cluster", "WorkerMachinesReady=True/Ready", "WorkerMachinesReady=False/NotReady",
     Working, None},
    // HyperShift: False alone says nothing.
    {hypershift, "NodePool", "Progressing=True/Scaling", "Progressing=False/CloudQuotaExceeded",
     Stuck, Warning},
    {hypershift, "NodePool", "Progressing=True/Scaling", "Progressing=False/AsExpected", Healthy,
     None},
    {hypershift, "NodePool", "Progressing=False/AsExpected", "Progressing=True/Scaling", Working,
     None},
    {hypershift, "NodePool", "Progressing=False/AsExpected", "Progressing=False/ControllerError",
     Stuck, Warning},
    {hypershift, "NodePool", "Progressing=False/CloudQuotaExceeded",
     "Progressing=False/InsufficientCloudCapacity", Stuck, Warning},
    {hypershift, "NodePool", "Progressing=False/CloudQuotaExceeded", "Progressing=True/Recovering",
     Working, Normal},
    {hypershift, "NodePool", "Progressing=False/CloudQuotaExceeded", "Progressing=False/AsExpected",
     Healthy, Normal},
    {hypershift, "NodePool", "Progressing=True/Recovering", "Progressing=False/AsExpected", Healthy,
     None},
    {hypershift, "NodePool", "", "Progressing=False/CloudQuotaExceeded", Stuck, Warning},
    {hypershift, "NodePool", "", "Progressing=True/Provisioning", Working, None},
    // Karpenter.
    {karpenter, "NodePool", "Degraded=False/NotDegraded", "Degraded=True/LaunchFailure", Stuck,
     Warning},
    {karpenter, "NodePool", "Degraded=True/LaunchFailure",
     "Degraded=True/LaunchFailure,NodeRegistrationFailure", Stuck, Warning},
    {karpenter, "NodePool", "Degraded=True/LaunchFailure", "Degraded=False/TTLExpired", Healthy,
     Normal},
    {karpenter, "NodePool", "", "Degraded=False/NotDegraded", Healthy, None},
    // Hive begins everything as Unknown.
    {hive, "ClusterDeployment", "ProvisionFailed=Unknown/Initialized",
     "ProvisionFailed=True/InstallFailed", Working, Warning},
    {hive, "ClusterDeployment", "RequirementsMet=Unknown/Initialized",
     "RequirementsMet=False/DNSNotReady", Working, None},
    {hive, "ClusterDeployment", "Provisioned=False/Provisioning",
     "Provisioned=False/ProvisionStopped", Stuck, Warning},
    {hive, "ClusterDeployment", "Provisioned=False/Provisioning", "Provisioned=True/Provisioned",
     Healthy, Normal},
    {hive, "ClusterDeployment", "ProvisionStopped=Unknown/Initialized",
     "ProvisionStopped=True/InstallationCompleted", Healthy, None},
};

TEST(KubeEvent, IsToldOfTroubleAndOfRecoveryAndOfNothingElse) {
  for (const Case& one : cases) {
    const Object object = object_of(one.group, one.kind);
    const Judged judged{.object = &object, .verdict = one.verdict};
    const Turn turn{condition(one.before), condition(one.after)};
    EXPECT_EQ(event_type(judged, turn), one.wanted)
        << one.kind << ": " << one.before << " -> " << one.after;
    EXPECT_EQ(event_of(judged, turn, noon, "pod").has_value(), one.wanted != None);
  }
}

TEST(KubeEvent, WhatEndsWithADeletedObjectIsNoTrouble) {
  Object object = object_of(core, "Machine");
  object.deleted = noon;
  const Turn turn{condition("Ready=True/Ready"), condition("Ready=False/NotReady")};
  EXPECT_EQ(event_type({.object = &object, .verdict = Working}, turn), None);
  EXPECT_EQ(event_type({.object = &object, .verdict = Stuck}, turn), Warning);
}

class WrittenEvent : public testing::Test {
 protected:
  json::Value written(std::string_view instance = "pod-1") {
    const Judged judged{.object = &object, .verdict = Stuck};
    const auto event = event_of(judged, turn, noon, instance);
    check(event.has_value(), "this turn is worth an Event");
    const auto value = json::parse(event->document);
    check(value.has_value(), "an Event is JSON");
    return *value;
  }
  std::string text(std::string_view pointer, std::string_view instance = "pod-1") {
    const json::Value value = written(instance);
    boost::system::error_code error;
    const json::Value* found = value.find_pointer(std::string(pointer), error);
    return found == nullptr ? "-" : std::string(std::string_view(found->as_string()));
  }

  Object object = object_of(core, "Machine");
  Turn turn{condition("NodeHealthy=True/Healthy"), condition("NodeHealthy=False/Unhealthy")};
};

TEST_F(WrittenEvent, HasEverythingThatTheApiWants) {
  EXPECT_EQ(text("/apiVersion"), "events.k8s.io/v1");
  EXPECT_EQ(text("/kind"), "Event");
  EXPECT_EQ(text("/metadata/namespace"), "default");
  EXPECT_EQ(text("/metadata/name"), event_name(object, turn));
  EXPECT_EQ(text("/regarding/apiVersion"), "example.com/v1");
  EXPECT_EQ(text("/regarding/kind"), "Machine");
  EXPECT_EQ(text("/regarding/namespace"), "default");
  EXPECT_EQ(text("/regarding/name"), "x");
  EXPECT_EQ(text("/regarding/uid"), "uid-1");
  EXPECT_EQ(text("/regarding/resourceVersion"), "42");
  EXPECT_EQ(text("/type"), "Warning");
  EXPECT_EQ(text("/action"), "ConditionChanged");
  EXPECT_EQ(text("/reason"), "Unhealthy");
  EXPECT_EQ(text("/note"), "words");
  EXPECT_EQ(text("/eventTime"), "2026-01-01T12:00:00.000000Z");
  EXPECT_EQ(text("/reportingController"), "telltale.dev/telltale");
  EXPECT_EQ(text("/reportingInstance"), "pod-1");
}

TEST_F(WrittenEvent, StandsInDefaultForObjectsWithoutNamespace) {
  object.key.namespace_name = {};
  EXPECT_EQ(text("/metadata/namespace"), "default");
  EXPECT_EQ(text("/regarding/namespace"), "-");
}

TEST_F(WrittenEvent, HasNoEmptyWords) {
  turn.after.message = {};
  turn.after.reason = {};
  EXPECT_EQ(text("/note"), "NodeHealthy is False");
  EXPECT_EQ(text("/reason"), "NodeHealthy");
  EXPECT_EQ(text("/reportingInstance", ""), "telltale");
}

TEST_F(WrittenEvent, IsCutToTheLimitsOfTheApi) {
  std::string message(1022, 'a');
  message += "\u00e4\u00f6";
  const std::string reason = std::string(100, 'a') + "," + std::string(100, 'b');
  turn.after.message = message;
  turn.after.reason = reason;
  EXPECT_LE(text("/note").size(), event_note_bytes_max);
  EXPECT_TRUE(text("/note").ends_with("a..."));
  EXPECT_EQ(text("/reason"), std::string(100, 'a'));
  EXPECT_EQ(text("/reportingInstance", std::string(200, 'x')).size(), event_word_bytes_max);
  const std::string one_word(300, 'c');
  turn.after.reason = one_word;
  EXPECT_EQ(text("/reason").size(), event_word_bytes_max);
}

TEST_F(WrittenEvent, OfARecoveredPoolSaysSo) {
  object = object_of(hypershift, "NodePool");
  turn = {condition("Progressing=False/CloudQuotaExceeded"),
          condition("Progressing=True/Recovering")};
  EXPECT_EQ(text("/type"), "Normal");
  EXPECT_EQ(text("/reason"), "Recovered");
}

TEST_F(WrittenEvent, OfTheSameTurnHasTheSameNameWheneverItIsTold) {
  const std::string name = event_name(object, turn);
  turn.after.message = "other words";
  turn.after.last_transition = noon + Seconds(90);
  turn.after.observed_generation = 7;
  object.resource_version = "43";
  EXPECT_EQ(event_name(object, turn), name);
}

TEST_F(WrittenEvent, OfAnotherTurnHasAnotherName) {
  const std::string name = event_name(object, turn);
  const auto differs = [&](auto bend) {
    Object other = object;
    Turn bent = turn;
    bend(other, bent);
    return event_name(other, bent) != name;
  };
  EXPECT_TRUE(differs([](Object& other, Turn&) { other.uid = "uid-2"; }));
  EXPECT_TRUE(differs([](Object&, Turn& bent) { bent.after.type = "NodeReady"; }));
  EXPECT_TRUE(
      differs([](Object&, Turn& bent) { bent.before.last_transition = noon - Seconds(1); }));
  EXPECT_TRUE(differs([](Object&, Turn& bent) { bent.after.status = Status::Unknown; }));
  EXPECT_TRUE(differs([](Object&, Turn& bent) { bent.after.reason = "Deleted"; }));
}

TEST_F(WrittenEvent, HasANameThatIsADnsSubdomain) {
  const auto is_subdomain = [](std::string_view name) {
    for (const std::string_view label : split(name, '.')) {
      const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
      if (label.empty() || !plain(label.front()) || !plain(label.back())) return false;
      for (const char c : label) {
        if (!plain(c) && c != '-') return false;
      }
    }
    return !name.empty() && name.size() <= 253;
  };
  const std::string long_name = std::string(199, 'a') + "-" + std::string(53, 'b');
  const std::array<std::string_view, 7> names = {"m1",    "md-0.pool", long_name, "UPPER:case",
                                                 "..a..", "-",         ""};
  for (const std::string_view name : names) {
    object.key.name = name;
    EXPECT_TRUE(is_subdomain(event_name(object, turn))) << event_name(object, turn);
  }
  object.key.name = "md-0.pool";
  EXPECT_TRUE(event_name(object, turn).starts_with("md-0.pool."));
}

}  // namespace
}  // namespace telltale
