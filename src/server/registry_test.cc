// SPDX-License-Identifier: Apache-2.0
#include "server/registry.h"

#include <gtest/gtest.h>

#include "server/openapi/registry_for_test.h"

namespace telltale::server {
namespace {

TEST(Registry, FindsByPluralAndKindWithinTheGroup) {
  const auto registry = openapi::small_registry();
  EXPECT_EQ(registry->find("ref.example.com", "gadgets")->kind, "Gadget");
  EXPECT_EQ(registry->find_kind("ref.example.com", "Gadget")->plural, "gadgets");
  EXPECT_FALSE(registry->find("", "gadgets"));
  EXPECT_FALSE(registry->find("ref.example.com", "Gadget"));
  EXPECT_FALSE(registry->find_kind("", "Gadget"));
}

TEST(Registry, ListsGroupsWithTheirServedVersions) {
  const auto registry = openapi::small_registry();
  std::string said;
  for (const GroupVersions& group : registry->groups()) {
    said += group.group + ":";
    for (const std::string& version : group.versions) said += version + " ";
  }
  EXPECT_EQ(said,
            ":v1 a.example.org:v2 authorization.k8s.io:v1 coordination.k8s.io:v1 "
            "ref.example.com:v1 v1beta1 ");
}

TEST(Registry, FingerprintsChangeWithTheContentOnly) {
  EXPECT_EQ(openapi::small_registry()->fingerprint(), openapi::small_registry()->fingerprint());
  EXPECT_NE(openapi::small_registry()->fingerprint(),
            openapi::small_registry(R"({"type":"object"})")->fingerprint());
}

TEST(Registry, LogicalClustersServeWhatIsMarked) {
  Resource pods = openapi::built_in("", "pods", "Pod");
  pods.in_logical_clusters = true;
  const auto registry = openapi::registry_of({pods, openapi::gadgets()})->for_logical_clusters();
  ASSERT_EQ(registry->resources().size(), 1U);
  EXPECT_TRUE(registry->find("", "pods"));
}

TEST(Resource, NamesItselfWithItsGroup) {
  const Resource gadgets = openapi::gadgets();
  EXPECT_EQ(gadgets.qualified(), "gadgets.ref.example.com");
  EXPECT_EQ(gadgets.api_version("v1"), "ref.example.com/v1");
  EXPECT_EQ(openapi::namespaces().qualified(), "namespaces");
  EXPECT_EQ(openapi::namespaces().api_version("v1"), "v1");
}

TEST(Resource, ShowsVersionsThatAreServedOnly) {
  const Resource gadgets = openapi::gadgets();
  EXPECT_EQ(gadgets.version("v1beta1")->name, "v1beta1");
  EXPECT_EQ(gadgets.version("v1alpha1"), nullptr);
  EXPECT_EQ(gadgets.version(""), nullptr);
  EXPECT_EQ(gadgets.storage().name, "v1");
  EXPECT_TRUE(gadgets.custom());
  EXPECT_FALSE(openapi::namespaces().custom());
}

}  // namespace
}  // namespace telltale::server
