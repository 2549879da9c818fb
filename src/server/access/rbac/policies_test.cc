// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/policies.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/print.h"
#include "server/access/rbac/rbac_for_test.h"
#include "server/objects/keys.h"
#include "store/stores.h"

namespace telltale::server {
namespace {

class PoliciesTest : public testing::Test {
 protected:
  void put(std::string_view home, const json::Value& object, std::string_view plural) {
    const std::string key = format("{}/rbac.authorization.k8s.io/{}//{}", home, plural,
                                   std::string_view(object.at("metadata").at("name").as_string()));
    const auto old = store_->present().get(key);
    const auto written = store::commit_and_wait(
        *store_, {.key = key, .value = json::print(object), .expected = old ? old->revision : 0});
    ASSERT_TRUE(written.has_value());
  }
  void let_bob_read(std::string_view home) {
    put(home,
        role_for_test("", "reader",
                      {{.verbs = {"get"}, .api_groups = {""}, .resources = {"pods"}}}),
        "clusterroles");
    put(home, binding_for_test("", "readers", "ClusterRole", "reader", {{"User", "bob"}}),
        "clusterrolebindings");
  }
  bool bob_reads(std::string_view home) const {
    const Attributes wanted{.verb = "get", .resource = "pods", .namespace_name = "any"};
    return policies_.of(home)->decide({.name = "bob"}, wanted).allowed;
  }

  std::unique_ptr<store::Store> store_ = store::open_memory_store({});
  Policies policies_{*store_};
};

TEST_F(PoliciesTest, AreThoseOfOneClusterAndOfNoOther) {
  EXPECT_FALSE(bob_reads(management_home));
  let_bob_read(management_home);
  EXPECT_TRUE(bob_reads(management_home));
  EXPECT_FALSE(bob_reads("team:c1"));
  let_bob_read("team:c2");
  EXPECT_FALSE(bob_reads("team:c1"));
  EXPECT_TRUE(bob_reads("team:c2"));
}

TEST_F(PoliciesTest, AreMadeAnewOnlyWhenSomethingOfTheirsChanges) {
  const auto first = policies_.of("team:c1");
  const auto other = policies_.of("team:c2");
  EXPECT_EQ(policies_.of("team:c1"), first);
  let_bob_read("team:c1");
  EXPECT_NE(policies_.of("team:c1"), first);
  EXPECT_EQ(policies_.of("team:c2"), other);
}

TEST_F(PoliciesTest, AreKeptForSoManyClustersAndNoMore) {
  for (std::size_t i = 0; i <= 2 * kept_policies_max; ++i) policies_.of(format("team:c{}", i));
  EXPECT_LE(policies_.kept(), kept_policies_max);
}

}  // namespace
}  // namespace telltale::server
