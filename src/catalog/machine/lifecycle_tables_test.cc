// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/lifecycle_tables.h"

#include <string>

#include <gtest/gtest.h>

#include "catalog/cluster_api/pause_for_test.h"
#include "catalog/machine/see_for_test.h"
#include "catalog/now_for_test.h"
#include "catalog/world_for_test.h"
#include "table/choices_for_test.h"
#include "table/table_laws.h"

namespace telltale::machine {
namespace {

using ladders::now;
using laws::keep;
using laws::merge;
using laws::not_collected;
using laws::set_to;
using laws::Told;
using laws::told_by;

using enum Status;

constexpr Seen calm_machine() {
  Seen seen;
  seen.now = now;
  seen.name = "m1";
  seen.cluster_namespace = "default";
  seen.cluster_name = "c1";
  return seen;
}
constexpr Seen calm = calm_machine();

// Paused.

template <class Visit>
void every_pause(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    ladders::choose_pause(choose, seen);
    visit(seen);
  });
}

Told paused_ladder(const Seen& seen) { return ladders::pause_ladder(seen, "Machine"); }

TEST(Paused, KeepsTheLawsOfTables) {
  expect_table_laws(paused_table, [](auto visit) { every_pause(visit); }, paused_ladder);
}

TEST(Paused, NamesBothReasonsInOneSentence) {
  Seen seen = calm;
  seen.paused_by_cluster = true;
  seen.paused_by_annotation = true;
  EXPECT_EQ(told_by(paused_table, seen).message,
            "Cluster spec.paused is set to true, Machine has the cluster.x-k8s.io/paused "
            "annotation");
}

// Updating.

template <class Visit>
void every_update(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.updating_in_place = choose.flag();
    visit(seen);
  });
}

TEST(Updating, KeepsTheLawsOfTables) {
  expect_table_laws(
      updating_table, [](auto visit) { every_update(visit); },
      [](const Seen& seen) {
        if (!seen.updating_in_place) return set_to(False, "NotUpdating");
        return set_to(True, "InPlaceUpdating", "In-place update in progress");
      });
}

// UpToDate.

constexpr Seconds one = Seconds(1);

Rollout choose_rollout(Choices& choose) {
  Rollout rollout{.version = "v1.32.0",
                  .wanted_version = choose.one_of<std::string_view>({"v1.32.0", "v1.33.0"}),
                  .data_secret = "nil",
                  .wanted_data_secret = "nil",
                  .infrastructure_kind = "AWSMachine",
                  .failure_domain = "a",
                  .wanted_failure_domain = choose.one_of<std::string_view>({"a", "b"})};
  rollout.managed = choose.flag();
  rollout.owner = choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
  rollout.bootstrap_differs = choose.flag();
  if (choose.flag()) rollout.bootstrap_kind = "KubeadmConfig";
  if (rollout.bootstrap_differs && rollout.bootstrap_kind.empty()) {
    rollout.wanted_data_secret = "secret-b";
  }
  rollout.infrastructure_differs = choose.flag();
  rollout.rollout_after = choose.one_of({no_time, now - one, now, now + Seconds(60)});
  const Instant after = is_set(rollout.rollout_after) ? rollout.rollout_after : now;
  rollout.set_created = choose.one_of({no_time, after - one, after, after + one});
  return rollout;
}

template <class Visit>
void every_rollout(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.version = "v1.32.0";
    seen.rollout = choose_rollout(choose);
    seen.updating_in_place = choose.flag();
    seen.kubelet_version = choose.one_of<std::string_view>({"", "v1.32.0", "v1.31.4"});
    visit(seen);
  });
}

// The same under a control plane, which looks at other things and may lack some of them.
template <class Visit>
void every_plane_rollout(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.version = "v1.32.0";
    seen.kubelet_version = choose.one_of<std::string_view>({"", "v1.31.4"});
    seen.rollout = {.managed = true,
                    .version = "v1.32.0",
                    .wanted_version = choose.one_of<std::string_view>({"v1.32.0", "v1.33.0"}),
                    .bootstrap_differs = choose.flag(),
                    .bootstrap_kind = "KubeadmConfig",
                    .infrastructure_differs = choose.flag(),
                    .infrastructure_kind = "AWSMachine",
                    .rollout_after = choose.one_of({no_time, now - one, now, now + Seconds(60)}),
                    .set_created = choose.one_of({now - Seconds(600), now + Seconds(600)}),
                    .by_control_plane = true,
                    .certificates_due = choose.one_of({no_time, now - one, now, now + Seconds(30)}),
                    .compared = choose.one_of({Sight::Present, Sight::NotCollected}),
                    .comparable = choose.flag()};
    visit(seen);
  });
}

std::string plane_differences_in(const Rollout& rollout, Instant at) {
  std::string text;
  const auto add = [&](bool differs, std::string_view line) {
    if (!differs) return;
    if (!text.empty()) text += "\n";
    text += format("* {}", line);
  };
  const Instant after = rollout.rollout_after;
  const Instant due = rollout.certificates_due;
  add(due != no_time && due < at, "Certificates will expire soon");
  add(after != no_time && after < at && rollout.set_created < after,
      "KubeadmControlPlane spec.rolloutAfter expired");
  add(rollout.wanted_version == "v1.33.0", "Version v1.32.0, v1.33.0 required");
  add(rollout.bootstrap_differs, "KubeadmConfig is not up-to-date");
  add(rollout.infrastructure_differs, "AWSMachine is not up-to-date");
  return text;
}

std::string differences_in(const Rollout& rollout, Instant at) {
  if (rollout.by_control_plane) return plane_differences_in(rollout, at);
  std::string text;
  const auto add = [&](bool differs, std::string_view line) {
    if (!differs) return;
    if (!text.empty()) text += "\n";
    text += "* ";
    text += line;
  };
  const bool has_kind = !rollout.bootstrap_kind.empty();
  add(rollout.wanted_version == "v1.33.0", "Version v1.32.0, v1.33.0 required");
  add(rollout.bootstrap_differs && has_kind, "KubeadmConfig is not up-to-date");
  add(rollout.bootstrap_differs && !has_kind,
      "spec.bootstrap.dataSecretName nil, secret-b required");
  add(rollout.infrastructure_differs, "AWSMachine is not up-to-date");
  add(rollout.wanted_failure_domain == "b", "Failure domain a, b required");
  const Instant after = rollout.rollout_after;
  const bool expired = after != no_time && after < at && rollout.set_created < after;
  add(expired, "MachineDeployment spec.rolloutAfter expired");
  return text;
}

Told up_to_date_ladder(const Seen& seen) {
  if (seen.rollout.owner == Sight::NotCollected) return not_collected();
  if (!seen.rollout.managed) return keep();
  const std::string differences = differences_in(seen.rollout, seen.now);
  if (!differences.empty()) return set_to(False, "NotUpToDate", differences);
  if (seen.updating_in_place) return set_to(False, "Updating", "* In-place update in progress");
  if (seen.kubelet_version == "v1.31.4") {
    return set_to(False, "Updating",
                  "* Node.status.nodeInfo.kubeletVersion v1.31.4, v1.32.0 required");
  }
  if (seen.rollout.compared == Sight::NotCollected) return not_collected();
  if (!seen.rollout.comparable) {
    return set_to(Unknown, "InternalError", "Please check controller logs for errors");
  }
  return set_to(True, "UpToDate");
}

TEST(UpToDate, KeepsTheLawsOfTables) {
  expect_table_laws(
      up_to_date_table,
      [](auto visit) {
        every_rollout(visit);
        every_plane_rollout(visit);
      },
      up_to_date_ladder);
}

Seen managed_machine() {
  Seen seen = calm;
  seen.rollout = {.managed = true, .owner = Sight::Present, .set_created = now - Seconds(3600)};
  return seen;
}

TEST(UpToDate, StaysTrueUntilARolloutAfterInTheFuturePasses) {
  Seen seen = managed_machine();
  seen.rollout.rollout_after = now + Seconds(60);
  EXPECT_EQ(told_by(up_to_date_table, seen), set_to(True, "UpToDate"));
  const Instant wake = up_to_date_table.decide(seen).wake;
  EXPECT_EQ(wake, now + Seconds(61));
  seen.now = wake;
  EXPECT_EQ(told_by(up_to_date_table, seen),
            set_to(False, "NotUpToDate", "* MachineDeployment spec.rolloutAfter expired"));
}

TEST(UpToDate, DoesNotWakeForARolloutAfterThatTheSetIsYoungerThan) {
  Seen seen = managed_machine();
  seen.rollout.rollout_after = now + Seconds(60);
  seen.rollout.set_created = now + Seconds(60);
  EXPECT_FALSE(is_set(up_to_date_table.decide(seen).wake));
}

TEST(UpToDate, LeavesAMachineAloneThatNobodyManages) {
  Seen seen = calm;
  EXPECT_EQ(told_by(up_to_date_table, seen), keep());
}

// Ready and Available.

TEST(Ready, KeepsTheLawsOfTables) {
  expect_table_laws(
      ready_table, [](auto visit) { visit(calm); }, [](const Seen&) { return merge(); });
}

constexpr Seconds wait_for = Seconds(30);

template <class Visit>
void every_readiness(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.min_ready = choose.one_of({Seconds(0), wait_for});
    Condition ready{.type = "Ready", .status = choose.one_of({True, False, Unknown})};
    ready.last_transition = choose.one_of(
        {no_time, now - wait_for - one, now - wait_for, now - wait_for + one, now, now + one});
    if (choose.flag()) seen.ready = &ready;
    visit(seen);
  });
}

Told available_ladder(const Seen& seen) {
  if (seen.ready == nullptr) {
    return set_to(Unknown, "InternalError", "Please check controller logs for errors");
  }
  if (seen.ready->status != True) return set_to(False, "NotReady");
  // Nobody knows since when: long ago, as for Go's zero time.
  if (seen.ready->last_transition == no_time) return set_to(True, "Available");
  if (seen.ready->last_transition + seen.min_ready <= seen.now) return set_to(True, "Available");
  return set_to(False, "WaitingForMinReadySeconds");
}

TEST(Available, KeepsTheLawsOfTables) {
  expect_table_laws(available_table, [](auto visit) { every_readiness(visit); }, available_ladder);
}

TEST(Available, WakesWhenMinReadySecondsAreOver) {
  const Condition ready{.type = "Ready", .status = True, .last_transition = now - Seconds(10)};
  Seen seen = calm;
  seen.ready = &ready;
  seen.min_ready = wait_for;
  EXPECT_EQ(told_by(available_table, seen), set_to(False, "WaitingForMinReadySeconds"));
  EXPECT_EQ(available_table.decide(seen).wake, now + Seconds(20));
  seen.now += Seconds(20);
  EXPECT_EQ(told_by(available_table, seen), set_to(True, "Available"));
}

// From objects to the row.

std::string machine_of_set(std::string_view spec, std::string_view status = "{}") {
  return format(R"({{"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Machine",
    "metadata": {{"namespace": "default", "name": "m1",
      "ownerReferences": [{{"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachineSet",
                            "name": "s1", "uid": "", "controller": true}}]}},
    "spec": {}, "status": {}}})",
                spec, status);
}

std::string set_or_deployment(std::string_view kind, std::string_view name, std::string_view spec) {
  return format(R"({{"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "{}",
    "metadata": {{"namespace": "default", "name": "{}", "creationTimestamp": "2026-01-01T00:00:00Z",
      "ownerReferences": [{{"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachineDeployment",
                            "name": "d1", "uid": "", "controller": true}}]}},
    "spec": {}}})",
                kind, name, spec);
}

TEST(UpToDate, ComparesTheTemplatesOfSetAndDeployment) {
  const World world = world_of(
      {machine_of_set("{}"),
       set_or_deployment("MachineSet", "s1", R"({"template": {"spec": {"version": "v1.32.0",
         "bootstrap": {"configRef": {"apiGroup": "b", "kind": "KubeadmConfigTemplate",
                                     "name": "old"}}}}})"),
       set_or_deployment("MachineDeployment", "d1", R"({"rollout": {"after":
         "2026-04-30T23:59:59Z"}, "template": {"spec": {"version": "v1.33.0",
         "bootstrap": {"configRef": {"apiGroup": "b", "kind": "KubeadmConfigTemplate",
                                     "name": "new"}}}}})")});
  EXPECT_EQ(told_by(up_to_date_table, see_m1(world)),
            set_to(False, "NotUpToDate",
                   "* Version v1.32.0, v1.33.0 required\n"
                   "* KubeadmConfig is not up-to-date\n"
                   "* MachineDeployment spec.rolloutAfter expired"));
}

TEST(UpToDate, ConcludesNothingWithoutTheMachineSet) {
  EXPECT_EQ(told_by(up_to_date_table, see_m1(world_of({machine_of_set("{}")}))), not_collected());
}

TEST(Available, TakesAHugeMinReadySecondsForVeryLong) {
  const Condition ready{.type = "Ready", .status = True, .last_transition = now};
  Seen seen = see_m1(world_of({machine_of_set(R"({"minReadySeconds": 9223372036854775807})")}));
  seen.ready = &ready;
  EXPECT_EQ(told_by(available_table, seen), set_to(False, "WaitingForMinReadySeconds"));
  EXPECT_GT(available_table.decide(seen).wake, now);
}

}  // namespace
}  // namespace telltale::machine
