// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/deletion_tables.h"

#include <string>

#include <gtest/gtest.h>

#include "catalog/machine/see_for_test.h"
#include "catalog/now_for_test.h"
#include "catalog/world_for_test.h"
#include "table/choices_for_test.h"
#include "table/table_laws.h"

namespace telltale::machine {
namespace {

using ladders::now;
using laws::keep;
using laws::not_collected;
using laws::set_to;
using laws::Told;
using laws::told_by;

using enum Status;

constexpr Label drain_hook[] = {{"pre-drain.delete.hook.machine.cluster.x-k8s.io/backup", ""}};
constexpr Label terminate_hook[] = {
    {"pre-terminate.delete.hook.machine.cluster.x-k8s.io/kcp-cleanup", ""}};
constexpr Label both_hooks[] = {drain_hook[0], terminate_hook[0]};

constexpr Condition draining{.type = "Deleted", .status = True, .reason = "DrainingNode"};
constexpr Condition detaching{
    .type = "Deleted", .status = True, .reason = "WaitingForVolumeDetach"};
constexpr Condition not_deleting{.type = "Deleted", .status = False, .reason = "DrainingNode"};
constexpr Condition another_stage{.type = "Deleted", .status = True, .reason = "Deleting"};

constexpr Condition silent_kubelet[] = {{.type = "Ready", .status = Unknown}};

// A Machine that is being deleted, with everything it had.
Seen leaving() {
  Seen seen;
  seen.now = now;
  seen.name = "m1";
  seen.deleted = now - Seconds(60);
  seen.has_node_ref = true;
  seen.node_name = "n1";
  seen.lookup = Lookup::Found;
  seen.removal.node = Sight::Present;
  seen.infrastructure = {.ref_set = true, .kind = "AWSMachine", .sight = Sight::Present};
  seen.bootstrap = {.ref_set = true, .kind = "KubeadmConfig", .sight = Sight::Present};
  return seen;
}

// The objects, and what is stored about them.
template <class Visit>
void every_stage(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = leaving();
    if (choose.flag()) seen.deleted = no_time;
    seen.annotations =
        choose.one_of<std::span<const Label>>({{}, drain_hook, terminate_hook, both_hooks});
    seen.stored_deleted = choose.one_of<const Condition*>(
        {nullptr, &draining, &detaching, &not_deleting, &another_stage});
    seen.removal.takes_node = choose.flag();
    seen.removal.node = choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
    seen.lookup = choose.one_of({Lookup::Found, Lookup::NotConnected});
    seen.infrastructure.sight = choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
    seen.bootstrap.sight = choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
    visit(seen);
  });
}

// What ends the emptying of a Node, one thing and another.
template <class Visit>
void every_end_of_emptying(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = leaving();
    seen.removal.undecided = choose.flag();
    seen.stored_deleted = choose.one_of<const Condition*>({nullptr, &draining, &detaching});
    seen.lookup = choose.one_of({Lookup::Found, Lookup::NotConnected});
    if (choose.flag()) seen.connection.lookup_error = "boom";
    seen.infrastructure.readable = choose.flag();
    if (choose.flag()) seen.infrastructure.deleted = now;
    seen.removal.hooks_waited_for = choose.flag();
    seen.removal.drain_excluded = choose.flag();
    seen.removal.detach_excluded = choose.flag();
    if (choose.flag()) seen.node_conditions = silent_kubelet;
    visit(seen);
  });
}

Allowance choose_allowance(Choices& choose) {
  return {choose.one_of({Seconds(0), Seconds(30)}),
          choose.one_of({no_time, now - Seconds(30), now - Seconds(29)})};
}

template <class Visit>
void every_timeout(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = leaving();
    seen.stored_deleted = choose.one_of<const Condition*>({nullptr, &draining, &detaching});
    seen.lookup = choose.one_of({Lookup::Found, Lookup::NotConnected, Lookup::Failed});
    if (seen.lookup == Lookup::Failed) seen.connection.lookup_error = "boom";
    seen.removal.drain = choose_allowance(choose);
    seen.removal.detach = choose_allowance(choose);
    seen.removal.node_deletion = choose_allowance(choose);
    seen.infrastructure.sight = choose.one_of({Sight::Present, Sight::Absent});
    seen.bootstrap.sight = choose.one_of({Sight::Present, Sight::Absent});
    visit(seen);
  });
}

bool time_is_over(const Allowance& allowance, Instant at) {
  return allowance.timeout > Seconds(0) && allowance.started != no_time &&
         at >= allowance.started + allowance.timeout;
}

bool is_lost(const Seen& seen) {
  return seen.lookup == Lookup::NotConnected || seen.connection.lookup_error == "boom";
}

// Nothing stands in the way any more but what is left of the objects.
Told removal_ladder(const Seen& seen) {
  if (seen.infrastructure.sight == Sight::Present) {
    return set_to(True, "WaitingForInfrastructureDeletion", "Waiting for AWSMachine to be deleted");
  }
  if (seen.bootstrap.sight == Sight::Present) {
    return set_to(True, "WaitingForBootstrapDeletion", "Waiting for KubeadmConfig to be deleted");
  }
  if (seen.infrastructure.sight != Sight::Absent || seen.bootstrap.sight != Sight::Absent) {
    return set_to(True, "Deleting", "Deletion started");
  }
  if (seen.removal.takes_node && is_lost(seen) &&
      !time_is_over(seen.removal.node_deletion, seen.now)) {
    return set_to(True, "DeletingNode",
                  "Error deleting Node, please check controller logs for errors");
  }
  return set_to(True, "DeletionCompleted", "Deletion completed");
}

std::optional<Told> emptying_ladder(const Seen& seen) {
  const Removal& removal = seen.removal;
  const bool infra_stays = seen.infrastructure.sight != Sight::Absent &&
                           seen.infrastructure.readable && seen.infrastructure.deleted == no_time &&
                           !removal.hooks_waited_for;
  if (!infra_stays) return std::nullopt;
  const bool lost = is_lost(seen);
  const auto stands = [&](const Condition* stage) -> std::optional<Told> {
    if (seen.stored_deleted != stage) return std::nullopt;
    if (removal.node == Sight::NotCollected) return not_collected();
    return removal.node == Sight::Present ? std::optional(keep()) : std::nullopt;
  };
  if (!removal.drain_excluded && !time_is_over(removal.drain, seen.now)) {
    if (lost) {
      return set_to(True, "DrainingNode",
                    "Error draining Node, please check controller logs for errors");
    }
    if (const auto told = stands(&draining)) return told;
  }
  if (!removal.detach_excluded && !time_is_over(removal.detach, seen.now)) {
    if (lost) {
      return set_to(True, "WaitingForVolumeDetach",
                    "Error waiting for volumes to be detached from Node, please check controller "
                    "logs for errors");
    }
    if (seen.node_conditions.empty()) return stands(&detaching);
  }
  return std::nullopt;
}

Told deleted_ladder(const Seen& seen) {
  if (!is_set(seen.deleted)) return set_to(False, "NotDeleting");
  if (seen.removal.undecided) {
    return set_to(True, "InternalError", "Please check controller logs for errors");
  }
  const bool drain_waits = seen.annotations.data() == drain_hook || seen.annotations.size() == 2;
  const bool end_waits = seen.annotations.data() == terminate_hook || seen.annotations.size() == 2;
  if (seen.removal.takes_node && drain_waits) {
    return set_to(True, "WaitingForPreDrainHook",
                  "Waiting for pre-drain hooks to succeed (hooks: "
                  "pre-drain.delete.hook.machine.cluster.x-k8s.io/backup)");
  }
  if (seen.removal.takes_node) {
    if (const auto told = emptying_ladder(seen)) return *told;
  }
  if (end_waits) {
    return set_to(True, "WaitingForPreTerminateHook",
                  "Waiting for pre-terminate hooks to succeed (hooks: "
                  "pre-terminate.delete.hook.machine.cluster.x-k8s.io/kcp-cleanup)");
  }
  return removal_ladder(seen);
}

TEST(Deleted, KeepsTheLawsOfTables) {
  const auto everything = [](auto visit) {
    every_stage(visit);
    every_end_of_emptying(visit);
    every_timeout(visit);
  };
  expect_table_laws(deleted_table, everything, deleted_ladder);
}

TEST(Deleted, SortsTheHooksItWaitsFor) {
  const Label hooks[] = {{"pre-drain.delete.hook.machine.cluster.x-k8s.io/b", ""},
                         {"unrelated", ""},
                         {"pre-drain.delete.hook.machine.cluster.x-k8s.io/a", ""}};
  Seen seen = leaving();
  seen.annotations = hooks;
  EXPECT_EQ(told_by(deleted_table, seen).message,
            "Waiting for pre-drain hooks to succeed (hooks: "
            "pre-drain.delete.hook.machine.cluster.x-k8s.io/a,"
            "pre-drain.delete.hook.machine.cluster.x-k8s.io/b)");
}

TEST(Deleted, WakesWhenTheTimeForADrainIsOver) {
  Seen seen = leaving();
  seen.stored_deleted = &draining;
  seen.removal.drain = {Seconds(600), now - Seconds(60)};
  EXPECT_EQ(told_by(deleted_table, seen), keep());
  EXPECT_EQ(deleted_table.decide(seen).wake, now + Seconds(540));
  seen.now += Seconds(540);
  EXPECT_EQ(told_by(deleted_table, seen).reason, "WaitingForInfrastructureDeletion");
}

// From objects to what is seen of them.

struct Leaver {
  std::string_view cluster = R"("spec":{"controlPlaneRef":{"apiGroup":)"
                             R"("controlplane.cluster.x-k8s.io","kind":"SomeControlPlane",)"
                             R"("name":"cp"}})";
  std::string_view cluster_metadata = "";
  std::string_view plane_metadata = "";
  std::string_view plane_status = "{}";
  std::string_view sibling_metadata = "";  // of the one control plane Machine
  std::string_view spec = "";
  std::string_view status = R"("nodeRef":{"name":"n1"})";
  std::string_view annotations = "";

  Removal see() const {
    const std::string version = "cluster.x-k8s.io/v1beta2";
    const World world = world_of(
        {format(R"({{"apiVersion":"{}","kind":"Cluster","metadata":{{"namespace":"default",)"
                R"("name":"c1"{}}},{}}})",
                version, cluster_metadata, cluster),
         format(R"({{"apiVersion":"controlplane.{}","kind":"SomeControlPlane","metadata":{{)"
                R"("namespace":"default","name":"cp"{}}},"status":{}}})",
                version, plane_metadata, plane_status),
         format(R"({{"apiVersion":"{}","kind":"Machine","metadata":{{"namespace":"default",)"
                R"("name":"cp-0","labels":{{"cluster.x-k8s.io/control-plane":""}}{}}},)"
                R"("spec":{{"clusterName":"c1"}}}})",
                version, sibling_metadata),
         format(R"({{"apiVersion":"{}","kind":"Machine","metadata":{{"namespace":"default",)"
                R"("name":"m1","deletionTimestamp":"2026-01-01T00:00:00Z","annotations":{{{}}}}},)"
                R"("spec":{{"clusterName":"c1"{}}},"status":{{{}}}}})",
                version, annotations, spec, status)});
    return see_m1(world).removal;
  }
};

constexpr std::string_view going = R"(,"deletionTimestamp":"2026-01-01T00:00:00Z")";

TEST(Removal, TakesTheNodeAlong) {
  EXPECT_TRUE(Leaver().see().takes_node);
  EXPECT_FALSE(Leaver{.status = ""}.see().takes_node);
}

TEST(Removal, LeavesTheNodeOfAClusterThatGoes) {
  EXPECT_FALSE(Leaver{.cluster_metadata = going}.see().takes_node);
  EXPECT_FALSE(Leaver{.plane_metadata = going}.see().takes_node);
}

TEST(Removal, LeavesTheNodeWithoutAControlPlaneMachineThatStays) {
  EXPECT_FALSE(Leaver{.sibling_metadata = going}.see().takes_node);
  EXPECT_TRUE(
      (Leaver{.plane_status = R"({"externalManagedControlPlane":true})", .sibling_metadata = going})
          .see()
          .takes_node);
}

TEST(Removal, CountsControlPlaneMachinesThatNobodyOwns) {
  EXPECT_TRUE(Leaver{.cluster = R"("spec":{})"}.see().takes_node);
  EXPECT_FALSE((Leaver{.cluster = R"("spec":{})", .sibling_metadata = going}).see().takes_node);
}

TEST(Removal, ReadsTimeoutsOfEitherVersion) {
  const std::string_view started = R"("deletion":{"nodeDrainStartTime":"2026-01-01T00:00:00Z"})";
  const Removal newer =
      Leaver{.spec = R"(,"deletion":{"nodeDrainTimeoutSeconds":90})", .status = started}.see();
  const Removal older = Leaver{.spec = R"(,"nodeDrainTimeout":"1m30s")", .status = started}.see();
  EXPECT_EQ(newer.drain.timeout, Seconds(90));
  EXPECT_EQ(older.drain.ends(), newer.drain.ends());
  EXPECT_TRUE(is_set(newer.drain.ends()));
  EXPECT_FALSE(is_set(newer.detach.ends()));
}

TEST(Removal, SeesWhatIsExcluded) {
  const Removal seen =
      Leaver{.annotations = R"("machine.cluster.x-k8s.io/exclude-node-draining":"",)"
                            R"("machine.cluster.x-k8s.io/exclude-wait-for-node-volume-detach":"")"}
          .see();
  EXPECT_TRUE(seen.drain_excluded);
  EXPECT_TRUE(seen.detach_excluded);
}

}  // namespace
}  // namespace telltale::machine
