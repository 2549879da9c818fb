// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/creation.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/world_for_test.h"

namespace telltale {
namespace {

std::string set_with(std::string_view status) {
  return format(R"({{"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachineSet",
    "metadata": {{"namespace": "ns", "name": "s1", "uid": "u1",
                  "creationTimestamp": "2026-05-01T00:00:00Z"}}, "status": {{{}}}}})",
                status);
}

std::string event(std::string_view name, std::string_view message,
                  std::string_view time = R"("lastTimestamp": "2026-05-01T01:00:00Z")",
                  std::string_view uid = "u1", std::string_view reason = "FailedCreate") {
  return format(R"({{"apiVersion": "v1", "kind": "Event",
    "metadata": {{"namespace": "ns", "name": "{}"}}, {}, "reason": "{}", "message": "{}",
    "involvedObject": {{"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachineSet",
                        "namespace": "ns", "name": "s1", "uid": "{}"}}}})",
                name, time, reason, message, uid);
}

std::string errors_in(const World& world) {
  const Found set = world.find({"cluster.x-k8s.io", "MachineSet", "ns", "s1", {}});
  return creation_errors(world, *set.object, "Machine");
}

TEST(CreationErrors, AreNoneWhereNothingFailed) {
  EXPECT_EQ(errors_in(world_of({set_with("")})), "");
  EXPECT_EQ(errors_in(world_of(
                {set_with(""), event("e1", "made it", R"("count": 1)", "u1", "SuccessfulCreate")})),
            "");
}

TEST(CreationErrors, AreReadFromTheLegacyCondition) {
  constexpr std::string_view condition = R"("deprecated": {"v1beta1": {"conditions": [
    {"type": "MachinesCreated", "status": "False", "reason": "MachineCreationFailed",
     "message": "quota exceeded"}]}})";
  EXPECT_EQ(errors_in(world_of({set_with(condition)})), "quota exceeded");
}

TEST(CreationErrors, TakeTheReasonWhereTheConditionHasNoMessage) {
  constexpr std::string_view condition = R"("deprecated": {"v1beta1": {"conditions": [
    {"type": "MachinesCreated", "status": "False", "reason": "MachineCreationFailed"}]}})";
  EXPECT_EQ(errors_in(world_of({set_with(condition)})), "MachineCreationFailed");
}

TEST(CreationErrors, AreReadFromEvents) {
  EXPECT_EQ(errors_in(world_of({set_with(""), event("e1", "quota exceeded")})), "quota exceeded");
}

TEST(CreationErrors, KnowEveryTimeAnEventMayCarry) {
  for (const std::string_view time :
       {R"("eventTime": "2026-05-01T01:00:00.5Z")",
        R"("series": {"lastObservedTime": "2026-05-01T01:00:00Z"})"}) {
    EXPECT_EQ(errors_in(world_of({set_with(""), event("e1", "quota exceeded", time)})),
              "quota exceeded");
  }
}

TEST(CreationErrors, ForgetEventsOfAnOlderSetOfTheSameName) {
  const std::string by_uid =
      event("e1", "old", R"("lastTimestamp": "2026-05-01T01:00:00Z")", "another");
  EXPECT_EQ(errors_in(world_of({set_with(""), by_uid})), "");
  const std::string by_time = event("e1", "old", R"("lastTimestamp": "2026-04-01T01:00:00Z")", "");
  EXPECT_EQ(errors_in(world_of({set_with(""), by_time})), "");
}

TEST(CreationErrors, AreOverOnceAMachineWasCreatedAfterThem) {
  const auto errors_with_machine_of = [](std::string_view created) {
    const std::string machine = format(
        R"({{"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine",
        "metadata": {{"namespace": "ns", "name": "m1", "creationTimestamp": "{}",
        "ownerReferences": [{{"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachineSet",
                              "name": "s1", "uid": "u1", "controller": true}}]}}}})",
        created);
    return errors_in(world_of({set_with(""), event("e1", "quota exceeded"), machine}));
  };
  EXPECT_EQ(errors_with_machine_of("2026-05-01T00:59:59Z"), "quota exceeded");
  EXPECT_EQ(errors_with_machine_of("2026-05-01T01:00:01Z"), "");
}

TEST(CreationErrors, LeaveOutGeneratedNamesSoThatTheMessageStandsStill) {
  const World world =
      world_of({set_with(""), event("e1", "machines 's1-x7k2p' is forbidden: s1-x7k2p, too many"),
                event("e2", "machines 's1-q9z8w' is forbidden: s1-q9z8w, too many")});
  EXPECT_EQ(errors_in(world), "machines 's1-*' is forbidden: s1-*, too many");
}

TEST(CreationErrors, AreSortedAndAtMostThree) {
  const World world = world_of({set_with(""), event("e1", "d"), event("e2", "b"), event("e3", "a"),
                                event("e4", "c"), event("e5", "a")});
  EXPECT_EQ(errors_in(world), "a; b; c");
}

}  // namespace
}  // namespace telltale
