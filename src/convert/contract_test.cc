// SPDX-License-Identifier: Apache-2.0
#include "convert/contract.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "convert/sample_for_test.h"

namespace telltale::shapes {
namespace {

SampleObject provider(std::string_view status) {
  return SampleObject(format(R"({{"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1",
    "kind": "Thing", "metadata": {{"name": "t"}}, "status": {{{}}}}})",
                             status));
}

SampleObject crd(std::string_view labels) {
  return SampleObject(format(R"({{"apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition", "metadata": {{"name": "t", "labels": {{{}}}}}}})",
                             labels));
}

TEST(Contract, IsDeclaredByTheLabelThatListsTheVersion) {
  const SampleObject both = crd(R"("cluster.x-k8s.io/v1beta1": "v1alpha4_v1beta1",
                                   "cluster.x-k8s.io/v1beta2": "v1beta2")");
  EXPECT_EQ(declared_contract(both, "v1beta1"), Contract::V1Beta1);
  EXPECT_EQ(declared_contract(both, "v1alpha4"), Contract::V1Beta1);
  EXPECT_EQ(declared_contract(both, "v1beta2"), Contract::V1Beta2);
  EXPECT_EQ(declared_contract(both, "v9"), Contract::V1Beta2);
  EXPECT_EQ(declared_contract(crd(R"("cluster.x-k8s.io/v1beta1": "v1")"), "v2"), Contract::V1Beta1);
  EXPECT_EQ(declared_contract(crd(R"("cluster.x-k8s.io/v1beta2": "v1beta1")"), "v1beta1"),
            Contract::V1Beta2);
  EXPECT_EQ(declared_contract(crd(""), "v1beta1"), Contract::ByFields);
}

struct LatchCase {
  Latch (*read)(const Object&, Contract);
  std::string_view current;
  std::string_view old;
};

constexpr LatchCase latches[] = {
    {provisioned, "provisioned", "ready"},
    {data_secret_created, "dataSecretCreated", "ready"},
    {control_plane_initialized, "controlPlaneInitialized", "initialized"}};

TEST(Contract, ReadsTheFieldOfItsVersion) {
  for (const LatchCase& one : latches) {
    const SampleObject both =
        provider(format(R"("initialization": {{"{}": true}}, "{}": false)", one.current, one.old));
    EXPECT_EQ(one.read(both, Contract::V1Beta2), Latch::Yes) << one.current;
    EXPECT_EQ(one.read(both, Contract::V1Beta1), Latch::No) << one.current;
    EXPECT_EQ(one.read(both, Contract::ByFields), Latch::Yes) << one.current;
    const SampleObject old = provider(format(R"("{}": true)", one.old));
    EXPECT_EQ(one.read(old, Contract::V1Beta2), Latch::No) << one.old;
    EXPECT_EQ(one.read(old, Contract::ByFields), Latch::Yes) << one.old;
    EXPECT_EQ(one.read(provider(""), Contract::ByFields), Latch::No);
  }
}

TEST(Contract, SaysWhenAFieldIsNoBoolean) {
  for (const LatchCase& one : latches) {
    EXPECT_EQ(one.read(provider(format(R"("initialization": {{"{}": "true"}})", one.current)),
                       Contract::ByFields),
              Latch::WrongType);
    EXPECT_EQ(one.read(provider(format(R"("{}": 1)", one.old)), Contract::ByFields),
              Latch::WrongType);
    EXPECT_EQ(one.read(provider(format(R"("{}": null)", one.old)), Contract::ByFields), Latch::No);
  }
}

TEST(Contract, ReadyDoesNotMeanInitialized) {
  EXPECT_EQ(control_plane_initialized(provider(R"("ready": true)")), Latch::No);
}

}  // namespace
}  // namespace telltale::shapes
