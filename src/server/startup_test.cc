// SPDX-License-Identifier: Apache-2.0
#include "server/startup.h"

#include <gtest/gtest.h>

#include "server/crds/telltale_crds.h"
#include "server/kinds/builtin.h"
#include "server/kinds/words_for_test.h"
#include "server/objects/keys.h"
#include "store/stores.h"

namespace telltale::server {
namespace {

class StartupTest : public testing::Test {
 protected:
  ManualClock clock{Instant(Seconds{1'767'225'600})};
  SeededEntropy entropy{1};
  std::unique_ptr<store::Store> store = store::open_memory_store();
  Definitions definitions{*store, builtin_resources()};
  const Startup startup{
      .store = *store, .clock = clock, .entropy = entropy, .definitions = definitions};

  void start() {
    ASSERT_TRUE(startup.ensure_namespaces(management_home).has_value());
    ASSERT_TRUE(startup.ensure_definitions().has_value());
    ASSERT_TRUE(startup.ensure_roles().has_value());
  }
};

TEST_F(StartupTest, BringsEverythingAndWritesNothingTheSecondTime) {
  start();
  EXPECT_TRUE(store->present().get("~/core_/namespaces//default"));
  EXPECT_TRUE(definitions.registry()->find("cluster.x-k8s.io", "machines"));
  EXPECT_TRUE(store->present().get("~/rbac.authorization.k8s.io/clusterroles//cluster-admin"));
  const auto before = store->present().revision();
  clock.advance(Seconds{60});
  start();
  EXPECT_EQ(store->present().revision(), before);
}

TEST_F(StartupTest, PutsItsOwnDefinitionsRight) {
  start();
  const std::string key =
      "~/apiextensions.k8s.io/customresourcedefinitions//machines.cluster.x-k8s.io";
  const auto item = store->present().get(key);
  ASSERT_TRUE(item);
  std::string bent = *item->value;
  const std::size_t at = bent.find(R"("type":"date")");
  ASSERT_NE(at, std::string::npos);
  bent.replace(at, 13, R"("type":"string")");
  ASSERT_TRUE(
      store::commit_and_wait(*store, {.key = key, .value = bent, .expected = item->revision})
          .has_value());
  start();
  EXPECT_NE(store->present().get(key)->value->find(R"("type":"date")"), std::string::npos);
}

TEST_F(StartupTest, KindsThatAreNotServedAreAnError) {
  const auto made = ensure_object(*store, clock, entropy, *definitions.registry(), management_home,
                                  from_json(R"({"apiVersion":"no.such/v1","kind":"What"})"));
  EXPECT_EQ(made.error().detail, "the kind What is not served");
}

}  // namespace
}  // namespace telltale::server
