// SPDX-License-Identifier: Apache-2.0
// Workload clusters that show more than anybody can hold.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "base/text.h"
#include "remote/connections.h"
#include "remote/small_clusters_for_test.h"

namespace telltale::remote {
namespace {

using namespace std::chrono_literals;
using client::json_answer;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view too_many = "the cluster shows more than 100 objects and was cut off";
const ConnectionRules small_rules{.quota = {.objects = 100, .bytes = std::size_t{1} << 20}};

std::string nodes_from(std::size_t first, std::size_t count) {
  std::string items;
  for (std::size_t i = first; i < first + count; ++i) {
    items += format(R"({}{{"metadata":{{"name":"n{}"}}}})", i == first ? "" : ",", i);
  }
  return items;
}

// Pages without end, of ten Nodes each.
struct EndlessNodes {
  explicit EndlessNodes(SmallCluster& cluster) {
    cluster.server.script = [this, calm = cluster.server.script](const client::Outgoing& request) {
      if (!request.target.starts_with("/api/v1/nodes?") || !endless) return calm(request);
      const std::size_t first = 10 * pages++;
      return Answer(
          json_answer(200, format(R"({{"kind":"NodeList","apiVersion":"v1","metadata":{{)"
                                  R"("resourceVersion":"10","continue":"more{}"}},"items":[{}]}})",
                                  pages, nodes_from(first, 10))));
    };
  }
  std::size_t pages = 0;
  bool endless = true;
};

TEST(ConnectionLimits, AClusterOfEndlessNodesIsCutOffAndSaysWhy) {
  SmallClusters world(small_rules);
  auto& cluster = world.add("c1");
  const EndlessNodes nodes(cluster);
  world.want({"c1"});
  world.time.advance(60s);
  EXPECT_TRUE(world.state("c1").connected);
  EXPECT_EQ(world.state("c1").lookup_error, too_many);
  EXPECT_LT(nodes.pages, 30U);
  const auto told = world.take();
  EXPECT_LE(std::ranges::count_if(
                told, [](const std::string& line) { return line.starts_with("object"); }),
            100);
  EXPECT_EQ(std::ranges::count(told, "forgotten default/c1 "), 1);
  const auto said =
      std::ranges::find(told, format("state default/c1 connected failures=0 {}", too_many));
  const auto forgotten = std::ranges::find(told, "forgotten default/c1 ");
  EXPECT_LT(said, forgotten) << "nobody takes Nodes for gone that were merely forgotten";

  // Nothing more is asked of it but whether it is alive, and nothing more is told.
  const std::size_t pages = nodes.pages;
  world.time.advance(300s);
  EXPECT_EQ(nodes.pages, pages);
  EXPECT_THAT(world.take(), IsEmpty());
  EXPECT_EQ(world.state("c1").lookup_error, too_many);
}

TEST(ConnectionLimits, AClusterThatWasCutOffIsLookedAtAnewAfterAWhile) {
  SmallClusters world(small_rules);
  auto& cluster = world.add("c1");
  EndlessNodes nodes(cluster);
  world.want({"c1"});
  world.time.advance(60s);
  EXPECT_EQ(world.state("c1").lookup_error, too_many);
  nodes.endless = false;
  world.take();
  world.time.advance(11min);
  EXPECT_EQ(world.state("c1").lookup_error, "");
  EXPECT_THAT(world.take("object"), ElementsAre(testing::HasSubstr("n1")));
}

TEST(ConnectionLimits, AWatchThatNeverStopsAddingIsCutOffToo) {
  SmallClusters world(small_rules);
  auto& cluster = world.add("c1");
  world.want({"c1"});
  world.time.advance(0ms);
  auto* watch = cluster.server.wire.open_calls("/nodes?watch").at(0);
  watch->head();
  for (int i = 0; i < 300; ++i) {
    watch->piece(format(R"({{"type":"ADDED","object":{{"kind":"Node","apiVersion":"v1",)"
                        R"("metadata":{{"name":"w{}","resourceVersion":"{}"}}}}}})"
                        "\n",
                        i, 11 + i));
  }
  world.time.advance(10s);
  EXPECT_EQ(world.state("c1").lookup_error, too_many);
}

TEST(ConnectionLimits, OneNodeThatChangesForEverIsOneNode) {
  SmallClusters world(small_rules);
  auto& cluster = world.add("c1");
  world.want({"c1"});
  world.time.advance(0ms);
  auto* watch = cluster.server.wire.open_calls("/nodes?watch").at(0);
  watch->head();
  for (int i = 0; i < 300; ++i) {
    watch->piece(format(R"({{"type":"MODIFIED","object":{{"kind":"Node","apiVersion":"v1",)"
                        R"("metadata":{{"name":"n1","resourceVersion":"{}"}}}}}})"
                        "\n",
                        11 + i));
  }
  world.time.advance(10s);
  EXPECT_EQ(world.state("c1").lookup_error, "");
}

}  // namespace
}  // namespace telltale::remote
