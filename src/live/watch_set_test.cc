// SPDX-License-Identifier: Apache-2.0
#include "live/watch_set.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/groups.h"
#include "live/loop_for_test.h"
#include "reconcile/documents_for_test.h"

namespace telltale::live {
namespace {

using namespace std::chrono_literals;

client::ReflectorOptions watch_of(std::string_view kind, std::string_view plural,
                                  std::string_view version = "v1beta2") {
  return {.resource = {.group = std::string(cluster_api_group),
                       .version = std::string(version),
                       .kind = std::string(kind),
                       .plural = std::string(plural)}};
}

http::Response list_with(std::string_view items = {}) {
  return client::json_answer(
      200, format(R"({{"kind":"List","metadata":{{"resourceVersion":"7"}},"items":[{}]}})", items));
}

struct WatchWorld {
  LoopForTest loop = {};
  WatchSet watches{loop.parts, loop.reconciler};

  WatchWorld() {
    watches.watch(watch_of("Machine", "machines"));
    loop.settle();
  }
  ~WatchWorld() { watches.stop(); }
  WatchWorld(const WatchWorld&) = delete;
  WatchWorld& operator=(const WatchWorld&) = delete;

  void answer(std::string_view plural, Result<http::Response> with) {
    loop.transport.open_calls(plural).front()->answer(std::move(with));
    loop.settle();
  }
  std::vector<ReadinessCheck> checks() const {
    std::vector<ReadinessCheck> found;
    watches.add_checks(found);
    return found;
  }
};

TEST(WatchSet, IsSettledWhenEveryKindWasListed) {
  WatchWorld world;
  world.watches.watch(watch_of("Cluster", "clusters"));
  world.loop.settle();
  world.answer("machines", list_with(telltale::machine_json("m1")));
  EXPECT_FALSE(world.watches.is_settled());
  EXPECT_TRUE(world.checks().at(0).ok);
  EXPECT_FALSE(world.checks().at(1).ok);
  world.answer("clusters", list_with(telltale::cluster_json()));
  EXPECT_TRUE(world.watches.is_settled());
  EXPECT_EQ(world.loop.progress, 2);
  EXPECT_NE(world.loop.find({cluster_api_group, "Machine", "d", "m1", {}}), nullptr);
}

TEST(WatchSet, DoesNotWaitForAListThatIsRefused) {
  WatchWorld world;
  world.answer("machines", client::refusal(403, "Forbidden", "not yours"));
  EXPECT_TRUE(world.watches.is_settled());
  EXPECT_TRUE(world.checks().front().ok);
  EXPECT_TRUE(world.checks().front().detail.contains("not yours"));
}

TEST(WatchSet, WaitsForAListThatIsLostOnTheWayForAWhile) {
  WatchWorld world;
  world.answer("machines", fail(Error::Kind::Unreachable, "no route"));
  world.loop.advance(30s);
  world.watches.give_up_late(world.loop.time.clock().elapsed());
  EXPECT_FALSE(world.watches.is_settled());
  world.loop.advance(1s);
  world.watches.give_up_late(world.loop.time.clock().elapsed());
  EXPECT_TRUE(world.watches.is_settled());
}

TEST(WatchSet, StaysWithItsVersionUntilTheServerHasItNoMore) {
  WatchWorld world;
  client::ReflectorOptions newer = watch_of("Machine", "machines", "v1");
  newer.resource.other_versions = {"v1beta2"};
  world.watches.watch(newer);
  world.loop.settle();
  EXPECT_EQ(world.loop.transport.size(), 1U);
  newer.resource.other_versions.clear();
  world.watches.watch(newer);
  world.loop.settle();
  EXPECT_EQ(world.loop.transport.open_calls("/v1/machines").size(), 1U);
  world.answer("/v1beta2/machines", list_with(telltale::machine_json("m1")));
  EXPECT_EQ(world.loop.find({cluster_api_group, "Machine", "d", "m1", {}}), nullptr);
  EXPECT_FALSE(world.watches.is_settled());
  world.answer("/v1/machines", list_with());
  EXPECT_TRUE(world.watches.is_settled());
}

}  // namespace
}  // namespace telltale::live
