// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/evidence.h"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "catalog/hypershift_nodepool/pool_for_test.h"
#include "catalog/hypershift_nodepool/texts.h"
#include "catalog/stepper_for_test.h"
#include "catalog/world_for_test.h"

namespace telltale::hypershift_nodepool {
namespace {

constexpr std::string_view deleting_metadata =
    R"(, "deletionTimestamp": "2026-01-01T11:00:00Z", "finalizers": ["f"])";

// The pool of a few documents at noon; the pool itself is the first of them.
class EvidenceAtNoon {
 public:
  explicit EvidenceAtNoon(const std::vector<std::string>& documents)
      : world_(world_of(std::vector<std::string_view>(documents.begin(), documents.end()))),
        context_(world_, at("12:00:00")),
        facts(gather(context_.context(), world_.objects().front())),
        evidence(gather_evidence(context_.context(), facts)) {}

  // "since 11:00:00", "now", or "no".
  std::string seen(Class one) const {
    const Sighting& sighting = evidence.findings[one].sighting;
    if (!sighting.seen) return "no";
    if (!is_set(sighting.since)) return "now";
    return format("since {}", format_rfc3339(sighting.since).substr(11, 8));
  }
  std::string says(Class one) const { return message_of(one, facts, evidence); }

 private:
  World world_;
  JudgeContextForTest context_;

 public:
  Facts facts;
  Evidence evidence;
};

// A pool of which `machines` stand behind its MachineDeployment.
std::vector<std::string> pool_with(std::vector<std::string> machines,
                                   const PoolDocument& pool = {.available = 0}) {
  std::vector<std::string> documents{text_of(pool), text_of(WorkloadDocument{.available = 0})};
  documents.insert(documents.end(), machines.begin(), machines.end());
  return documents;
}

std::string machine(std::string_view name, std::string_view created = "09:00:00") {
  return text_of(MachineDocument{.name = name, .created = created});
}

TEST(HyperShiftEvidence, NeedsOneMachineForAQuota) {
  const EvidenceAtNoon noon(
      pool_with({machine("m1"), machine("m2"), text_of(failing("m2", quota_error, "11:30:00"))}));
  EXPECT_EQ(noon.seen(Class::Quota), "since 11:30:00");
  EXPECT_EQ(noon.seen(Class::Capacity), "no");
}

TEST(HyperShiftEvidence, CountsTheOldestMachineAndNamesItsError) {
  const EvidenceAtNoon noon(
      pool_with({machine("m1"), machine("m2"), machine("m3"),
                 text_of(failing("m1", "VcpuLimitExceeded: one", "11:30:00")),
                 text_of(failing("m2", "VcpuLimitExceeded: two", "11:10:00"))}));
  EXPECT_EQ(noon.seen(Class::Quota), "since 11:10:00");
  const std::string text = noon.says(Class::Quota);
  EXPECT_TRUE(text.starts_with(
      "Cloud quota is exceeded on some machines: VcpuLimitExceeded: two. Recovery: "))
      << text;
  EXPECT_TRUE(text.ends_with(".")) << text;
}

TEST(HyperShiftEvidence, CountsOneSomeAndAll) {
  const auto share = [](const std::vector<std::string>& failing_names) {
    std::vector<std::string> machines{machine("m1"), machine("m2"), machine("m3")};
    for (const std::string& name : failing_names) {
      machines.push_back(text_of(failing(name, quota_error, "11:30:00")));
    }
    return EvidenceAtNoon(pool_with(machines)).evidence.findings[Class::Quota].share;
  };
  EXPECT_EQ(share({}), Share::None);
  EXPECT_EQ(share({"m1"}), Share::One);
  EXPECT_EQ(share({"m1", "m3"}), Share::Some);
  EXPECT_EQ(share({"m1", "m2", "m3"}), Share::All);
}

TEST(HyperShiftEvidence, LeavesOutMachinesThatAreReadyOrLeave) {
  const EvidenceAtNoon ready(
      pool_with({text_of(ready_machine("m1")), text_of(failing("m1", quota_error, "11:30:00"))}));
  EXPECT_EQ(ready.seen(Class::Quota), "no");
  const MachineDocument leaving{.metadata = deleting_metadata};
  const EvidenceAtNoon deleting(
      pool_with({text_of(leaving), text_of(failing("m1", quota_error, "11:30:00"))}));
  EXPECT_EQ(deleting.seen(Class::Quota), "no");
}

TEST(HyperShiftEvidence, LeavesOutMachinesOfOtherNamespaces) {
  const EvidenceAtNoon noon(pool_with({text_of(MachineDocument{
      .place = "elsewhere",
      .conditions = Documents{{.type = "Ready", .reason = "Odd", .message = quota_error}}})}));
  EXPECT_EQ(noon.seen(Class::Quota), "no");
}

TEST(HyperShiftEvidence, NeedsEveryOldMachineForCapacity) {
  const std::string lacks1 = text_of(failing("m1", capacity_error, "11:00:00"));
  const std::string lacks2 = text_of(failing("m2", capacity_error, "11:20:00"));
  EXPECT_EQ(EvidenceAtNoon(pool_with({machine("m1"), machine("m2"), lacks1, lacks2}))
                .seen(Class::Capacity),
            "since 11:20:00")
      << "the pool stands still since the last of them does";
  EXPECT_EQ(EvidenceAtNoon(pool_with({machine("m1"), machine("m2"), lacks1})).seen(Class::Capacity),
            "no");
  const EvidenceAtNoon young(pool_with({machine("m1"), machine("m2", "11:30:01"), lacks1}));
  EXPECT_EQ(young.seen(Class::Capacity), "since 11:00:00");
  EXPECT_EQ(young.evidence.turns, std::vector{at("12:00:01")}) << "when it is young no more";
  EXPECT_EQ(EvidenceAtNoon(pool_with({machine("m1"), machine("m2", "11:30:00"), lacks1}))
                .seen(Class::Capacity),
            "no");
  EXPECT_EQ(EvidenceAtNoon(pool_with({machine("m1"), text_of(ready_machine("m2")), lacks1}))
                .seen(Class::Capacity),
            "since 11:00:00");
}

TEST(HyperShiftEvidence, ReadsSetsWhereNoMachineCouldBeCreated) {
  const auto set = [](int desired) {
    return text_of(WorkloadDocument{
        .kind = "MachineSet",
        .name = "np-1",
        .desired = desired,
        .conditions = Documents{
            {.type = "MachinesCreated", .reason = "MachineCreationFailed", .message = "refused"}}});
  };
  const EvidenceAtNoon noon(pool_with({set(2)}));
  EXPECT_EQ(noon.seen(Class::Provider), "since 10:00:00");
  EXPECT_TRUE(noon.says(Class::Provider)
                  .starts_with("The infrastructure provider keeps failing on MachineSet np-1: "
                               "refused. Recovery: "))
      << noon.says(Class::Provider);
  EXPECT_EQ(EvidenceAtNoon(pool_with({set(0)})).seen(Class::Provider), "no")
      << "an old set wants no machines";
}

TEST(HyperShiftEvidence, BelievesTheDeploymentItself) {
  const auto told = [](const ConditionDocuments& conditions, int desired = 2) {
    return EvidenceAtNoon({text_of(PoolDocument{}),
                           text_of(WorkloadDocument{.desired = desired, .conditions = conditions})})
        .seen(Class::Deployment);
  };
  EXPECT_EQ(told(Documents{{.type = "Available", .at = "11:00:00"}}), "since 11:00:00");
  EXPECT_EQ(told(Documents{{.type = "Available", .status = "True"}}), "no");
  EXPECT_EQ(told({}), "no") << "nobody judged it";
  EXPECT_EQ(told(Documents{{.type = "Available", .at = "11:00:00"}}, 0), "no")
      << "nothing is wanted";
}

TEST(HyperShiftEvidence, CountsTheReplicasOfAnInPlacePool) {
  const auto told = [](int available, const ConditionDocuments& conditions) {
    return EvidenceAtNoon(
               {text_of(PoolDocument{.upgrade = "InPlace"}),
                text_of(WorkloadDocument{
                    .kind = "MachineSet", .available = available, .conditions = conditions})})
        .seen(Class::Deployment);
  };
  EXPECT_EQ(told(2, {}), "no");
  EXPECT_EQ(told(1, {}), "now");
  EXPECT_EQ(told(1, Documents{{.type = "MachinesReady", .at = "11:00:00"}}), "since 11:00:00");
}

TEST(HyperShiftEvidence, LetsAnOnDeleteRolloutWaitForAHuman) {
  const auto told = [](std::string_view updating) {
    const PoolDocument pool{
        .spec =
            R"(, "management": {"upgradeType": "Replace", "replace": {"strategy": "OnDelete"}})",
        .conditions = Documents{{.type = "UpdatingVersion", .status = updating}}};
    return EvidenceAtNoon({text_of(pool), text_of(WorkloadDocument{
                                              .conditions = Documents{{.type = "Available"}}})})
        .seen(Class::Deployment);
  };
  EXPECT_EQ(told("True"), "no");
  EXPECT_EQ(told("False"), "since 10:00:00");
}

TEST(HyperShiftEvidence, NamesTheStoppingConditionThatStandsForLongest) {
  const EvidenceAtNoon noon({text_of(PoolDocument{
      .conditions = Documents{
          {.type = "ValidReleaseImage", .reason = "A", .message = "a.", .at = "11:30:00"},
          {.type = "ValidArchPlatform", .reason = "B", .message = "b.", .at = "11:00:00"}}})});
  EXPECT_EQ(noon.seen(Class::Blocked), "since 11:00:00");
  EXPECT_TRUE(noon.evidence.blocked_now);
  EXPECT_TRUE(
      noon.says(Class::Blocked).starts_with("blocked by condition ValidArchPlatform (B): b."))
      << noon.says(Class::Blocked);
}

TEST(HyperShiftEvidence, DoesNotTrustAStoppingConditionOfAnOlderSpec) {
  const auto blocked = [](const Documents& conditions) {
    return EvidenceAtNoon({text_of(PoolDocument{.generation = 3, .conditions = conditions})})
        .evidence.blocked_now;
  };
  const ConditionDocument stale{.type = "ValidReleaseImage", .at = "09:00:00", .generation = 2};
  const ConditionDocument now{.type = "ValidArchPlatform", .at = "11:00:00", .generation = 3};
  EXPECT_FALSE(blocked({stale}));
  EXPECT_TRUE(blocked({now}));
  EXPECT_TRUE(blocked({stale, now}));
  EXPECT_TRUE(blocked({now, stale}));
}

std::string event(std::string_view name, std::string_view first, std::string_view last,
                  std::string_view reason = "ReconcileError") {
  return format(
      R"({{"apiVersion": "v1", "kind": "Event", "metadata": {{
          "namespace": "clusters", "name": "{}"}},
          "involvedObject": {{"apiVersion": "hypershift.openshift.io/v1beta1", "kind": "NodePool",
          "namespace": "clusters", "name": "np"}}, "reason": "{}", "message": "no token",
          "type": "Warning", "firstTimestamp": "{}T{}Z", "lastTimestamp": "{}T{}Z"}})",
      name, reason, day, first, day, last);
}

TEST(HyperShiftEvidence, ReadsReconcileErrorsThatGoOn) {
  const auto told = [](const std::string& text) {
    return EvidenceAtNoon({text_of(PoolDocument{}), text}).seen(Class::Controller);
  };
  EXPECT_EQ(told(event("e", "11:00:00", "11:58:00")), "since 11:00:00");
  EXPECT_EQ(told(event("e", "11:00:00", "11:55:00")), "no") << "five minutes of silence";
  EXPECT_EQ(told(event("e", "11:00:00", "11:58:00", "Other")), "no");
  const EvidenceAtNoon noon({text_of(PoolDocument{}), event("e", "11:00:00", "11:58:00")});
  EXPECT_EQ(noon.evidence.turns, std::vector{at("12:03:00")});
}

TEST(HyperShiftEvidence, JoinsReconcileErrorsThatFollowEachOther) {
  const auto told = [](const std::vector<std::string>& events) {
    std::vector<std::string> documents{text_of(PoolDocument{})};
    documents.insert(documents.end(), events.begin(), events.end());
    return EvidenceAtNoon(documents).seen(Class::Controller);
  };
  const std::string last = event("e3", "11:56:00", "11:59:00");
  EXPECT_EQ(told({event("e1", "11:30:00", "11:45:00"), event("e2", "11:47:00", "11:52:00"), last}),
            "since 11:30:00");
  EXPECT_EQ(told({event("e1", "11:30:00", "11:40:00"), event("e2", "11:47:00", "11:52:00"), last}),
            "since 11:47:00")
      << "seven minutes without any";
  EXPECT_EQ(told({last, event("e0", "10:00:00", "11:58:00")}), "since 10:00:00");
}

TEST(HyperShiftEvidence, TakesTheTimeOfANewKindOfEventForItsFirst) {
  const auto told = [](std::string_view uid) {
    const std::string text = format(
        R"({{"apiVersion": "v1", "kind": "Event", "metadata": {{"namespace": "clusters",
            "name": "e"}}, "involvedObject": {{"apiVersion": "hypershift.openshift.io/v1beta1",
            "kind": "NodePool", "namespace": "clusters", "name": "np", "uid": "{}"}},
            "reason": "ReconcileError", "message": "no token", "firstTimestamp": null,
            "eventTime": "2026-01-01T11:20:00.000000Z",
            "series": {{"count": 9, "lastObservedTime": "2026-01-01T11:59:00.000000Z"}}}})",
        uid);
    return EvidenceAtNoon({text_of(PoolDocument{}), text}).seen(Class::Controller);
  };
  EXPECT_EQ(told("u-np"), "since 11:20:00");
  EXPECT_EQ(told(""), "since 11:20:00");
  EXPECT_EQ(told("u-another"), "no") << "about a pool of that name that is gone";
}

TEST(HyperShiftEvidence, IsAsOldAsTheMachinesThatWaitWhereNobodyToldOfTheirOwner) {
  const auto told = [](const WorkloadDocument& workload, const PoolDocument& pool,
                       const std::vector<std::string>& machines) {
    std::vector<std::string> documents{text_of(pool), text_of(workload)};
    documents.insert(documents.end(), machines.begin(), machines.end());
    return EvidenceAtNoon(documents).seen(Class::Deployment);
  };
  const WorkloadDocument set{.kind = "MachineSet", .available = 0};
  const PoolDocument in_place{.available = 0, .upgrade = "InPlace"};
  EXPECT_EQ(told(set, in_place, {machine("m1", "10:00:00"), machine("m2", "11:00:00")}),
            "since 10:00:00");
  EXPECT_EQ(told(set, in_place, {text_of(ready_machine("m1"))}), "now")
      << "a Machine with a Node was well once";
  WorkloadDocument dated = set;
  dated.conditions = Documents{{.type = "MachinesReady", .at = "11:30:00"}};
  EXPECT_EQ(told(dated, in_place, {machine("m1", "10:00:00")}), "since 11:30:00")
      << "before that it was well";
}

TEST(HyperShiftEvidence, IgnoresMachinesWherePoolsHaveNone) {
  const EvidenceAtNoon noon(pool_with(
      {machine("m1"), text_of(failing("m1", quota_error, "11:30:00"))}, {.platform = "None"}));
  EXPECT_EQ(noon.seen(Class::Quota), "no");
  EXPECT_EQ(noon.seen(Class::Deployment), "no");
}

TEST(HyperShiftEvidence, ScrubsWhatChangesFromAttemptToAttempt) {
  const auto text = [](std::string_view id) {
    const std::string error =
        format("VcpuLimitExceeded: no more status code: 400, request id: {}", id);
    return EvidenceAtNoon(pool_with({machine("m1"), text_of(failing("m1", error, "11:30:00"))}))
        .says(Class::Quota);
  };
  EXPECT_EQ(text("0d1e2f3a-1111-4222-8333-444455556666"),
            text("ffffffff-1111-4222-8333-999999999999"));
}

}  // namespace
}  // namespace telltale::hypershift_nodepool
