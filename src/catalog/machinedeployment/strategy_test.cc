// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinedeployment/strategy.h"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"
#include "catalog/world_for_test.h"

namespace telltale::machinedeployment {
namespace {

// The strategy of a deployment with this spec.
Strategy read(std::string_view version, std::string_view spec, std::int64_t replicas) {
  const std::string text =
      format(R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"MachineDeployment","metadata":)"
             R"({{"namespace":"default","name":"md-0"}},"spec":{}}})",
             version, spec);
  const World world = world_of({text});
  return read_strategy(world.objects()[0], replicas);
}

Strategy roll(std::string_view members, std::int64_t replicas) {
  return read("v1beta2",
              format(R"({{"rollout":{{"strategy":{{"type":"RollingUpdate","rollingUpdate":)"
                     R"({{{}}}}}}}}})",
                     members),
              replicas);
}

std::int64_t unavailable(std::string_view members, std::int64_t replicas) {
  return roll(members, replicas).max_unavailable;
}

TEST(MachineDeploymentStrategy, DefaultsToARollingUpdateThatMissesNothing) {
  for (const char* spec : {"{}", R"({"strategy":{}})", R"({"rollout":{"strategy":{}}})"}) {
    const Strategy strategy = read("v1beta2", spec, 4);
    EXPECT_TRUE(strategy.rolling_update);
    EXPECT_EQ(strategy.max_unavailable, 0);
    EXPECT_EQ(strategy.given, "0");
  }
}

TEST(MachineDeploymentStrategy, StandsWhereEachVersionHasIt) {
  const Strategy older =
      read("v1beta1",
           R"({"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":2}}})", 4);
  EXPECT_EQ(older.max_unavailable, 2);
  EXPECT_EQ(older.given, "2");
  EXPECT_EQ(unavailable(R"("maxUnavailable":2)", 4), 2);
}

TEST(MachineDeploymentStrategy, RoundsWhatMayBeMissingDown) {
  EXPECT_EQ(unavailable(R"("maxUnavailable":"20%")", 9), 1);
  EXPECT_EQ(unavailable(R"("maxUnavailable":"20%")", 10), 2);
  EXPECT_EQ(roll(R"("maxUnavailable":"20%")", 9).given, "20%");
}

TEST(MachineDeploymentStrategy, RoundsTheSurgeUpBeforeItCountsAsNone) {
  EXPECT_EQ(unavailable(R"("maxUnavailable":"1%","maxSurge":"1%")", 5), 0);
  EXPECT_EQ(unavailable(R"("maxUnavailable":"1%","maxSurge":"0%")", 5), 1);
}

TEST(MachineDeploymentStrategy, LetsOneBeMissingWhereNeitherMoreNorFewerWouldBeAllowed) {
  const Strategy strategy = roll(R"("maxUnavailable":0,"maxSurge":0)", 3);
  EXPECT_EQ(strategy.max_unavailable, 1);
  EXPECT_EQ(strategy.given, "0");
}

TEST(MachineDeploymentStrategy, NeverMissesMoreThanAreWanted) {
  EXPECT_EQ(unavailable(R"("maxUnavailable":7)", 3), 3);
  EXPECT_EQ(unavailable(R"("maxUnavailable":"300%")", 3), 3);
  EXPECT_EQ(unavailable(R"("maxUnavailable":0,"maxSurge":0)", 0), 0);
}

TEST(MachineDeploymentStrategy, MissesNothingOnDelete) {
  const Strategy strategy = read(
      "v1beta2",
      R"({"rollout":{"strategy":{"type":"OnDelete","rollingUpdate":{"maxUnavailable":2}}}})", 4);
  EXPECT_FALSE(strategy.rolling_update);
  EXPECT_EQ(strategy.max_unavailable, 0);
}

TEST(MachineDeploymentStrategy, AllowsNothingByAValueThatMeansNothing) {
  for (const char* value : {R"("2")", R"("x%")", R"("%")", R"("-5%")", R"("1.5%")", "-1", "2.5",
                            "true", R"("99999999999%")", "99999999999", "[]", R"(" 5%")"}) {
    EXPECT_EQ(unavailable(format(R"("maxUnavailable":{})", value), 4), 0) << value;
    EXPECT_EQ(unavailable(format(R"("maxUnavailable":2,"maxSurge":{})", value), 4), 0) << value;
  }
}

TEST(MachineDeploymentStrategy, PrintsTheValueAsItWasGiven) {
  EXPECT_EQ(roll(R"("maxUnavailable":"007%")", 4).given, "007%");
  EXPECT_EQ(roll(R"("maxUnavailable":"2")", 4).given, "2");
  EXPECT_EQ(roll(R"("maxUnavailable":null)", 4).given, "0");
}

RC_GTEST_PROP(MachineDeploymentStrategyProperty, StaysBetweenNoneAndAll, ()) {
  const auto replicas = *rc::gen::inRange<std::int64_t>(0, 2'000'000'000);
  const auto percent = *rc::gen::inRange<std::int64_t>(0, 1'000'000);
  const std::int64_t fewer = unavailable(format(R"("maxUnavailable":"{}%")", percent), replicas);
  RC_ASSERT(fewer >= 0);
  RC_ASSERT(fewer <= replicas);
  if (percent <= 100) RC_ASSERT(fewer == percent * replicas / 100);
}

}  // namespace
}  // namespace telltale::machinedeployment
