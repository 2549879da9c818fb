// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/operation.h"

#include <gtest/gtest.h>

#include "table/choices_for_test.h"

namespace telltale::hypershift_nodepool {
namespace {

using enum Operation;

// Three wanted, three there, all of them well.
constexpr Work calm_work{
    .desired = 3, .available = 3, .existing = 3, .has_version = true, .has_machines = true};

Operation bent(auto bend) {
  Work work = calm_work;
  bend(work);
  return operation_of(work);
}

TEST(HyperShiftOperation, IsNothingWhereEverythingIsThere) {
  EXPECT_EQ(operation_of(calm_work), Steady);
}

TEST(HyperShiftOperation, AsksForTheVersionFirst) {
  EXPECT_EQ(bent([](Work& work) {
              work.updates_version = true;
              work.has_version = false;
              work.available = 1;
            }),
            Upgrading);
}

TEST(HyperShiftOperation, IsProvisioningUntilARolloutWasCompleted) {
  EXPECT_EQ(bent([](Work& work) { work.has_version = false; }), Provisioning);
  EXPECT_EQ(bent([](Work& work) { work.lacks_workload = true; }), Provisioning);
}

TEST(HyperShiftOperation, IsScalingUpAndDown) {
  EXPECT_EQ(bent([](Work& work) { work.available = 2; }), Scaling);
  EXPECT_EQ(bent([](Work& work) { work.available = 4; }), Scaling);
  EXPECT_EQ(bent([](Work& work) { work.existing = 4; }), Scaling);
}

TEST(HyperShiftOperation, TakesASurgingRolloutForNoScaling) {
  const auto roll = [](std::int32_t available, std::int32_t existing) {
    return bent([=](Work& work) {
      work.updates_machines = true;
      work.available = available;
      work.existing = existing;
    });
  };
  EXPECT_EQ(roll(3, 3), Changing);
  EXPECT_EQ(roll(3, 4), Changing);
  EXPECT_EQ(roll(4, 4), Changing);
  EXPECT_EQ(roll(2, 4), Scaling) << "too few are available";
}

TEST(HyperShiftOperation, TellsRepairsFromScaling) {
  EXPECT_EQ(bent([](Work& work) { work.machine_leaves = true; }), Changing);
  EXPECT_EQ(bent([](Work& work) { work.lacks_health = true; }), Changing);
}

TEST(HyperShiftOperation, IsNothingInAPoolOfNothing) {
  const Work empty{.desired = 0, .available = 0, .lacks_workload = true, .lacks_health = true};
  EXPECT_EQ(operation_of(empty), Steady);
  Work leaving = empty;
  leaving.has_version = true;
  leaving.lacks_workload = false;
  leaving.has_machines = true;
  leaving.machine_leaves = true;
  EXPECT_EQ(operation_of(leaving), Changing) << "its last machine is on the way out";
}

TEST(HyperShiftOperation, OfAPoolWithoutMachinesComesFromConditionsAlone) {
  const auto none = [](auto bend) {
    Work work{.automated = false, .has_version = true};
    bend(work);
    return operation_of(work);
  };
  EXPECT_EQ(none([](Work&) {}), Steady);
  EXPECT_EQ(none([](Work& work) { work.desired = 3; }), Steady) << "nobody counts";
  EXPECT_EQ(none([](Work& work) { work.lacks_health = true; }), Steady);
  EXPECT_EQ(none([](Work& work) { work.has_version = false; }), Provisioning);
  EXPECT_EQ(none([](Work& work) { work.updates_machines = true; }), Changing);
  EXPECT_EQ(none([](Work& work) {
              work.desired = 3;
              work.available = 2;
            }),
            Scaling);
}

// The same order as a plain list of questions.
Operation operation_ladder(const Work& work) {
  if (work.updates_version) return Upgrading;
  if (!work.automated) {
    if (!work.has_version) return Provisioning;
    if (work.desired && work.available && work.desired != work.available) return Scaling;
    if (work.updates_machines) return Changing;
    return Steady;
  }
  const int have = work.available.value_or(0);
  const int want = work.desired.value_or(have);
  const bool nothing = work.desired && want + have + work.existing == 0 && !work.has_machines;
  if (nothing && work.updates_machines) return Changing;
  if (nothing) return Steady;
  if (!work.has_version) return Provisioning;
  if (work.lacks_workload) return Provisioning;
  if (have < want) return Scaling;
  if (!work.updates_machines && have > want) return Scaling;
  if (!work.updates_machines && work.existing > want) return Scaling;
  if (work.updates_machines || work.machine_leaves || work.lacks_health) return Changing;
  return Steady;
}

TEST(HyperShiftOperation, AgreesWithALadderOnEverySmallPool) {
  every_choice([](Choices& choose) {
    Work work;
    work.automated = choose.flag();
    work.desired = choose.one_of<std::optional<std::int32_t>>({std::nullopt, 0, 1, 2});
    work.available = choose.one_of<std::optional<std::int32_t>>({std::nullopt, 0, 1, 2});
    work.existing = choose.one_of<std::int32_t>({0, 1, 2, 3});
    work.has_version = choose.flag();
    work.lacks_workload = choose.flag();
    work.has_machines = choose.flag();
    work.machine_leaves = choose.flag();
    work.updates_version = choose.flag();
    work.updates_machines = choose.flag();
    work.lacks_health = choose.flag();
    ASSERT_EQ(operation_of(work), operation_ladder(work));
  });
}

}  // namespace
}  // namespace telltale::hypershift_nodepool
