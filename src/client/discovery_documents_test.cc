// SPDX-License-Identifier: Apache-2.0
#include "client/discovery_documents.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale::client {
namespace {

constexpr std::string_view aggregated = R"({
  "kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": {},
  "items": [
    {"metadata": {"name": "cluster.x-k8s.io"}, "versions": [
      {"version": "v1beta2", "freshness": "Current", "resources": [
        {"resource": "machines", "scope": "Namespaced", "singularResource": "machine",
         "responseKind": {"group": "", "version": "", "kind": "Machine"},
         "verbs": ["get", "list", "watch"], "shortNames": ["ma"],
         "subresources": [{"subresource": "scale"}, {"subresource": "status", "verbs": ["patch"]}]},
        {"resource": "clusterclasses", "scope": "Namespaced", "verbs": ["list"],
         "responseKind": {"kind": "ClusterClass"}}]},
      {"version": "v1beta1", "freshness": "Current", "resources": [
        {"resource": "machines", "scope": "Namespaced", "verbs": ["get"],
         "responseKind": {"kind": "Machine"}},
        {"resource": "relics", "scope": "Cluster", "verbs": ["list", "watch"],
         "responseKind": {"kind": "Relic"}}]}]},
    {"metadata": {"name": "metrics.k8s.io"}, "versions": [
      {"version": "v1beta1", "freshness": "Stale", "resources": []}]}]})";

TEST(ClientDiscoveryDocuments, ReadsAllGroupsFromOneDocument) {
  const auto versions = read_groups(aggregated);
  ASSERT_TRUE(versions);
  ASSERT_EQ(versions->size(), 3U);
  EXPECT_EQ((*versions)[0].path(), "/apis/cluster.x-k8s.io/v1beta2");
  EXPECT_TRUE((*versions)[0].is_known);
  EXPECT_FALSE((*versions)[0].is_stale);
  EXPECT_TRUE((*versions)[2].is_stale);
  ASSERT_EQ((*versions)[0].resources.size(), 2U);
  EXPECT_EQ((*versions)[0].resources[0], (ServedResource{.group = "cluster.x-k8s.io",
                                                         .version = "v1beta2",
                                                         .kind = "Machine",
                                                         .plural = "machines",
                                                         .short_names = {"ma"},
                                                         .namespaced = true,
                                                         .can_list = true,
                                                         .can_watch = true,
                                                         .has_status = true}));
  EXPECT_FALSE((*versions)[0].resources[1].can_watch);
  EXPECT_FALSE((*versions)[0].resources[1].has_status);
}

TEST(ClientDiscoveryDocuments, AKindIsFoundInThePreferredVersionThatServesIt) {
  const Served served = merge_versions(*read_groups(aggregated));
  EXPECT_EQ(served.find("cluster.x-k8s.io", "Machine")->version, "v1beta2");
  EXPECT_EQ(served.find("cluster.x-k8s.io", "Machine")->other_versions,
            std::vector<std::string>{"v1beta1"});
  const ServedResource* relic = served.find("cluster.x-k8s.io", "Relic");
  ASSERT_NE(relic, nullptr);
  EXPECT_EQ(relic->version, "v1beta1");
  EXPECT_FALSE(relic->namespaced);
  EXPECT_TRUE(relic->other_versions.empty());
}

TEST(ClientDiscoveryDocuments, TheCoreGroupHasNoName) {
  const auto versions = read_groups(R"({"kind": "APIGroupDiscoveryList", "items": [{"metadata": {},
    "versions": [{"version": "v1", "resources": [{"resource": "nodes", "scope": "Cluster",
    "responseKind": {"group": "", "version": "v1", "kind": "Node"}, "verbs": ["list"]}]}]}]})");
  ASSERT_TRUE(versions);
  ASSERT_EQ(versions->size(), 1U);
  EXPECT_EQ((*versions)[0].path(), "/api/v1");
  EXPECT_EQ((*versions)[0].resources[0].api_version(), "v1");
  EXPECT_FALSE((*versions)[0].resources[0].namespaced);
}

TEST(ClientDiscoveryDocuments, WithoutAKindThereIsNothingToRead) {
  const auto versions = read_groups(R"({"kind": "APIGroupDiscoveryList", "items": [{
    "metadata": {"name": "x.io"}, "versions": [{"version": "v1", "resources": [
    {"resource": "parts", "subresources": [{"subresource": "status"}]}, {"verbs": []}]}]}]})");
  ASSERT_TRUE(versions);
  EXPECT_TRUE((*versions)[0].resources.empty());
}

TEST(ClientDiscoveryDocuments, ThePlainWayNamesVersionsToAskFor) {
  const auto versions = read_groups(R"({"kind": "APIGroupList", "groups": [
    {"name": "apps", "versions": [{"groupVersion": "apps/v1", "version": "v1"}],
     "preferredVersion": {"version": "v1"}},
    {"name": "x.io", "versions": [{"version": "v3"}, {"version": "v1"}, {"version": "v2"}],
     "preferredVersion": {"version": "v2"}}]})");
  ASSERT_TRUE(versions);
  std::vector<std::string> paths;
  for (const GroupVersion& version : *versions) {
    EXPECT_FALSE(version.is_known);
    paths.push_back(version.path());
  }
  EXPECT_EQ(paths, (std::vector<std::string>{"/apis/apps/v1", "/apis/x.io/v2", "/apis/x.io/v3",
                                             "/apis/x.io/v1"}));
}

TEST(ClientDiscoveryDocuments, ThePlainWayOfTheCore) {
  const auto versions = read_groups(R"({"kind": "APIVersions", "versions": ["v1"],
    "serverAddressByClientCIDRs": []})");
  ASSERT_TRUE(versions);
  ASSERT_EQ(versions->size(), 1U);
  EXPECT_EQ((*versions)[0].path(), "/api/v1");
}

TEST(ClientDiscoveryDocuments, ReadsTheResourcesOfOneVersion) {
  const GroupVersion version{.group = "x.io", .version = "v1"};
  const auto resources = read_resources(R"({"kind": "APIResourceList", "groupVersion": "x.io/v1",
    "resources": [
      {"name": "things/status", "namespaced": true, "kind": "Thing", "verbs": ["patch"]},
      {"name": "things", "singularName": "thing", "namespaced": true, "kind": "Thing",
       "verbs": ["list", "watch"], "shortNames": ["th", 7]},
      {"name": "lands", "namespaced": false, "kind": "Land", "verbs": ["get"]},
      {"name": "lands/scale", "namespaced": false, "kind": "Scale", "verbs": ["get"]},
      {"name": "", "kind": "Nameless"}, {"name": "kindless"}]})",
                                        version);
  ASSERT_TRUE(resources);
  ASSERT_EQ(resources->size(), 2U);
  EXPECT_EQ((*resources)[0], (ServedResource{.group = "x.io",
                                             .version = "v1",
                                             .kind = "Thing",
                                             .plural = "things",
                                             .short_names = {"th"},
                                             .can_list = true,
                                             .can_watch = true,
                                             .has_status = true}));
  EXPECT_FALSE((*resources)[1].namespaced);
  EXPECT_FALSE((*resources)[1].has_status);
  EXPECT_FALSE((*resources)[1].can_list);
}

TEST(ClientDiscoveryDocuments, OtherAnswersAreErrors) {
  const GroupVersion version{.group = "x.io", .version = "v1"};
  for (const char* body : {"", "[]", "{", "<html>", R"({"kind":"Status"})", R"({"kind":7})"}) {
    EXPECT_FALSE(read_groups(body)) << body;
    EXPECT_FALSE(read_resources(body, version)) << body;
  }
}

TEST(ClientDiscoveryDocuments, ThingsInTheWrongPlacesAreLeftOut) {
  const auto versions = read_groups(R"({"kind": "APIGroupDiscoveryList", "items": [7, null, [],
    {"metadata": 3, "versions": {}},
    {"metadata": {"name": "x"}, "versions": [1, {"version": 2}]}]})");
  ASSERT_TRUE(versions);
  EXPECT_TRUE(versions->empty());
}

TEST(ClientDiscoveryDocuments, ThereIsALimitToWhatOneServerServes) {
  std::string body = R"({"kind": "APIVersions", "versions": ["v")";
  for (std::size_t i = 0; i < group_versions_max + 5; ++i) body += format(R"(, "v{}")", i);
  const auto versions = read_groups(body + "]}");
  ASSERT_TRUE(versions);
  EXPECT_EQ(versions->size(), group_versions_max);
}

}  // namespace
}  // namespace telltale::client
