// SPDX-License-Identifier: Apache-2.0
#include "live/server_discovery.h"

#include <map>

#include <gtest/gtest.h>

#include "live/loop_for_test.h"

namespace telltale::live {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view identity_page = "/api/v1/namespaces/kube-system";

class ServerDiscoveryTest : public testing::Test {
 protected:
  ServerDiscoveryTest() {
    pages_["/api"] = client::json_answer(200, R"({"kind": "APIGroupDiscoveryList", "items": [
        {"metadata": {}, "versions": [{"version": "v1", "resources": [{"resource": "nodes",
         "scope": "Cluster", "verbs": ["list"], "responseKind": {"kind": "Node"}}]}]}]})");
    pages_["/apis"] = client::json_answer(200, R"({"kind": "APIGroupDiscoveryList", "items": []})");
    pages_[std::string(identity_page)] =
        client::json_answer(200, R"({"kind": "Namespace", "metadata": {"uid": "u1"}})");
    loop_.transport.always([this](const client::Outgoing& request) -> Result<http::Response> {
      if (is_down_) return fail(Error::Kind::Unreachable, "no route");
      const auto page = pages_.find(request.target);
      return page == pages_.end() ? client::refusal(404, "NotFound", "no such page") : page->second;
    });
  }

  // As the loop does: it looks at the clock all the time.
  void advance(std::chrono::seconds by) {
    for (std::chrono::seconds passed{0}; passed < by; ++passed) {
      discovery_.keep_time(loop_.time.clock().elapsed());
      loop_.advance(1s);
    }
  }

  LoopForTest loop_;
  std::map<std::string, http::Response> pages_;
  bool is_down_ = false;
  int served_ = 0;
  int definitions_ = 0;
  std::string uid_;
  ServerDiscovery discovery_{
      loop_.parts,
      60s,
      {.on_served = [this](const auto&) { ++served_; },
       .on_definitions = [this](const auto&, const auto&) { ++definitions_; },
       .on_cluster_uid = [this](const std::string& uid) { uid_ = uid; }}};
};

TEST_F(ServerDiscoveryTest, TellsWhatIsServedWhenItChangesAndItsDefinitionsEveryTime) {
  advance(1s);
  EXPECT_TRUE(discovery_.has_served());
  EXPECT_TRUE(discovery_.has_definitions());
  EXPECT_EQ(uid_, "u1");
  advance(120s);
  EXPECT_EQ(served_, 1);
  EXPECT_EQ(definitions_, 3);
  pages_["/api"].body.replace(pages_["/api"].body.find("nodes"), 5, "pods");
  advance(60s);
  EXPECT_EQ(served_, 2);
}

TEST_F(ServerDiscoveryTest, AsksAServerThatIsDownEveryTwoSecondsAndLogsThatOnce) {
  is_down_ = true;
  advance(10s);
  EXPECT_FALSE(discovery_.has_served());
  EXPECT_EQ(loop_.logged("the API server: "), 1U);
  is_down_ = false;
  advance(3s);
  EXPECT_TRUE(discovery_.has_served());
}

TEST_F(ServerDiscoveryTest, AsksWhichClusterItIsUntilThatIsKnown) {
  const http::Response page = pages_.at(std::string(identity_page));
  pages_.erase(std::string(identity_page));
  advance(70s);
  EXPECT_EQ(uid_, "");
  EXPECT_EQ(loop_.logged("commands that ask cannot know whose cluster this is"), 1U);
  pages_[std::string(identity_page)] = page;
  advance(60s);
  EXPECT_EQ(uid_, "u1");
}

}  // namespace
}  // namespace telltale::live
