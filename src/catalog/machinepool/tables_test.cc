// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinepool/tables.h"

#include <string>

#include <gtest/gtest.h>

#include "catalog/owners/worker_ladders_for_test.h"

namespace telltale::machinepool {
namespace {

using laws::mirror;
using laws::not_collected;
using laws::set_to;
using laws::Told;
using laws::told_by;

using enum Status;

constexpr std::string_view internal_error = "Please check controller logs for errors";
constexpr Condition reports_ready{.type = "Ready", .status = False, .reason = "Creating"};

// Three replicas wanted, three there, all of them well; each test bends one thing.
constexpr Seen calm_pool() {
  Seen seen;
  ladders::make_calm(seen);
  seen.kind = "MachinePool";
  seen.remediator = "MachinePool";
  seen.bootstrap = {.ref_set = true, .kind = "KubeadmConfig", .name = "k", .sight = Sight::Present};
  seen.infrastructure = {
      .ref_set = true, .kind = "AWSMachinePool", .name = "a", .sight = Sight::Present};
  seen.infrastructure_ready = True;
  return seen;
}
constexpr Seen calm = calm_pool();

static_assert(rows::available_table.decide(calm).row->reason == "Available");

void choose_support(Choices& choose, Seen& seen) {
  seen.support = choose.one_of({MachineSupport::Supported, MachineSupport::NotSupported,
                                MachineSupport::Unknown, MachineSupport::NotCollected});
}

// Every snapshot of `every`, with each kind of support.
template <class Every, class Visit>
void with_support(Every every, Visit visit) {
  every([&](Seen seen) {
    every_choice([&](Choices& choose) {
      choose_support(choose, seen);
      visit(seen);
    });
  });
}

// What holds before Machines are looked at; nothing: they are.
std::optional<Told> told_by_support(const Seen& seen) {
  if (seen.support == MachineSupport::NotCollected) return not_collected();
  if (seen.support == MachineSupport::NotSupported) return Told{.act = Act::Remove};
  if (seen.support == MachineSupport::Unknown) {
    return set_to(Unknown, "InternalError", internal_error);
  }
  return std::nullopt;
}

// Available.

template <class Visit>
void every_availability(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    ladders::choose_counts(choose, seen);
    seen.infrastructure.sight = ladders::choose_sight(choose);
    seen.infrastructure_ready = choose.one_of({True, False, Unknown});
    seen.infrastructure_line = "* InfrastructureReady: no";
    visit(seen);
  });
}

Told available_ladder(const Seen& seen) {
  if (!seen.replicas) return ladders::waiting_for_replicas();
  if (!seen.counts_missing.empty()) return not_collected();
  if (!seen.available) {
    if (!seen.machines_collected) return not_collected();
    return set_to(Unknown, "WaitingForAvailableReplicasSet",
                  "Waiting for status.availableReplicas set");
  }
  const bool enough = *seen.available >= *seen.replicas;
  const bool unsure = seen.infrastructure.sight == Sight::NotCollected;
  if (unsure && enough) return not_collected();
  const bool infra_well = !unsure && seen.infrastructure_ready == True;
  if (infra_well && enough) return set_to(True, "Available");
  if (is_set(seen.deleted)) return set_to(False, "NotAvailable", "Deletion in progress");
  if (unsure) return not_collected();
  if (!infra_well) return set_to(False, "NotAvailable", "* InfrastructureReady: no");
  return set_to(
      False, "NotAvailable",
      format("{} available replicas, at least {} required", *seen.available, *seen.replicas));
}

TEST(MachinePoolAvailable, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::available_table, [](auto visit) { every_availability(visit); }, available_ladder);
}

TEST(MachinePoolAvailable, ForgivesNoMissingReplica) {
  Seen seen = calm;
  seen.available = 2;
  EXPECT_EQ(told_by(rows::available_table, seen),
            set_to(False, "NotAvailable", "2 available replicas, at least 3 required"));
}

// BootstrapConfigReady and InfrastructureReady.

Referred choose_referred(Choices& choose, std::string_view kind) {
  Referred seen{.ref_set = true, .kind = kind, .name = "x"};
  seen.sight = ladders::choose_sight(choose);
  seen.done = choose.flag();
  if (seen.sight != Sight::Present) return seen;
  seen.readable = choose.flag();
  if (choose.flag()) {
    seen.malformed = "type must be set for all conditions";
    seen.malformed_path = "status.conditions";
  }
  if (choose.flag()) seen.ready = &reports_ready;
  return seen;
}

template <class Visit>
void every_reference(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.deleted = choose.one_of({no_time, ladders::now});
    seen.infrastructure = choose_referred(choose, "AWSMachinePool");
    seen.bootstrap = seen.infrastructure;
    seen.bootstrap.kind = "KubeadmConfig";
    seen.bootstrap.ref_set = choose.flag();
    visit(seen);
  });
}

// What an object that was read says; `flag` is the contract's own field.
Told read_object(const Referred& object, std::string_view flag) {
  if (!object.readable) return set_to(Unknown, "InternalError", internal_error);
  if (!object.malformed.empty()) {
    return set_to(Unknown, "InvalidConditionReported",
                  format("failed to convert status.conditions from {} to []metav1.Condition: type "
                         "must be set for all conditions",
                         object.kind));
  }
  if (object.ready != nullptr) return mirror();
  if (object.done) return set_to(True, "Ready");
  return set_to(False, "NotReady",
                format("{} status.initialization.{} is false", object.kind, flag));
}

Told bootstrap_ladder(const Seen& seen) {
  const Referred& config = seen.bootstrap;
  if (!config.ref_set) return set_to(True, "DataSecretProvided");
  if (config.sight == Sight::NotCollected) return not_collected();
  if (config.sight == Sight::Present) return read_object(config, "dataSecretCreated");
  if (is_set(seen.deleted) && config.done) {
    return set_to(False, "ObjectDeleted", "KubeadmConfig has been deleted");
  }
  return set_to(False, "ObjectDoesNotExist", "KubeadmConfig does not exist");
}

Told infrastructure_ladder(const Seen& seen) {
  const Referred& infra = seen.infrastructure;
  if (infra.sight == Sight::NotCollected) return not_collected();
  if (infra.sight == Sight::Present) return read_object(infra, "provisioned");
  if (!infra.done) return set_to(False, "ObjectDoesNotExist", "AWSMachinePool does not exist");
  if (is_set(seen.deleted)) {
    return set_to(False, "ObjectDeleted", "AWSMachinePool has been deleted");
  }
  return set_to(False, "ObjectDeleted",
                "AWSMachinePool has been deleted while the MachinePool still exists");
}

TEST(MachinePoolBootstrapConfigReady, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::bootstrap_config_ready_table, [](auto visit) { every_reference(visit); },
      bootstrap_ladder);
}

TEST(MachinePoolInfrastructureReady, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::infrastructure_ready_table, [](auto visit) { every_reference(visit); },
      infrastructure_ladder);
}

// What stands on Machines, where there are any.

TEST(MachinePoolMachinesReady, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::machines_ready_table,
      [](auto visit) { with_support([](auto each) { ladders::every_age(calm, each); }, visit); },
      [](const Seen& seen) {
        return told_by_support(seen).value_or(ladders::machines_ready(seen));
      });
}

TEST(MachinePoolUpToDate, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::up_to_date_table,
      [](auto visit) { with_support([](auto each) { ladders::every_age(calm, each); }, visit); },
      [](const Seen& seen) { return told_by_support(seen).value_or(ladders::up_to_date(seen)); },
      ladders::GrowUp());
}

TEST(MachinePoolRemediating, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::remediating_table,
      [](auto visit) {
        with_support([](auto each) { ladders::every_illness(calm, each); }, visit);
      },
      [](const Seen& seen) {
        return told_by_support(seen).value_or(ladders::remediating(seen, "MachinePool"));
      });
}

// Deleted.

template <class Visit>
void every_farewell(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.deleted = choose.one_of({no_time, ladders::now});
    seen.machines_collected = choose.flag();
    seen.infrastructure.sight = ladders::choose_sight(choose);
    seen.current = choose.one_of<std::optional<std::int64_t>>({std::nullopt, 0, 1, 5});
    seen.tally = {.current = choose.one_of<std::int64_t>({0, 1, 2})};
    if (choose.flag()) seen.slow_deletions = ladders::slow;
    visit(seen);
  });
}

Told deleted_ladder(const Seen& seen) {
  if (!is_set(seen.deleted)) return set_to(False, "NotDeleting");
  if (!seen.machines_collected) return not_collected();
  const std::string stale = seen.slow_deletions.empty() ? "" : "\n* " + std::string(ladders::slow);
  if (seen.tally.current == 1) return set_to(True, "Deleting", "Deleting 1 Machine" + stale);
  if (seen.tally.current == 2) return set_to(True, "Deleting", "Deleting 2 Machines" + stale);
  if (seen.infrastructure.sight == Sight::NotCollected) return not_collected();
  if (seen.infrastructure.sight == Sight::Present) {
    if (seen.current == 1) return set_to(True, "Deleting", "Deleting 1 Machine");
    if (seen.current == 5) return set_to(True, "Deleting", "Deleting 5 Machines");
  }
  return set_to(True, "Deleting", "Deletion completed");
}

TEST(MachinePoolDeleted, KeepsTheLawsOfTables) {
  expect_table_laws(rows::deleted_table, [](auto visit) { every_farewell(visit); }, deleted_ladder);
}

// What it shares with deployments.

TEST(MachinePoolPaused, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::paused_table, [](auto visit) { ladders::every_pause(calm, visit); },
      [](const Seen& seen) { return ladders::paused(seen, "MachinePool"); });
}

TEST(MachinePoolScalingUp, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::scaling_up_table, [](auto visit) { ladders::every_growth(calm, visit); },
      ladders::scaling_up);
}

TEST(MachinePoolScalingDown, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::scaling_down_table, [](auto visit) { ladders::every_count(calm, visit); },
      ladders::scaling_down);
}

TEST(MachinePoolRollingOut, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::rolling_out_table, [](auto visit) { ladders::every_age(calm, visit); },
      ladders::rolling_out);
}

}  // namespace
}  // namespace telltale::machinepool
