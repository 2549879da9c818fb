// SPDX-License-Identifier: Apache-2.0
#include "client/discovery.h"

#include <map>
#include <optional>

#include <gtest/gtest.h>

#include "client/transport/transport_for_test.h"

namespace telltale::client {
namespace {

using namespace std::chrono_literals;

constexpr const char* core_groups =
    R"({"kind": "APIGroupDiscoveryList", "items": [{"metadata": {}, "versions": [{"version": "v1",
        "resources": [{"resource": "nodes", "scope": "Cluster", "verbs": ["list"],
                       "responseKind": {"kind": "Node"}}]}]}]})";
constexpr const char* named_groups =
    R"({"kind": "APIGroupDiscoveryList", "items": [
        {"metadata": {"name": "apps"}, "versions": [{"version": "v1", "freshness": "Current",
         "resources": [{"resource": "deployments", "scope": "Namespaced", "verbs": ["list"],
                        "responseKind": {"kind": "Deployment"}}]}]},
        {"metadata": {"name": "metrics.k8s.io"}, "versions": [{"version": "v1beta1",
         "freshness": "Stale", "resources": [{"resource": "nodes", "scope": "Cluster",
         "verbs": ["list"], "responseKind": {"kind": "NodeMetrics"}}]}]}]})";
constexpr const char* plain_core = R"({"kind": "APIVersions", "versions": ["v1"]})";
constexpr const char* plain_named =
    R"({"kind": "APIGroupList", "groups": [
        {"name": "x.io", "versions": [{"version": "v1"}, {"version": "v2"}],
         "preferredVersion": {"version": "v2"}},
        {"name": "dead.io", "versions": [{"version": "v1"}]}]})";
constexpr const char* core_nodes =
    R"({"kind": "APIResourceList", "resources": [
        {"name": "nodes", "kind": "Node", "namespaced": false, "verbs": ["list"]}]})";
constexpr const char* things =
    R"({"kind": "APIResourceList", "resources": [
        {"name": "things", "kind": "Thing", "namespaced": true, "verbs": ["list"]}]})";
constexpr const char* things_and_relics =
    R"({"kind": "APIResourceList", "resources": [
        {"name": "things", "kind": "Thing", "namespaced": true, "verbs": ["list"]},
        {"name": "relics", "kind": "Relic", "namespaced": true, "verbs": ["list"]}]})";

// A server with a page for each path; what it does not know is 404.
class ClientDiscovery : public testing::Test {
 protected:
  ClientDiscovery() {
    transport_.always([this](const Outgoing& request) -> Result<http::Response> {
      const auto page = pages_.find(request.target);
      if (page == pages_.end()) return refusal(404, "NotFound", "no such page");
      return page->second;
    });
  }
  void discover_all() {
    discover(api_, [this](Result<Served> served, std::vector<std::string> errors) {
      served_ = std::move(served);
      errors_ = std::move(errors);
    });
    time_.advance(10s);
  }
  const Served& served() const { return **served_; }

  ManualScheduler time_;
  ScriptedTransport transport_;
  Api api_{transport_, time_, time_.clock(), 1, {.attempts = 1}};
  std::map<std::string, Result<http::Response>> pages_;
  std::optional<Result<Served>> served_;
  std::vector<std::string> errors_;
};

TEST_F(ClientDiscovery, TakesTwoRequestsWhereTheServerOffersIt) {
  pages_ = {{"/api", json_answer(200, core_groups)}, {"/apis", json_answer(200, named_groups)}};
  discover_all();
  ASSERT_TRUE(served_ && *served_);
  EXPECT_NE(served().find("", "Node"), nullptr);
  EXPECT_NE(served().find("apps", "Deployment"), nullptr);
  EXPECT_EQ(transport_.targets(), (std::vector<std::string>{"/api", "/apis"}));
  const auto accept = http::find_header(transport_.last().request().headers, "Accept");
  ASSERT_TRUE(accept);
  EXPECT_LT(accept->find("v=v2;"), accept->find("v=v2beta1;"));
  EXPECT_TRUE(accept->ends_with(",application/json"));
}

TEST_F(ClientDiscovery, AStaleGroupIsLeftOutAndNamed) {
  pages_ = {{"/api", json_answer(200, core_groups)}, {"/apis", json_answer(200, named_groups)}};
  discover_all();
  EXPECT_EQ(served().find("metrics.k8s.io", "NodeMetrics"), nullptr);
  ASSERT_EQ(errors_.size(), 1U);
  EXPECT_TRUE(errors_[0].starts_with("/apis/metrics.k8s.io/v1beta1 is stale"));
}

TEST_F(ClientDiscovery, AsksForEveryVersionWhereItDoesNot) {
  pages_ = {{"/api", json_answer(200, plain_core)},
            {"/apis", json_answer(200, plain_named)},
            {"/api/v1", json_answer(200, core_nodes)},
            {"/apis/x.io/v2", json_answer(200, things)},
            {"/apis/x.io/v1", json_answer(200, things_and_relics)},
            {"/apis/dead.io/v1", refusal(503, "ServiceUnavailable", "nobody is there")}};
  discover_all();
  ASSERT_TRUE(served_ && *served_);
  EXPECT_NE(served().find("", "Node"), nullptr);
  EXPECT_EQ(served().find("x.io", "Thing")->version, "v2");
  EXPECT_EQ(served().find("x.io", "Thing")->other_versions, std::vector<std::string>{"v1"});
  EXPECT_EQ(served().find("x.io", "Relic")->version, "v1");
  EXPECT_EQ(errors_, std::vector<std::string>{"/apis/dead.io/v1 answered 503: nobody is there"});
}

TEST_F(ClientDiscovery, TheTwoWaysMayBeMixed) {
  pages_ = {{"/api", json_answer(200, core_groups)},
            {"/apis", json_answer(200, plain_named)},
            {"/apis/x.io/v2", json_answer(200, things)}};
  discover_all();
  EXPECT_NE(served().find("", "Node"), nullptr);
  EXPECT_NE(served().find("x.io", "Thing"), nullptr);
  EXPECT_EQ(errors_.size(), 2U);
}

TEST_F(ClientDiscovery, AServerWithoutACoreGroupIsStillAServer) {
  pages_ = {{"/apis", json_answer(200, named_groups)}};
  discover_all();
  ASSERT_TRUE(served_ && *served_);
  EXPECT_NE(served().find("apps", "Deployment"), nullptr);
  EXPECT_EQ(errors_.front(), "/api answered 404: no such page");
}

TEST_F(ClientDiscovery, HalfATruthIsAnError) {
  pages_ = {{"/api", json_answer(200, core_groups)},
            {"/apis", fail(Error::Kind::Unreachable, "connection reset")}};
  discover_all();
  ASSERT_TRUE(served_);
  ASSERT_FALSE(*served_);
  EXPECT_EQ((*served_).error().detail, "connection reset");
}

TEST_F(ClientDiscovery, WhoMayNotAskAtAllIsTold) {
  pages_ = {{"/api", refusal(401, "Unauthorized", "who are you")},
            {"/apis", refusal(401, "Unauthorized", "who are you")}};
  discover_all();
  ASSERT_TRUE(served_);
  ASSERT_FALSE(*served_);
  EXPECT_EQ((*served_).error().detail, "/api answered 401: who are you");
}

TEST_F(ClientDiscovery, AnAnswerThatIsNoneIsAnError) {
  pages_ = {{"/api", json_answer(200, "<html>")}, {"/apis", json_answer(200, named_groups)}};
  discover_all();
  ASSERT_TRUE(served_);
  EXPECT_FALSE(*served_);
}

TEST(ClientDiscoveryWaiting, WaitsForEveryAnswer) {
  const auto scheduler = make_thread_scheduler();
  const SystemClock clock;
  ScriptedTransport transport;
  transport.always([](const Outgoing& request) {
    return json_answer(200, request.target == "/api" ? core_groups : named_groups);
  });
  Api api(transport, *scheduler, clock, 1);
  std::vector<std::string> errors;
  const auto served = discover(api, errors);
  ASSERT_TRUE(served);
  EXPECT_EQ(served->all().size(), 2U);
  EXPECT_EQ(errors.size(), 1U);
}

}  // namespace
}  // namespace telltale::client
