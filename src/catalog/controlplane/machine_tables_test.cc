// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/machine_tables.h"

#include <string>

#include <gtest/gtest.h>

#include "base/arena.h"
#include "catalog/controlplane/remote_link_for_test.h"
#include "catalog/now_for_test.h"
#include "table/choices_for_test.h"
#include "table/table_laws.h"

namespace telltale::controlplane {
namespace {

using ladders::now;
using laws::keep;
using laws::not_collected;
using laws::set_to;
using laws::Told;
using laws::told_by;

using enum Status;

constexpr Condition stored_member{.type = "EtcdMemberHealthy", .status = True};

// A Machine with a Node on which everything runs; each test bends one thing.
constexpr MachineSeen make_calm_machine() {
  MachineSeen seen;
  seen.now = now;
  seen.judged = true;
  seen.initialized = true;
  seen.initialized_since = now - std::chrono::hours(1);
  seen.connection = {.probing_now = false, .last_success = now - Seconds(10)};
  seen.grace = grace;
  seen.node_name = "n1";
  seen.provider_id = "docker:////n1";
  seen.infrastructure_kind = "DockerMachine";
  seen.node = Sight::Present;
  seen.stored_member = &stored_member;
  for (Pod& pod : seen.pods) {
    pod = {.sight = Sight::Present,
           .phase = PodPhase::Running,
           .scheduled = true,
           .initialized = true,
           .ready = true};
  }
  return seen;
}
constexpr MachineSeen calm_machine = make_calm_machine();

static_assert(pod_table<0>.decide(calm_machine).row->reason == "Running");

// Two containers in this state, with reasons A and B.
json::Tree containers_in(std::string_view state, Arena& arena) {
  using json::Member;
  using json::Tree;
  const auto container = [&](std::string_view reason) {
    const Member why[] = {{"reason", Tree::string(reason, 0)}};
    const Member inner[] = {{state, Tree::map(arena.keep(std::span<const Member>(why)), 0)}};
    const Member outer[] = {{"state", Tree::map(arena.keep(std::span<const Member>(inner)), 0)}};
    return Tree::map(arena.keep(std::span<const Member>(outer)), 0);
  };
  const Tree both[] = {container("A"), container("B")};
  return Tree::list(arena.keep(std::span<const Tree>(both)), 0);
}

template <class Visit>
void every_machine_way(Visit visit) {
  every_choice([&](Choices& choose) {
    MachineSeen seen = calm_machine;
    choose_way(choose, seen);
    seen.components_reported = seen.etcd_reported = choose.flag();
    visit(seen);
  });
}

template <class Visit>
void every_machine(Visit visit) {
  every_choice([&](Choices& choose) {
    MachineSeen seen = calm_machine;
    seen.deleting = choose.flag();
    if (choose.flag()) seen.node_name = "";
    if (choose.flag()) seen.provider_id = "";
    seen.node = choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
    seen.node_unreachable = choose.flag();
    seen.node_ready_unknown = choose.flag();
    seen.pods[0].sight = choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
    if (choose.flag()) seen.stored_member = nullptr;
    visit(seen);
  });
}

// What etcd says about its members, where it was asked.
template <class Visit>
void every_member(json::Tree alarms, Visit visit) {
  every_choice([&](Choices& choose) {
    MachineSeen seen = calm_machine;
    seen.deleting = choose.flag();
    if (choose.flag()) seen.node_name = "";
    seen.members_asked = choose.flag();
    if (seen.members_asked && choose.flag()) {
      seen.members_error = "Failed to get etcd members: late";
    } else {
      seen.members_known = seen.members_asked && choose.flag();
    }
    seen.member_listed = !seen.node_name.empty() && choose.flag();
    seen.member_learns = choose.flag();
    seen.member_alarmed = choose.flag();
    seen.member_id = 7;
    seen.alarms = alarms;
    if (choose.flag()) seen.stored_member = nullptr;
    visit(seen);
  });
}

// The marks of a control plane on its Node.
template <class Visit>
void every_mark(Visit visit) {
  every_choice([&](Choices& choose) {
    MachineSeen seen = calm_machine;
    seen.deleting = choose.flag();
    if (choose.flag()) seen.node_name = "";
    if (choose.flag()) seen.provider_id = "";
    seen.node = choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
    if (seen.node_name.empty()) seen.node = Sight::Absent;
    seen.node_unreachable = choose.flag();
    seen.node_labelled = choose.flag();
    seen.node_tainted = choose.flag();
    seen.taint_wanted = choose.flag();
    seen.taint_told = choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
    visit(seen);
  });
}

template <class Visit>
void every_pod(Arena& arena, Visit visit) {
  every_choice([&](Choices& choose) {
    MachineSeen seen = calm_machine;
    Pod& pod = seen.pods[0];
    pod.readable = choose.flag();
    pod.phase =
        choose.one_of({PodPhase::Pending, PodPhase::Running, PodPhase::Ended, PodPhase::Unknown});
    pod.scheduled = choose.flag();
    pod.initialized = choose.flag();
    pod.ready = choose.flag();
    pod.waiting = choose.flag();
    pod.terminated = !pod.waiting && choose.flag();
    pod.failed_before = choose.flag();
    if (pod.waiting) pod.containers = containers_in("waiting", arena);
    if (pod.terminated) pod.containers = containers_in("terminated", arena);
    visit(seen);
  });
}

std::optional<Told> machine_ladder(const MachineSeen& seen) {
  if (seen.deleting) return set_to(False, "Deleting", "Machine is deleting");
  if (!seen.node_name.empty()) return std::nullopt;
  return set_to(Unknown, "InspectionFailed",
                seen.provider_id.empty()
                    ? "Waiting for DockerMachine to report spec.providerID"
                    : "Waiting for a Node with spec.providerID docker:////n1 to exist");
}

Told pod_ladder(const MachineSeen& seen) {
  if (const auto told = way_ladder(seen, seen.components_reported)) return *told;
  if (!seen.connection.lookup_error.empty()) {
    return set_to(Unknown, "InspectionFailed", "Failed to get the Node hosting the Pod: boom");
  }
  if (const auto told = machine_ladder(seen)) return *told;
  if (seen.node == Sight::NotCollected) return not_collected();
  if (seen.node == Sight::Absent) {
    return set_to(Unknown, "InspectionFailed", "Node n1 does not exist");
  }
  if (seen.node_unreachable) return set_to(Unknown, "InspectionFailed", "Node n1 is unreachable");
  if (seen.node_ready_unknown) {
    return set_to(Unknown, "InspectionFailed",
                  "Node Ready condition is Unknown, Pod data might be stale");
  }
  const Pod& pod = seen.pods[0];
  if (pod.sight == Sight::NotCollected) return not_collected();
  if (pod.sight == Sight::Absent) return set_to(False, "DoesNotExist", "Pod does not exist");
  if (!pod.readable) {
    return set_to(Unknown, "InspectionFailed", "Please check controller logs for errors");
  }
  switch (pod.phase) {
    case PodPhase::Pending:
      if (!pod.scheduled) return set_to(False, "Provisioning", "Waiting to be scheduled");
      if (!pod.initialized) return set_to(False, "Provisioning", "Running init containers");
      return set_to(False, "Provisioning");
    case PodPhase::Running:
      if (pod.ready) return set_to(True, "Running");
      if (pod.waiting) return set_to(False, pod.failed_before ? "Failed" : "Provisioning", "A, B");
      if (pod.terminated) return set_to(False, "Failed", "A, B");
      return set_to(False, "Provisioning", "Waiting for startup or readiness probes");
    case PodPhase::Ended:
      return set_to(False, "Failed", "All the containers have been terminated");
    case PodPhase::Unknown:
      break;
  }
  return set_to(Unknown, "InspectionFailed", "Pod is reporting Unknown status");
}

Told member_ladder(const MachineSeen& seen) {
  if (const auto told = way_ladder(seen, seen.etcd_reported)) return *told;
  if (!seen.connection.lookup_error.empty()) {
    return set_to(Unknown, "InspectionFailed", "Failed to get the Node hosting the etcd member");
  }
  if (seen.members_known && !seen.node_name.empty() && !seen.member_listed) {
    return set_to(False, "NotHealthy", "Etcd doesn't have an etcd member for Node n1");
  }
  if (const auto told = machine_ladder(seen)) return *told;
  if (!seen.members_error.empty()) {
    return set_to(Unknown, "InspectionFailed", "Failed to get etcd members: late");
  }
  if (seen.members_known) {
    if (seen.member_learns) {
      return set_to(False, "NotHealthy", "Waiting for learner etcd member to be promoted");
    }
    if (seen.member_alarmed) {
      return set_to(False, "NotHealthy", "Etcd reports alarms: NOSPACE, CORRUPT");
    }
    return set_to(True, "Healthy");
  }
  if (seen.stored_member != nullptr) return keep();
  return set_to(Unknown, "NotCollected", "no object shows etcd members, and nothing is stored");
}

Told mark_ladder(const MachineSeen& seen) {
  if (const auto told = way_ladder(seen, seen.components_reported)) return *told;
  if (!seen.connection.lookup_error.empty()) {
    return set_to(Unknown, "InspectionFailed", "Failed to get the Node");
  }
  if (seen.deleting && seen.node == Sight::NotCollected) return not_collected();
  if (seen.deleting && seen.node == Sight::Absent) {
    return set_to(False, "Deleting", "Machine is deleting");
  }
  if (seen.node_name.empty()) {
    return set_to(Unknown, "InspectionFailed",
                  seen.provider_id.empty()
                      ? "Waiting for DockerMachine to report spec.providerID"
                      : "Waiting for a Node with spec.providerID docker:////n1 to exist");
  }
  if (seen.node == Sight::NotCollected) return not_collected();
  if (seen.node == Sight::Absent) {
    return set_to(Unknown, "InspectionFailed", "Node n1 does not exist");
  }
  if (!seen.deleting && seen.node_unreachable) {
    return set_to(Unknown, "InspectionFailed", "Node n1 is unreachable");
  }
  const std::string label = "the node-role.kubernetes.io/control-plane label";
  const std::string taint = "the node-role.kubernetes.io/control-plane:NoSchedule taint";
  const bool untainted = seen.taint_wanted && !seen.node_tainted;
  if (!seen.node_labelled) {
    return set_to(False, "NotSet",
                  "Node n1 does not have " + label + (untainted ? " and " + taint : ""));
  }
  if (!seen.node_tainted && seen.taint_told == Sight::NotCollected) return not_collected();
  if (untainted) return set_to(False, "NotSet", "Node n1 does not have " + taint);
  return set_to(True, "Set");
}

json::Tree alarms_for_test(Arena& arena) {
  using json::Member;
  using json::Tree;
  const auto alarm = [&](std::string_view type, std::string_view member) {
    const Member members[] = {{"memberID", Tree::string(member, 0)},
                              {"type", Tree::string(type, 0)}};
    return Tree::map(arena.keep(std::span<const Member>(members)), 0);
  };
  const Tree all[] = {alarm("NOSPACE", "7"), alarm("NOSPACE", "8"), alarm("NONE", "7"),
                      alarm("CORRUPT", "7")};
  return Tree::list(arena.keep(std::span<const Tree>(all)), 0);
}

TEST(ControlPlanePods, KeepTheLawsOfTables) {
  Arena arena;
  const auto everything = [&](auto visit) {
    every_machine_way(visit);
    every_machine(visit);
    every_pod(arena, visit);
  };
  expect_table_laws(pod_table<0>, everything, pod_ladder, move_on<MachineSeen>);
}

TEST(ControlPlanePods, AreJudgedAlikeButForTheirNames) {
  std::string conditions;
  for_each_machine_table([&](const auto& table) {
    conditions += format("{} {};", table.kind, table.condition);
    laws::expect_page_is_current(page_of(table));
  });
  EXPECT_EQ(conditions,
            "Machine NodeKubeadmLabelsAndTaintsSet;Machine APIServerPodHealthy;Machine "
            "ControllerManagerPodHealthy;"
            "Machine SchedulerPodHealthy;Machine EtcdPodHealthy;Machine EtcdMemberHealthy;");
}

TEST(ControlPlanePods, EachAsksAboutItsOwnPod) {
  MachineSeen seen = calm_machine;
  seen.pods[2].phase = PodPhase::Pending;
  seen.component = 0;
  EXPECT_EQ(told_by(pod_table<0>, seen), set_to(True, "Running"));
  seen.component = 2;
  EXPECT_EQ(told_by(pod_table<2>, seen), set_to(False, "Provisioning"));
}

TEST(ControlPlaneEtcdMember, KeepsTheLawsOfTables) {
  Arena arena;
  const auto everything = [&](auto visit) {
    every_machine_way(visit);
    every_machine(visit);
    every_member(alarms_for_test(arena), visit);
  };
  expect_table_laws(etcd_member_table, everything, member_ladder, move_on<MachineSeen>);
}

TEST(ControlPlaneNodeMarks, KeepTheLawsOfTables) {
  const auto everything = [&](auto visit) {
    every_machine_way(visit);
    every_mark(visit);
  };
  expect_table_laws(node_set_table, everything, mark_ladder, move_on<MachineSeen>);
}

}  // namespace
}  // namespace telltale::controlplane
