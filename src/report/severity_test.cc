// SPDX-License-Identifier: Apache-2.0
#include "report/severity.h"

#include <gtest/gtest.h>

#include "catalog/world_for_test.h"

namespace telltale {
namespace {

World world_with(std::string_view api_version) {
  const std::string document = format(
      R"({{"apiVersion": "{}", "kind": "NodePool", "metadata": {{"name": "np"}},
        "status": {{"conditions": [{{"type": "Ready", "status": "False", "severity": "Warning",
          "reason": "A", "message": ""}}]}}}})",
      api_version);
  return world_of({document});
}

TEST(Severity, TellsAFailureFromNothingToDo) {
  const World world = world_with("hypershift.openshift.io/v1beta1");
  const Object& pool = world.objects().front();
  const auto of = [&](Status status, std::string_view reason) {
    return severity_shown(pool, {.type = "Progressing", .status = status, .reason = reason});
  };
  EXPECT_EQ(of(Status::False, "CloudQuotaExceeded"), "Error");
  EXPECT_EQ(of(Status::False, "AsExpected"), "");
  EXPECT_EQ(of(Status::True, "Scaling"), "");
}

TEST(Severity, OfForeignConditionsIsTheStoredOne) {
  const World world = world_with("hypershift.openshift.io/v1beta1");
  EXPECT_EQ(severity_shown(world.objects().front(), {.type = "Ready"}), "Warning");
}

TEST(Severity, IsNotForKindsWithoutOne) {
  const World world = world_with("karpenter.sh/v1");
  EXPECT_EQ(severity_shown(world.objects().front(), {.type = "Ready"}), "");
}

}  // namespace
}  // namespace telltale
