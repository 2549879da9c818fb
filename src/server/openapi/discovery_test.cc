// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/discovery.h"

#include <gtest/gtest.h>

#include "json/print.h"
#include "server/kinds/words_for_test.h"
#include "server/openapi/registry_for_test.h"

namespace telltale::server {
namespace {

using openapi::small_registry;

// Both sides parsed and printed, so that only the content counts.
std::string plain(std::string_view text) { return json::print(from_json(text)); }

const json::Value* named(const json::Value& list, std::string_view key, std::string_view name) {
  for (const json::Value& item : list.get_array()) {
    if (item.at(key) == json::Value(name)) return &item;
  }
  return nullptr;
}

TEST(OpenApiDiscovery, TellsTheCoreVersionAndTheAddressOfTheServer) {
  EXPECT_EQ(json::print(api_versions("127.0.0.1:16443")), plain(R"({
    "kind": "APIVersions", "versions": ["v1"], "serverAddressByClientCIDRs": [
      {"clientCIDR": "0.0.0.0/0", "serverAddress": "127.0.0.1:16443"}]})"));
}

TEST(OpenApiDiscovery, ListsBuiltInGroupsByPriorityAndOthersByName) {
  const json::Value list = api_group_list(*small_registry());
  std::vector<std::string> names;
  for (const json::Value& group : list.at("groups").get_array()) {
    names.emplace_back(group.at("name").get_string());
  }
  EXPECT_EQ(names, (std::vector<std::string>{"authorization.k8s.io", "coordination.k8s.io",
                                             "a.example.org", "ref.example.com"}));
}

TEST(OpenApiDiscovery, ShowsAGroupWithItsPreferredVersionFirst) {
  const std::optional<json::Value> group = api_group(*small_registry(), "ref.example.com");
  ASSERT_TRUE(group);
  EXPECT_EQ(json::print(*group), plain(R"({
    "kind": "APIGroup", "apiVersion": "v1", "name": "ref.example.com",
    "versions": [{"groupVersion": "ref.example.com/v1", "version": "v1"},
                 {"groupVersion": "ref.example.com/v1beta1", "version": "v1beta1"}],
    "preferredVersion": {"groupVersion": "ref.example.com/v1", "version": "v1"}})"));
}

TEST(OpenApiDiscovery, KnowsNoGroupThatIsNotServed) {
  EXPECT_FALSE(api_group(*small_registry(), "nothing.example.com"));
  EXPECT_FALSE(api_group(*small_registry(), ""));
}

TEST(OpenApiDiscovery, ListsAResourceAndBehindItItsSubresources) {
  const auto list = api_resource_list(*small_registry(), "ref.example.com", "v1");
  ASSERT_TRUE(list);
  EXPECT_EQ(json::print(*list), plain(R"({
    "kind": "APIResourceList", "apiVersion": "v1", "groupVersion": "ref.example.com/v1",
    "resources": [
      {"name": "gadgets", "singularName": "gadget", "namespaced": true, "kind": "Gadget",
       "verbs": ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"],
       "shortNames": ["gd"], "categories": ["all"], "storageVersionHash": "On4b6ALWzWc="},
      {"name": "gadgets/status", "singularName": "", "namespaced": true, "kind": "Gadget",
       "verbs": ["get", "patch", "update"]},
      {"name": "gadgets/scale", "singularName": "", "namespaced": true, "kind": "Scale",
       "group": "autoscaling", "version": "v1", "verbs": ["get", "patch", "update"]}]})"));
}

TEST(OpenApiDiscovery, ListsSubresourcesOnlyInTheVersionThatHasThem) {
  const auto list = api_resource_list(*small_registry(), "ref.example.com", "v1beta1");
  ASSERT_TRUE(list);
  EXPECT_EQ(list->at("resources").get_array().size(), 1U);
}

TEST(OpenApiDiscovery, KnowsNoVersionThatIsNotServed) {
  EXPECT_FALSE(api_resource_list(*small_registry(), "ref.example.com", "v1alpha1"));
  EXPECT_FALSE(api_resource_list(*small_registry(), "ref.example.com", ""));
  EXPECT_FALSE(api_resource_list(*small_registry(), "", "v2"));
}

TEST(OpenApiDiscovery, ListsTheCoreGroupWithoutAnApiVersion) {
  const auto list = api_resource_list(*small_registry(), "", "v1");
  ASSERT_TRUE(list);
  EXPECT_FALSE(list->get_object().contains("apiVersion"));
  EXPECT_EQ(list->at("groupVersion"), json::Value("v1"));
  const json::Value* finalize = named(list->at("resources"), "name", "namespaces/finalize");
  ASSERT_NE(finalize, nullptr);
  EXPECT_EQ(finalize->at("verbs"), from_json(R"(["update"])"));
  EXPECT_NE(named(list->at("resources"), "name", "namespaces/status"), nullptr);
}

TEST(OpenApiDiscovery, SortsTheVerbsOfBuiltInKinds) {
  const auto list = api_resource_list(*small_registry(), "", "v1");
  ASSERT_TRUE(list);
  const json::Value* found = named(list->at("resources"), "name", "namespaces");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->at("verbs"),
            from_json(R"(["create", "delete", "get", "list", "patch", "update", "watch"])"));
}

TEST(OpenApiDiscovery, AggregatesNamedGroupsWithSubresourcesInside) {
  const json::Value all =
      aggregated_discovery(*small_registry(), DiscoveryPart::Named, DiscoveryVersion::V2Beta1);
  EXPECT_EQ(all.at("apiVersion"), json::Value("apidiscovery.k8s.io/v2beta1"));
  const json::Value& group = all.at("items").get_array().back();
  EXPECT_EQ(group.at("metadata"), from_json(R"({"name": "ref.example.com",
                                             "creationTimestamp": null})"));
  EXPECT_EQ(json::print(group.at("versions").at(0)), plain(R"({
    "version": "v1", "resources": [{
      "resource": "gadgets", "scope": "Namespaced", "singularResource": "gadget",
      "responseKind": {"group": "ref.example.com", "version": "v1", "kind": "Gadget"},
      "verbs": ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"],
      "shortNames": ["gd"], "categories": ["all"],
      "subresources": [
        {"subresource": "status", "verbs": ["get", "patch", "update"],
         "responseKind": {"group": "ref.example.com", "version": "v1", "kind": "Gadget"}},
        {"subresource": "scale", "verbs": ["get", "patch", "update"],
         "responseKind": {"group": "autoscaling", "version": "v1", "kind": "Scale"}}]}]})"));
}

TEST(OpenApiDiscovery, AggregatesTheCoreGroupWithoutAName) {
  const json::Value core =
      aggregated_discovery(*small_registry(), DiscoveryPart::Core, DiscoveryVersion::V2);
  ASSERT_EQ(core.at("items").get_array().size(), 1U);
  const json::Value& group = core.at("items").at(0);
  EXPECT_EQ(group.at("metadata"), from_json(R"({"creationTimestamp": null})"));
  EXPECT_EQ(group.at("versions").at(0).at("freshness"), json::Value("Current"));
}

TEST(OpenApiDiscovery, OfNothingIsEmptyLists) {
  const Registry nothing({});
  EXPECT_EQ(api_group_list(nothing).at("groups"), json::Value(json::ValueList{}));
  EXPECT_EQ(aggregated_discovery(nothing, DiscoveryPart::Core, DiscoveryVersion::V2).at("items"),
            json::Value(json::ValueList{}));
}

TEST(OpenApiDiscovery, ListsThePathsOfEveryGroupInOrder) {
  std::vector<std::string> paths;
  const json::Value root = root_paths(*small_registry());
  for (const json::Value& path : root.at("paths").get_array()) {
    paths.emplace_back(path.get_string());
  }
  EXPECT_TRUE(std::ranges::is_sorted(paths));
  for (const char* path :
       {"/api", "/api/v1", "/apis", "/apis/ref.example.com", "/apis/ref.example.com/v1beta1",
        "/healthz", "/openapi/v3", "/version"}) {
    EXPECT_NE(std::ranges::find(paths, path), paths.end()) << path;
  }
}

}  // namespace
}  // namespace telltale::server
