// SPDX-License-Identifier: Apache-2.0
#include "convert/control_plane.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "convert/sample_for_test.h"

namespace telltale::shapes {
namespace {

std::string facts(std::string_view version, std::string_view status,
                  Contract contract = Contract::ByFields) {
  const SampleObject object(
      format(R"({{"apiVersion": "controlplane.cluster.x-k8s.io/{}", "kind": "KubeadmControlPlane",
    "metadata": {{"name": "k"}}, "spec": {{"replicas": 3}}, "status": {{{}}}}})",
             version, status));
  const ControlPlaneFacts read = control_plane(object, contract);
  const auto number = [](std::optional<std::int32_t> count) {
    return count ? std::to_string(*count) : std::string("-");
  };
  const std::string_view initialized[] = {"no", "yes", "wrong"};
  return format("{} {} {} {} {} {}", initialized[static_cast<int>(read.initialized)],
                number(read.desired), number(read.replicas), number(read.ready),
                number(read.available), number(read.up_to_date));
}

TEST(ControlPlane, OfTheNewVersionCountsAtTheTop) {
  EXPECT_EQ(facts("v1beta2", R"("replicas": 4, "readyReplicas": 3, "availableReplicas": 2,
                    "upToDateReplicas": 1, "initialization": {"controlPlaneInitialized": true},
                    "deprecated": {"v1beta1": {"readyReplicas": 9, "updatedReplicas": 9}})"),
            "yes 3 4 3 2 1");
  EXPECT_EQ(facts("v1beta2", R"("unavailableReplicas": 1, "updatedReplicas": 2)"), "no 3 - - - -");
}

TEST(ControlPlane, OfTheOldVersionHasAPreviewInEitherDialect) {
  EXPECT_EQ(facts("v1beta1", R"("replicas": 4, "readyReplicas": 9, "initialized": true,
                    "v1beta2": {"readyReplicas": 3, "availableReplicas": 2,
                                "upToDateReplicas": 1})"),
            "yes 3 4 3 2 1");
  for (const std::string_view word : {"experimentalReadyReplicas", "exprimentalReadyReplicas"}) {
    EXPECT_EQ(facts("v1beta1", format(R"("replicas": 4, "readyReplicas": 9, "{}": 3,
                      "availableReplicas": 2, "upToDateReplicas": 1)",
                                      word)),
              "no 3 4 3 2 1");
  }
  EXPECT_EQ(facts("v1beta1", R"("readyReplicas": 9, "v1beta2": {"conditions": []})"),
            "no 3 - - - -");
}

TEST(ControlPlane, OfTheOldContractIsCountedByWhatIsUnavailable) {
  EXPECT_EQ(facts("v1beta1", R"("ready": true, "replicas": 4, "readyReplicas": 3,
                    "updatedReplicas": 1, "unavailableReplicas": 1)"),
            "no 3 4 3 2 1");
  EXPECT_EQ(facts("v1beta1", R"("unavailableReplicas": 7)"), "no 3 - - 0 -");
}

TEST(ControlPlane, FollowsTheContractThatIsDeclared) {
  constexpr std::string_view status = R"("readyReplicas": 3, "updatedReplicas": 1,
    "unavailableReplicas": 1, "initialized": true)";
  EXPECT_EQ(facts("v1beta1", status, Contract::V1Beta1), "yes 3 - 3 2 1");
  EXPECT_EQ(facts("v1beta1", status, Contract::V1Beta2), "no 3 - 3 - -");
}

TEST(ControlPlane, TakesNoNonsense) {
  EXPECT_EQ(facts("v1beta2", R"("initialization": {"controlPlaneInitialized": "yes"},
                    "replicas": -1, "readyReplicas": "3", "availableReplicas": 9999999999)"),
            "wrong 3 - - - -");
}

}  // namespace
}  // namespace telltale::shapes
