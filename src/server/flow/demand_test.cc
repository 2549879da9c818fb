// SPDX-License-Identifier: Apache-2.0
#include "server/flow/demand.h"

#include <gtest/gtest.h>

#include "server/access/credentials/credentials.h"
#include "server/server_for_test.h"

namespace telltale::server {
namespace {

User person(std::string name, std::vector<std::string> groups = {}) {
  return {.name = std::move(name), .groups = std::move(groups)};
}

class DemandTest : public testing::Test {
 protected:
  Call call(std::string verb, const std::string& target, std::string body = {}) {
    Call made{.http = {.method = "GET", .target = target, .body = std::move(body)}};
    made.http.peer = "127.0.0.1:4000";
    made.target = *http::parse_target(target);
    made.route = route_of(made.target);
    made.verb = std::move(verb);
    made.resource = std::make_shared<const Resource>(
        Resource{.plural = "configmaps", .versions = {Version{.name = "v1", .storage = true}}});
    made.version = made.resource->version("v1");
    return made;
  }
  Call configmaps(std::string verb, std::string_view query = {}) {
    return call(std::move(verb), format("/api/v1/configmaps{}", query));
  }
  std::size_t width(const Call& of) { return width_of(of, server.store().present()); }
  void fill(int objects, std::size_t bytes) {
    std::vector<store::Item> items;
    const std::string value(bytes, 'x');
    for (int i = 0; i < objects; ++i) {
      items.push_back({.key = format("~/core_/configmaps/a/{:06}", i),
                       .value = std::make_shared<const std::string>(value),
                       .revision = 1});
    }
    server.store().present().load(std::move(items), 1, 0);
  }

  ServerForTest server;
};

TEST_F(DemandTest, EveryUserIsAFlowAndNobodyBecomesManyByMakingAccounts) {
  const Call asked = configmaps("list");
  EXPECT_EQ(flow_of(asked, person("jane")), "jane");
  EXPECT_EQ(flow_of(asked, person("system:serviceaccount:team-a:one")),
            flow_of(asked, person("system:serviceaccount:team-a:two")));
  EXPECT_NE(flow_of(asked, person("system:serviceaccount:team-a:one")),
            flow_of(asked, person("system:serviceaccount:team-b:one")));
  Call within = asked;
  within.from_within = true;
  within.route.home = "team:c1";
  EXPECT_EQ(flow_of(within, person("anybody")), flow_of(within, person("somebody else")));
}

TEST_F(DemandTest, LeasesAndNodesHaveALevelOfTheirOwn) {
  const Call lease =
      call("update", "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/scheduler");
  EXPECT_EQ(level_of(lease, person("jane")), Level::Elections);
  // Lists of them are lists.
  EXPECT_EQ(level_of(call("list", "/apis/coordination.k8s.io/v1/leases"), person("jane")),
            Level::Workload);
  const Call node = call("patch", "/api/v1/nodes/n1/status");
  EXPECT_EQ(level_of(node, person("system:node:n1", {"system:nodes"})), Level::Elections);
  EXPECT_EQ(level_of(node, person("jane")), Level::Workload);
}

TEST_F(DemandTest, TheSystemAndStrangersHaveALevelOfTheirOwn) {
  Call asked = configmaps("list");
  EXPECT_EQ(level_of(asked, person(std::string(status_writer_user))), Level::System);
  EXPECT_EQ(level_of(asked, person("system:serviceaccount:kube-system:x",
                                   {"system:serviceaccounts:kube-system"})),
            Level::System);
  EXPECT_EQ(level_of(asked, person(std::string(admin_user))), Level::Workload);
  EXPECT_EQ(level_of(asked, person("system:anonymous")), Level::Strangers);
  asked.http.peer = inside_peer;
  EXPECT_EQ(level_of(asked, person(std::string(admin_user))), Level::System);
  EXPECT_NE(flow_of(asked, person(std::string(admin_user))), std::string(admin_user));
}

TEST_F(DemandTest, AListIsAsWideAsWhatItLooksAt) {
  EXPECT_EQ(width(configmaps("list")), 1U);
  fill(5000, 100);
  EXPECT_EQ(width(configmaps("list")), 11U);
  EXPECT_EQ(width(configmaps("get")), 1U);
  EXPECT_EQ(width(configmaps("list", "?limit=500")), 2U);
  // Whoever selects looks at all of them.
  EXPECT_EQ(width(configmaps("list", "?limit=500&labelSelector=a%3Db")), 11U);
  EXPECT_EQ(width(call("list", "/api/v1/namespaces/b/configmaps")), 1U);
  EXPECT_EQ(width(configmaps("list", "?pretty=true")), 41U);
  EXPECT_EQ(width(configmaps("deletecollection")), 41U);
}

TEST_F(DemandTest, BytesCountAsObjectsDo) {
  fill(100, std::size_t{100} << 10);
  EXPECT_EQ(width(configmaps("list")), 10U);
  EXPECT_EQ(width(call("create", "/api/v1/namespaces/a/configmaps",
                       std::string(std::size_t{5} << 19, 'x'))),
            3U);
}

TEST_F(DemandTest, AWatchIsWideOnlyWhereItBeginsWithThePresent) {
  fill(5000, 100);
  EXPECT_EQ(width(configmaps("watch", "?watch=1&resourceVersion=7")), 1U);
  EXPECT_EQ(width(configmaps("watch", "?watch=1")), 11U);
  EXPECT_EQ(width(configmaps("watch", "?watch=1&resourceVersion=0")), 11U);
  EXPECT_EQ(width(configmaps("watch", "?watch=1&resourceVersion=7&sendInitialEvents=true")), 11U);
  EXPECT_EQ(width(configmaps("watch", "?watch=1&sendInitialEvents=false")), 1U);
}

}  // namespace
}  // namespace telltale::server
