// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/reference_tables.h"

#include <string>

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/cluster_api/words.h"
#include "catalog/now_for_test.h"
#include "table/choices_for_test.h"
#include "table/table_laws.h"

namespace telltale::cluster {
namespace {

using ladders::now;
using laws::keep;
using laws::mirror;
using laws::not_collected;
using laws::set_to;
using laws::Told;
using laws::told_by;

using enum Status;

constexpr std::string_view waits_for_topology = "Waiting for cluster topology to be reconciled";
constexpr Condition reported{.type = "X", .status = True, .reason = "X"};

// A Cluster with both of its objects, connected and initialized; each test bends one thing.
constexpr Seen calm_cluster() {
  Seen seen;
  seen.now = now;
  seen.namespace_name = "default";
  seen.connection.last_success = now - Seconds(5);
  seen.grace = Seconds(40);
  seen.infrastructure = {
      .ref_set = true, .kind = "DockerCluster", .name = "c1", .sight = Sight::Present};
  seen.control_plane = {
      .ref_set = true, .kind = "KubeadmControlPlane", .name = "c1-cp", .sight = Sight::Present};
  return seen;
}
constexpr Seen calm = calm_cluster();

static_assert(rows::probe_table.decide(calm).row->reason == "ProbeSucceeded");

// Everything that can be the matter with an object a Cluster refers to.
Referred choose_referred(Choices& choose, const Referred& good) {
  Referred referred = good;
  referred.ref_set = choose.flag();
  referred.done = choose.flag();
  referred.sight = Sight::Absent;
  if (!referred.ref_set) return referred;
  referred.sight = choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
  if (referred.sight != Sight::Present) return referred;
  referred.readable = choose.flag();
  if (choose.flag()) {
    referred.malformed = "type must be set for all conditions";
    referred.malformed_path = "status.conditions";
  }
  if (choose.flag()) referred.ready = &reported;
  return referred;
}

std::string trouble_of(std::string_view kind) {
  return format(
      "failed to convert status.conditions from {} to []metav1.Condition: type must be "
      "set for all conditions",
      kind);
}

// Paused.

TEST(ClusterPaused, KeepsTheLawsOfTables) {
  const auto every_pause = [](auto visit) {
    every_choice([&](Choices& choose) {
      Seen seen = calm;
      seen.paused_by_spec = choose.flag();
      seen.paused_by_annotation = choose.flag();
      visit(seen);
    });
  };
  expect_table_laws(rows::paused_table, every_pause, [](const Seen& seen) {
    const std::string spec = "Cluster spec.paused is set to true";
    const std::string annotation = "Cluster has the cluster.x-k8s.io/paused annotation";
    if (seen.paused_by_spec && seen.paused_by_annotation) {
      return set_to(True, "Paused", spec + ", " + annotation);
    }
    if (seen.paused_by_spec) return set_to(True, "Paused", spec);
    return seen.paused_by_annotation ? set_to(True, "Paused", annotation)
                                     : set_to(False, "NotPaused");
  });
}

// RemoteConnectionProbe.

template <class Visit>
void every_probe(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.probe_reported = choose.flag();
    seen.connection.teller = choose.one_of(
        {ConnectionSource::Prober, ConnectionSource::StoredCondition, ConnectionSource::Nobody});
    seen.connection.probing_now = choose.flag();
    seen.connection.consecutive_failures = choose.one_of<std::int64_t>({0, 4, 5});
    seen.connection.last_success = now;
    if (!seen.connection.probing_now) {
      seen.connection.last_success =
          choose.one_of({no_time, now, now - Seconds(39), now - Seconds(40), now - Seconds(41)});
    }
    visit(seen);
  });
}

Told probe_ladder(const Seen& seen) {
  if (seen.connection.teller != ConnectionSource::Prober) return keep();
  if (seen.connection.probing_now) return set_to(True, "ProbeSucceeded");
  if (seen.connection.last_success == no_time) {
    if (seen.connection.consecutive_failures >= 5) {
      return set_to(False, "ProbeFailed", "Remote connection probe failed");
    }
    if (seen.probe_reported) return keep();
    return set_to(False, "ProbeFailed", "Remote connection not established yet");
  }
  if (seen.now <= seen.connection.last_success + seen.grace) return set_to(True, "ProbeSucceeded");
  return set_to(False, "ProbeFailed",
                "Remote connection probe failed, probe last succeeded at " +
                    format_rfc3339(seen.connection.last_success));
}

// Whoever probes now will have probed then.
Seen probe_later(Seen seen, Instant at) {
  if (seen.connection.probing_now) seen.connection.last_success = at;
  seen.now = at;
  return seen;
}

TEST(ClusterProbe, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::probe_table, [](auto visit) { every_probe(visit); }, probe_ladder, probe_later);
}

TEST(ClusterProbe, WakesWhenTheGraceIsOver) {
  Seen seen = calm;
  EXPECT_EQ(rows::probe_table.decide(seen).wake, now - Seconds(5) + Seconds(41));
}

TEST(ClusterProbe, ARestartOfTheProberIsNoNews) {  // Trap 21, the Cluster's half
  Seen seen = calm;
  seen.connection.last_success = no_time;
  seen.connection.consecutive_failures = 4;
  seen.probe_reported = true;
  EXPECT_EQ(told_by(rows::probe_table, seen), keep());
}

// InfrastructureReady.

template <class Visit>
void every_infrastructure(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.infrastructure = choose_referred(choose, calm.infrastructure);
    seen.deleting = choose.flag();
    seen.has_topology = choose.flag();
    visit(seen);
  });
}

Told infrastructure_ladder(const Seen& seen) {
  const Referred& infra = seen.infrastructure;
  if (!infra.ref_set) {
    if (!seen.has_topology) return set_to(True, "NotConfigured");
    return set_to(False, "ObjectDoesNotExist", seen.deleting ? "" : waits_for_topology);
  }
  if (infra.sight == Sight::NotCollected) return not_collected();
  if (infra.sight == Sight::Present) {
    if (!infra.readable) return set_to(Unknown, "InternalError", internal_error_message);
    if (!infra.malformed.empty()) {
      return set_to(Unknown, "InvalidConditionReported", trouble_of("DockerCluster"));
    }
    if (infra.ready != nullptr) return mirror();
    if (infra.done) return set_to(True, "Ready");
    return set_to(False, "NotReady", "DockerCluster status.initialization.provisioned is false");
  }
  if (!infra.done) return set_to(False, "ObjectDoesNotExist", "DockerCluster does not exist");
  return set_to(False, "ObjectDeleted",
                seen.deleting ? "DockerCluster has been deleted"
                              : "DockerCluster has been deleted while the cluster still exists");
}

TEST(ClusterInfrastructureReady, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::infrastructure_table, [](auto visit) { every_infrastructure(visit); },
      infrastructure_ladder);
}

// ControlPlaneAvailable.

template <class Visit>
void every_control_plane(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.control_plane = choose_referred(choose, calm.control_plane);
    seen.deleting = choose.flag();
    seen.has_topology = choose.flag();
    seen.plane_machines_collected = choose.flag();
    seen.control_plane_machines.tally.available = choose.one_of<std::int64_t>({0, 1});
    visit(seen);
  });
}

Told plane_available_ladder(const Seen& seen) {
  const Referred& plane = seen.control_plane;
  if (!plane.ref_set && seen.has_topology) {
    return set_to(False, "ObjectDoesNotExist", seen.deleting ? "" : waits_for_topology);
  }
  if (!plane.ref_set) {
    if (!seen.plane_machines_collected) return not_collected();
    if (seen.control_plane_machines.tally.available > 0) return set_to(True, "Available");
    return set_to(False, "NotAvailable",
                  "There are no available control plane Machines, at least 1 required");
  }
  if (plane.sight == Sight::NotCollected) return not_collected();
  if (plane.sight == Sight::Present) {
    if (!plane.readable) return set_to(Unknown, "InternalError", internal_error_message);
    if (!plane.malformed.empty()) {
      return set_to(Unknown, "InvalidConditionReported", trouble_of("KubeadmControlPlane"));
    }
    if (plane.ready != nullptr) return mirror();
    if (plane.done) return set_to(True, "Available");
    return set_to(False, "NotAvailable",
                  "KubeadmControlPlane status.initialization.controlPlaneInitialized is false");
  }
  if (!plane.done) return set_to(False, "ObjectDoesNotExist", "KubeadmControlPlane does not exist");
  return set_to(False, "ObjectDeleted",
                seen.deleting
                    ? "KubeadmControlPlane has been deleted"
                    : "KubeadmControlPlane has been deleted while the cluster still exists");
}

TEST(ClusterControlPlaneAvailable, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::plane_available_table, [](auto visit) { every_control_plane(visit); },
      plane_available_ladder);
}

// ControlPlaneInitialized.

template <class Visit>
void every_start(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.control_plane = choose_referred(choose, calm.control_plane);
    seen.control_plane.ready = nullptr;
    seen.initialized_before = choose.flag();
    if (!seen.initialized_before && choose.flag()) seen.legacy_initialized = &reported;
    seen.deleting = choose.flag();
    seen.has_topology = choose.flag();
    seen.plane_machines_collected = choose.flag();
    seen.control_plane_has_node = choose.flag();
    if (seen.control_plane.sight == Sight::Present) {
      seen.control_plane_started = choose.flag();
      seen.start_unreadable = !seen.control_plane_started && choose.flag();
    }
    visit(seen);
  });
}

Told initialized_ladder(const Seen& seen) {
  if (seen.initialized_before) return keep();
  if (seen.legacy_initialized != nullptr) return mirror();
  const Referred& plane = seen.control_plane;
  if (plane.ref_set) {
    if (plane.sight == Sight::NotCollected) return not_collected();
    if (plane.sight == Sight::Absent) {
      return set_to(Unknown, "ObjectDoesNotExist", "KubeadmControlPlane does not exist");
    }
    if (!plane.readable || seen.start_unreadable) {
      return set_to(Unknown, "InternalError", internal_error_message);
    }
    if (seen.control_plane_started) return set_to(True, "Initialized");
    return set_to(False, "NotInitialized", "Control plane not yet initialized");
  }
  if (seen.has_topology) {
    return set_to(Unknown, "ObjectDoesNotExist", seen.deleting ? "" : waits_for_topology);
  }
  if (!seen.plane_machines_collected) return not_collected();
  if (seen.control_plane_has_node) return set_to(True, "Initialized");
  return set_to(False, "NotInitialized",
                "Waiting for the first control plane machine to have status.nodeRef set");
}

TEST(ClusterControlPlaneInitialized, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::initialized_table, [](auto visit) { every_start(visit); }, initialized_ladder);
}

// Deleted.

template <class Visit>
void every_deletion(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.deleting = choose.flag();
    seen.deletion_hook_pending = choose.flag();
    seen.plane_machines_collected = choose.flag();
    seen.worker_machines_collected = choose.flag();
    seen.workers_collected = choose.flag();
    if (choose.flag()) seen.descendants = "* MachineDeployments: md-0";
    for (Referred* referred : {&seen.control_plane, &seen.infrastructure}) {
      referred->sight = choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
      referred->ref_set = referred->sight != Sight::Absent || choose.flag();
      if (referred->sight == Sight::Present) referred->readable = choose.flag();
    }
    visit(seen);
  });
}

Told deleted_ladder(const Seen& seen) {
  if (!seen.deleting) return set_to(False, "NotDeleting");
  if (seen.deletion_hook_pending) {
    return set_to(True, "WaitingForBeforeDeleteHook", "Waiting for BeforeClusterDelete hook");
  }
  if (!seen.descendants.empty()) {
    return set_to(True, "WaitingForWorkersDeletion", "* MachineDeployments: md-0");
  }
  if (!seen.worker_machines_collected || !seen.workers_collected) return not_collected();
  if (!seen.plane_machines_collected && !seen.control_plane.ref_set) return not_collected();
  if (seen.control_plane.sight == Sight::NotCollected) return not_collected();
  if (seen.control_plane.sight == Sight::Present) {
    if (!seen.control_plane.readable) return set_to(True, "InternalError", internal_error_message);
    return set_to(True, "WaitingForControlPlaneDeletion",
                  "Waiting for KubeadmControlPlane to be deleted");
  }
  if (seen.infrastructure.sight == Sight::NotCollected) return not_collected();
  if (seen.infrastructure.sight == Sight::Present) {
    if (!seen.infrastructure.readable) return set_to(True, "InternalError", internal_error_message);
    return set_to(True, "WaitingForInfrastructureDeletion",
                  "Waiting for DockerCluster to be deleted");
  }
  return set_to(True, "DeletionCompleted", "Deletion completed");
}

TEST(ClusterDeleted, KeepsTheLawsOfTables) {
  expect_table_laws(rows::deleted_table, [](auto visit) { every_deletion(visit); }, deleted_ladder);
}

}  // namespace
}  // namespace telltale::cluster
