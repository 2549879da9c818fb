// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/tables.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "catalog/cluster_api/pause_for_test.h"
#include "catalog/controlplane/remote_link_for_test.h"
#include "catalog/now_for_test.h"
#include "table/choices_for_test.h"
#include "table/table_laws.h"

namespace telltale::controlplane {
namespace {

using ladders::now;
using laws::keep;
using laws::merge;
using laws::not_collected;
using laws::set_to;
using laws::Told;
using laws::told_by;

using enum Status;

constexpr std::string_view slow = "Machine m1 is in deletion since more than 15m";

// Three Machines wanted, three there, all of them well; each test bends one thing.
constexpr Seen calm_plane() {
  Seen seen;
  seen.now = now;
  seen.kind = "KubeadmControlPlane";
  seen.remediator = "KubeadmControlPlane";
  seen.cluster_namespace = "default";
  seen.cluster_name = "c1";
  seen.replicas = 3;
  seen.current = 3;
  seen.available = 3;
  seen.tally = {.current = 3,
                .acknowledged = 3,
                .ready = 3,
                .available = 3,
                .up_to_date = 3,
                .judged_up_to_date = 3};
  seen.infrastructure_source = {Sight::Present, "DockerMachineTemplate"};
  seen.initialized = true;
  seen.initialized_since = now - std::chrono::hours(1);
  seen.connection = {.probing_now = false, .last_success = now - Seconds(10)};
  seen.grace = grace;
  seen.infra_provisioned = true;
  seen.endpoint_set = true;
  seen.certificates = True;
  seen.components.good = true;
  seen.members.good = true;
  seen.etcd = {.known = true, .members = {.total = 3, .healthy = 3}, .voting = 3};
  seen.machines_well = {.total = 3, .healthy = 3};
  return seen;
}
constexpr Seen calm = calm_plane();

static_assert(rows::available_table.decide(calm).row->reason == "Available");

Sight choose_sight(Choices& choose) {
  return choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
}

// Paused.

TEST(ControlPlanePaused, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::paused_table,
      [](auto visit) {
        every_choice([&](Choices& choose) {
          Seen seen = calm;
          ladders::choose_pause(choose, seen);
          visit(seen);
        });
      },
      [](const Seen& seen) { return ladders::pause_ladder(seen, "KubeadmControlPlane"); });
}

// CertificatesAvailable and Initialized.

TEST(ControlPlaneCertificates, KeepTheLawsOfTables) {
  expect_table_laws(
      rows::certificates_available_table,
      [](auto visit) {
        every_choice([&](Choices& choose) {
          Seen seen = calm;
          seen.initialized = choose.flag();
          seen.secrets_collected = choose.flag();
          seen.certificates_missing = choose.one_of<std::int64_t>({0, 1, 2});
          if (seen.certificates_missing == 1) seen.certificates_missing_names = "ca";
          if (seen.certificates_missing == 2) seen.certificates_missing_names = "ca, sa";
          visit(seen);
        });
      },
      [](const Seen& seen) {
        if (!seen.initialized) return set_to(True, "Available");
        if (!seen.secrets_collected) return not_collected();
        if (seen.certificates_missing == 1) {
          return set_to(False, "NotAvailable",
                        "Cluster certificate for ca is not available, please check cluster "
                        "certificate secrets");
        }
        if (seen.certificates_missing == 2) {
          return set_to(False, "NotAvailable",
                        "Cluster certificates for ca, sa are not available, please check cluster "
                        "certificate secrets");
        }
        return set_to(True, "Available");
      });
}

TEST(ControlPlaneInitialized, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::initialized_table,
      [](auto visit) {
        Seen seen = calm;
        visit(seen);
        seen.initialized = false;
        visit(seen);
      },
      [](const Seen& seen) {
        return seen.initialized ? set_to(True, "Initialized") : set_to(False, "NotInitialized");
      });
}

// ControlPlaneComponentsHealthy and EtcdClusterHealthy.

template <class Visit>
void every_plane_way(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    choose_way(choose, seen);
    seen.components.reported = seen.members.reported = choose.flag();
    visit(seen);
  });
}

template <class Visit>
void every_health(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.manages_etcd = choose.flag();
    seen.cluster = choose_sight(choose);
    seen.infra_provisioned = choose.flag();
    seen.endpoint_set = choose.flag();
    seen.machines_collected = choose.flag();
    HealthSeen health{.bad = choose.flag(), .unknown = choose.flag(), .good = choose.flag()};
    if (health.unknown) health.not_collected = choose.flag();
    if (health.bad || health.unknown) health.story = "* Machine m1:\n  * X: y";
    seen.components = seen.members = health;
    visit(seen);
  });
}

std::optional<Told> plane_ladder(const Seen& seen, bool reported) {
  if (seen.cluster == Sight::NotCollected) return not_collected();
  if (!seen.infra_provisioned) {
    return set_to(Unknown, "InspectionFailed",
                  "Waiting for Cluster status.initialization.infrastructureProvisioned to be true");
  }
  if (!seen.endpoint_set) {
    return set_to(Unknown, "InspectionFailed",
                  "Waiting for Cluster spec.controlPlaneEndpoint to be set");
  }
  return way_ladder(seen, reported);
}

Told health_ladder(const Seen& seen, const HealthSeen& health, std::string_view nobody) {
  if (!health.bad && !seen.machines_collected) return not_collected();
  if (health.bad) return set_to(False, "NotHealthy", "* Machine m1:\n  * X: y");
  if (health.not_collected) return not_collected();
  if (health.unknown) return set_to(Unknown, "HealthUnknown", "* Machine m1:\n  * X: y");
  return health.good ? set_to(True, "Healthy") : set_to(Unknown, "HealthUnknown", nobody);
}

Told components_ladder(const Seen& seen) {
  if (const auto told = plane_ladder(seen, seen.components.reported)) return *told;
  if (!seen.connection.lookup_error.empty()) {
    return set_to(Unknown, "InspectionFailed",
                  "Failed to get Nodes hosting control plane components: boom");
  }
  return health_ladder(seen, seen.components, "No Machines reporting control plane status");
}

Told members_ladder(const Seen& seen) {
  if (!seen.manages_etcd) return keep();
  if (const auto told = plane_ladder(seen, seen.members.reported)) return *told;
  if (!seen.connection.lookup_error.empty()) {
    return set_to(Unknown, "InspectionFailed", "Failed to get Nodes hosting the etcd cluster");
  }
  return health_ladder(seen, seen.members, "No Machines reporting etcd member status");
}

TEST(ControlPlaneComponents, KeepTheLawsOfTables) {
  expect_table_laws(
      rows::components_healthy_table,
      [](auto visit) {
        every_plane_way(visit);
        every_health(visit);
      },
      components_ladder, move_on<Seen>);
}

TEST(ControlPlaneEtcdCluster, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::etcd_healthy_table,
      [](auto visit) {
        every_plane_way(visit);
        every_health(visit);
      },
      members_ladder, move_on<Seen>);
}

TEST(ControlPlaneEtcdCluster, IsLeftAloneWhereOthersRunItEvenWhenTheConnectionIsDown) {  // defect g
  Seen seen = calm;
  seen.manages_etcd = false;
  seen.connection.last_success = now - std::chrono::hours(1);
  seen.initialized_since = seen.connection.last_success;
  EXPECT_EQ(told_by(rows::etcd_healthy_table, seen), keep());
  EXPECT_EQ(told_by(rows::components_healthy_table, seen).reason, "ConnectionDown");
}

// Counts.

void choose_counts(Choices& choose, Seen& seen) {
  seen.replicas = choose.one_of<std::optional<std::int64_t>>({std::nullopt, 0, 1, 3});
  if (choose.flag()) seen.deleted = now - Seconds(60);
  seen.machines_collected = choose.flag();
  if (!seen.machines_collected) {
    seen.counts_missing = "Machines were not collected";
    seen.current = seen.available = std::nullopt;
    return;
  }
  const auto current = choose.one_of<std::int64_t>({0, 1, 2, 3});
  seen.tally.current = current;
  seen.current = current;
  seen.available = choose.flag() ? current : 0;
  seen.tally.available = *seen.available;
}

std::int64_t wanted(const Seen& seen) { return seen.deleting() ? 0 : seen.replicas.value_or(0); }

template <class Visit>
void every_scale(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    choose_counts(choose, seen);
    seen.basis = choose.one_of({ScalingUpBasis::Available, ScalingUpBasis::Current});
    seen.infrastructure_source.sight = choose_sight(choose);
    if (choose.flag()) seen.blocked_up = seen.blocked_down = "* waiting for something";
    if (choose.flag()) seen.slow_deletions = slow;
    visit(seen);
  });
}

const std::string gone = "DockerMachineTemplate does not exist";

Told scaling_up_ladder(const Seen& seen) {
  if (!seen.replicas) {
    return set_to(Unknown, "WaitingForReplicasSet", "Waiting for spec.replicas set");
  }
  const bool lacks = seen.infrastructure_source.sight == Sight::Absent;
  const Told enough =
      set_to(False, "NotScalingUp", lacks ? "Scaling up would be blocked because " + gone : "");
  if (wanted(seen) == 0) return enough;
  if (!seen.machines_collected) return not_collected();
  const auto count = seen.basis == ScalingUpBasis::Current ? *seen.current : *seen.available;
  if (count >= wanted(seen)) return enough;
  if (*seen.current >= wanted(seen)) {
    return set_to(True, "ScalingUp",
                  format("{} of {} replicas available", *seen.available, wanted(seen)));
  }
  std::string text = format("Scaling up from {} to {} replicas", *seen.current, wanted(seen));
  if (!seen.blocked_up.empty() || lacks) text += " is blocked because:";
  if (!seen.blocked_up.empty()) text += "\n* waiting for something";
  if (lacks) text += "\n* " + gone;
  return set_to(True, "ScalingUp", text);
}

TEST(ControlPlaneScalingUp, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::scaling_up_table, [](auto visit) { every_scale(visit); }, scaling_up_ladder);
}

Told scaling_down_ladder(const Seen& seen) {
  if (!seen.replicas) {
    return set_to(Unknown, "WaitingForReplicasSet", "Waiting for spec.replicas set");
  }
  if (!seen.machines_collected) return not_collected();
  if (*seen.current <= wanted(seen)) return set_to(False, "NotScalingDown");
  std::string text = format("Scaling down from {} to {} replicas", *seen.current, wanted(seen));
  if (!seen.blocked_down.empty() || !seen.slow_deletions.empty()) text += " is blocked because:";
  if (!seen.blocked_down.empty()) text += "\n* waiting for something";
  if (!seen.slow_deletions.empty()) text += format("\n* {}", slow);
  return set_to(True, "ScalingDown", text);
}

TEST(ControlPlaneScalingDown, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::scaling_down_table, [](auto visit) { every_scale(visit); }, scaling_down_ladder);
}

TEST(ControlPlaneMachinesReady, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::machines_ready_table, [](auto visit) { every_scale(visit); },
      [](const Seen& seen) {
        if (!seen.machines_collected) return not_collected();
        return seen.tally.current == 0 ? set_to(True, "NoReplicas") : merge();
      });
}

TEST(ControlPlaneReplicaFailure, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::replica_failure_table,
      [](auto visit) {
        every_choice([&](Choices& choose) {
          Seen seen = calm;
          choose_counts(choose, seen);
          seen.infrastructure_source.sight = choose_sight(choose);
          seen.creation_failed = choose.flag();
          if (seen.creation_failed) seen.creation_errors = "quota exceeded";
          visit(seen);
        });
      },
      [](const Seen& seen) {
        const Told none = set_to(False, "NoReplicaFailure");
        const Sight source = seen.infrastructure_source.sight;
        if (!seen.machines_collected) {
          const bool nothing_wrong = !seen.creation_failed && source == Sight::Present;
          return nothing_wrong ? none : not_collected();
        }
        if (*seen.current >= wanted(seen)) return none;
        if (seen.creation_failed) {
          return set_to(True, "ReplicaFailure",
                        format("Failed to create {} of {} Machines: quota exceeded",
                               wanted(seen) - *seen.current, wanted(seen)));
        }
        if (source == Sight::NotCollected) return not_collected();
        return source == Sight::Absent ? set_to(True, "TemplateNotFound", gone) : none;
      });
}

// UpToDate, RollingOut, Remediating.

Seen grow_up(Seen seen, Instant at) {
  if (is_set(seen.next_grown_up) && at >= seen.next_grown_up) {
    ++seen.tally.judged_up_to_date;
    seen.next_grown_up = no_time;
  }
  seen.now = at;
  return seen;
}

template <class Visit>
void every_age(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.machines_collected = choose.flag();
    seen.tally.judged_up_to_date = choose.one_of<std::int64_t>({0, 1});
    seen.tally.not_up_to_date = choose.one_of<std::int64_t>({0, 1});
    if (seen.tally.not_up_to_date > 0) seen.rollout = "Rolling out 1 not up-to-date replicas";
    seen.next_grown_up = choose.one_of({no_time, now + Seconds(1)});
    visit(seen);
  });
}

TEST(ControlPlaneUpToDate, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::up_to_date_table, [](auto visit) { every_age(visit); },
      [](const Seen& seen) {
        if (!seen.machines_collected) return not_collected();
        return seen.tally.judged_up_to_date == 0 ? set_to(True, "NoReplicas") : merge();
      },
      grow_up);
}

TEST(ControlPlaneRollingOut, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::rolling_out_table, [](auto visit) { every_age(visit); },
      [](const Seen& seen) {
        if (!seen.machines_collected) return not_collected();
        if (seen.tally.not_up_to_date == 0) return set_to(False, "NotRollingOut");
        return set_to(True, "RollingOut", "Rolling out 1 not up-to-date replicas");
      },
      grow_up);
}

TEST(ControlPlaneRemediating, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::remediating_table,
      [](auto visit) {
        every_choice([&](Choices& choose) {
          Seen seen = calm;
          seen.machines_collected = choose.flag();
          seen.tally.unhealthy = choose.one_of<std::int64_t>({0, 1});
          if (seen.tally.unhealthy > 0) {
            seen.unhealthy_names = "m1";
            seen.tally.to_be_remediated = choose.flag() ? 1 : 0;
          }
          seen.remediating =
              choose.one_of({RemediatingRule::AnyUnhealthy, RemediatingRule::OnlyToBeRemediated});
          visit(seen);
        });
      },
      [](const Seen& seen) {
        if (!seen.machines_collected) return not_collected();
        if (seen.tally.to_be_remediated > 0) return merge();
        if (seen.tally.unhealthy == 0) return set_to(False, "NotRemediating");
        const std::string text =
            "Machine m1 is not healthy (not to be remediated by KubeadmControlPlane)";
        return seen.remediating == RemediatingRule::AnyUnhealthy
                   ? set_to(True, "Remediating", text)
                   : set_to(False, "NotRemediating", text);
      });
}

// Deleted.

TEST(ControlPlaneDeleted, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::deleted_table,
      [](auto visit) {
        every_choice([&](Choices& choose) {
          Seen seen = calm;
          choose_counts(choose, seen);
          if (choose.flag()) seen.slow_deletions = slow;
          if (choose.flag()) seen.workers_left = "* MachinePools: p1\n* Machines: w1, w2";
          visit(seen);
        });
      },
      [](const Seen& seen) {
        if (!seen.deleting()) return set_to(False, "NotDeleting");
        if (!seen.machines_collected) return not_collected();
        if (seen.tally.current == 0) {
          return set_to(True, "DeletionCompleted", "Deletion completed");
        }
        if (!seen.workers_left.empty()) {
          return set_to(True, "WaitingForWorkersDeletion",
                        "KubeadmControlPlane deletion blocked because following objects still "
                        "exist:\n* MachinePools: p1\n* Machines: w1, w2");
        }
        std::string text =
            format("Deleting {} Machine{}", seen.tally.current, seen.tally.current == 1 ? "" : "s");
        if (!seen.slow_deletions.empty()) text += format(" and {}", slow);
        return set_to(True, "WaitingForMachineDeletion", text);
      });
}

// Available.

// Trouble that was young when it was counted has grown old by then.
Seen notice_trouble(Seen seen, Instant at) {
  for (Share* share : {&seen.etcd.members, &seen.machines_well}) {
    if (!is_set(share->next_troubled) || at < share->next_troubled) continue;
    share->troubled += share->newly_troubled;
    share->newly_troubled = 0;
    share->next_troubled = no_time;
  }
  if (is_set(seen.members_match_until) && at >= seen.members_match_until) {
    seen.members_match = false;
    seen.members_match_until = no_time;
  }
  return move_on(seen, at);
}

void choose_share(Choices& choose, Share& share) {
  share.healthy = choose.one_of<std::int64_t>({0, 1, 2, 3});
  const std::int64_t rest = 3 - share.healthy;
  if (rest == 0) return;
  if (choose.flag()) {
    share.troubled = rest;
  } else {
    share.newly_troubled = rest;
    share.next_troubled = now + Seconds(4);
  }
}

template <class Visit>
void every_availability(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.manages_etcd = choose.flag();
    if (choose.flag()) seen.deleted = now - Seconds(60);
    seen.certificates = choose.one_of({True, False, Unknown});
    seen.secrets_collected = seen.certificates != Unknown;
    choose_share(choose, seen.etcd.members);
    choose_share(choose, seen.machines_well);
    seen.etcd.learners = choose.one_of<std::int64_t>({0, 1});
    seen.components.not_collected = choose.flag();
    visit(seen);
  });
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.manages_etcd = choose.flag();
    seen.initialized = choose.flag();
    seen.machines_collected = choose.flag();
    seen.etcd.known = choose.flag();
    seen.members_match = choose.flag();
    seen.initialized_since = choose.one_of({no_time, now - Seconds(119), now - Seconds(120)});
    visit(seen);
  });
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    choose_way(choose, seen);
    seen.connection.lookup_error = {};
    seen.available_reported = choose.flag();
    seen.etcd.known = choose.flag();
    if (seen.etcd.known) {
      seen.members_match = choose.flag();
      if (seen.members_match) seen.members_match_until = choose.one_of({no_time, now + Seconds(9)});
    }
    visit(seen);
  });
}

std::string members_text(const Seen& seen, std::int64_t healthy) {
  const std::string learners = seen.etcd.learners > 0 ? " 1 learner etcd member," : "";
  return format(
      "* {} of 3 etcd members {} healthy,{} at least 2 healthy member required for etcd "
      "quorum",
      healthy, healthy == 1 ? "is" : "are", learners);
}

std::string remarks(const Seen& seen) {
  std::string text;
  const Share& members = seen.etcd.members;
  const Share& machines = seen.machines_well;
  if (seen.manages_etcd && members.troubled > 0) {
    text = members_text(seen, members.healthy + members.newly_troubled);
  }
  if (machines.troubled == 0) return text;
  const std::int64_t passing = machines.healthy + machines.newly_troubled;
  if (!text.empty()) text += "\n";
  return text +
         format("* {} of 3 Machines {} healthy control plane components, at least 1 required",
                passing, passing == 1 ? "has" : "have");
}

std::string troubles(const Seen& seen) {
  std::string text;
  const auto add = [&](const std::string& line) { text += (text.empty() ? "" : "\n") + line; };
  if (seen.deleting()) add("* Control plane metadata.deletionTimestamp is set");
  if (seen.certificates != True) add("* Control plane certificates are not available");
  if (seen.manages_etcd && seen.etcd.members.healthy == 0) {
    const std::string learners = seen.etcd.learners > 0 ? " 1 learner etcd member," : "";
    add("* There are no healthy etcd member," + learners +
        " at least 2 healthy member required for etcd quorum");
  } else if (seen.manages_etcd && seen.etcd.members.healthy < 2) {
    add(members_text(seen, seen.etcd.members.healthy));
  }
  if (seen.machines_well.healthy == 0) {
    add("* There are no Machines with healthy control plane components, at least 1 required");
  }
  return text;
}

Told available_ladder(const Seen& seen) {
  if (!seen.initialized) {
    return set_to(False, "NotAvailable", "Control plane not yet initialized");
  }
  if (!seen.connection.connected && seen.available_reported) {
    const bool fresh =
        seen.connection.last_success == no_time && seen.connection.consecutive_failures < 5;
    const Instant base = std::max(seen.connection.last_success, seen.initialized_since);
    if (fresh || (base != no_time && seen.now <= base + grace)) return keep();
  }
  if (seen.manages_etcd) {
    if (!seen.machines_collected) return not_collected();
    if (!seen.etcd.known) {
      const bool fresh =
          seen.initialized_since != no_time && seen.now < seen.initialized_since + Seconds(120);
      return fresh ? set_to(False, "NotAvailable", "Waiting for etcd to report the list of members")
                   : set_to(Unknown, "InspectionFailed", "Failed to get etcd members");
    }
    if (!seen.members_match) {
      return set_to(False, "NotAvailable",
                    "The list of etcd members does not match the list of Machines and Nodes");
    }
  }
  const bool quorum = !seen.manages_etcd || seen.etcd.members.healthy >= 2;
  if (!seen.deleting() && quorum && seen.machines_well.healthy > 0 && seen.certificates == True) {
    return set_to(True, "Available", remarks(seen));
  }
  const bool unclear = seen.components.not_collected || !seen.machines_collected ||
                       (!seen.secrets_collected && seen.certificates == Unknown);
  if (unclear && !seen.deleting()) return not_collected();
  return set_to(False, "NotAvailable", troubles(seen));
}

TEST(ControlPlaneAvailable, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::available_table, [](auto visit) { every_availability(visit); }, available_ladder,
      notice_trouble);
}

TEST(ControlPlaneAvailable, WakesWhenYoungTroubleBecomesWorthARemark) {
  Seen seen = calm;
  seen.etcd.members = {
      .total = 3, .healthy = 2, .newly_troubled = 1, .next_troubled = now + Seconds(4)};
  EXPECT_EQ(told_by(rows::available_table, seen), set_to(True, "Available"));
  EXPECT_EQ(rows::available_table.decide(seen).wake, now + Seconds(4));
}

}  // namespace
}  // namespace telltale::controlplane
