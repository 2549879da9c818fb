// SPDX-License-Identifier: Apache-2.0
#include "server/request/nesting.h"

#include <gtest/gtest.h>

#include <string>

#include "server/server_for_test.h"

namespace telltale::server {
namespace {

constexpr std::string_view heaps_definition = R"json({
  "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
  "metadata": {"name": "heaps.ref.example.com"},
  "spec": {"group": "ref.example.com", "scope": "Namespaced",
    "names": {"plural": "heaps", "kind": "Heap"},
    "versions": [{"name": "v1", "served": true, "storage": true,
      "schema": {"openAPIV3Schema": {"type": "object", "properties": {
        "spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}}}]}})json";
constexpr std::string_view heaps = "/apis/ref.example.com/v1/namespaces/default/heaps";

// {"a":{"a":…1}}, or of lists that hold a map in turn.
std::string nested_maps(std::size_t levels) {
  std::string text;
  for (std::size_t i = 0; i < levels; ++i) text += R"({"a":)";
  return text + "1" + std::string(levels, '}');
}

std::string heap(std::string_view name, std::string_view spec) {
  return format(
      R"({{"apiVersion":"ref.example.com/v1","kind":"Heap","metadata":{{"name":"{}"}},"spec":{}}})",
      name, spec);
}

TEST(Nesting, CountsMapsAndListsButNotWhatTheServerWrites) {
  EXPECT_EQ(nesting_of(*json::parse("1")), 0U);
  EXPECT_EQ(nesting_of(*json::parse("{}")), 1U);
  EXPECT_EQ(nesting_of(*json::parse(R"({"a":[{}]})")), 3U);
  EXPECT_EQ(nesting_of(*json::parse(R"({"metadata":{"labels":{}}})")), 3U);
  EXPECT_EQ(nesting_of(*json::parse(R"({"metadata":{"managedFields":[{"f":{"g":{}}}]}})")), 2U);
}

TEST(Nesting, WhatLiesThereAlreadyMayStayAsDeepAsItIs) {
  const json::Value deep = *json::parse(nested_maps(request_depth_max + 3));
  const json::Value deeper = *json::parse(nested_maps(request_depth_max + 4));
  schema::FieldErrors out;
  check_nesting(deep, &deep, out);
  EXPECT_TRUE(out.empty());
  check_nesting(deeper, &deep, out);
  EXPECT_EQ(out.size(), 1U);
}

TEST(Nesting, LeavesRoomForEverythingTheServerAdds) {
  EXPECT_LT(request_depth_max + 16, json::ParseLimits{}.depth);
  EXPECT_LT(json::ParseLimits{}.depth + 100, stored_depth_max);
}

// Whatever is accepted can be read, patched in every way, applied, put back and deleted.
TEST(Nesting, AnObjectOfAnyDepthIsRefusedOrFullyAlive) {
  ServerForTest server;
  ASSERT_EQ(server.post(ServerForTest::definitions, heaps_definition).code, 201);
  std::size_t deepest = 0;
  for (std::size_t levels = 70; levels <= 102; ++levels) {
    const std::string name = format("h{}", levels);
    const std::string at = format("{}/{}", heaps, name);
    const auto made = server.post(heaps, heap(name, nested_maps(levels - 1)));
    if (made.code != 201) {
      EXPECT_TRUE(made.code == 422 || made.code == 400) << levels << made.body;
      EXPECT_GT(levels, request_depth_max) << made.body;
      continue;
    }
    deepest = levels;
    const auto read = server.get(at);
    EXPECT_EQ(read.code, 200);
    EXPECT_EQ(server.put(at, read.object).code, 200) << levels;
    EXPECT_EQ(server.merge(at, R"({"metadata":{"labels":{"a":"b"}}})").code, 200) << levels;
    EXPECT_EQ(server
                  .ask("PATCH", at, R"([{"op":"add","path":"/metadata/labels/c","value":"d"}])",
                       {{"Content-Type", "application/json-patch+json"}})
                  .code,
              200)
        << levels;
    EXPECT_EQ(
        server.apply(at + "?fieldManager=me&force=true", heap(name, nested_maps(levels - 1))).code,
        200)
        << levels;
    EXPECT_EQ(server.get(at, {{"Accept", "application/yaml"}}).body.front(), 'a');
    EXPECT_EQ(server.remove(at).code, 200) << levels;
    EXPECT_EQ(server.get(at).code, 404);
  }
  EXPECT_EQ(deepest, request_depth_max);
}

TEST(Nesting, NoPatchAndNoApplyMakesAnObjectDeeperThanARequestMay) {
  ServerForTest server;
  ASSERT_EQ(server.post(ServerForTest::definitions, heaps_definition).code, 201);
  ASSERT_EQ(server.post(heaps, heap("a", nested_maps(60))).code, 201);
  const std::string at = format("{}/a", heaps);
  const std::string deep = nested_maps(request_depth_max);
  EXPECT_EQ(server.merge(at, format(R"({{"spec":{}}})", deep)).code, 422);
  EXPECT_EQ(server.apply(at + "?fieldManager=me&force=true", heap("a", deep)).code, 422);
  const std::string copies = R"([{"op":"copy","from":"/spec","path":"/spec/a/a/a/a/a/a/a/a/a/a/a/)"
                             R"(a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/b"}])";
  EXPECT_EQ(server.ask("PATCH", at, copies, {{"Content-Type", "application/json-patch+json"}}).code,
            422);
  EXPECT_EQ(server.remove(at).code, 200);
}

// Stored by an older server, which accepted more.
TEST(Nesting, WhatWasStoredDeeperCanBeReadPatchedAndDeleted) {
  ServerForTest server;
  ASSERT_EQ(server.post(ServerForTest::definitions, heaps_definition).code, 201);
  const auto made = server.post(heaps, heap("a", R"({"a":1})"));
  ASSERT_EQ(made.code, 201);
  const std::string at = format("{}/a", heaps);
  const std::string key = "~/ref.example.com/heaps/default/a";
  json::Value object = made.object;
  object.as_object()["spec"] = json::parse(nested_maps(200), {.depth = 256}).value();
  ASSERT_TRUE(store::commit_and_wait(server.store(),
                                     {.key = key,
                                      .value = json::print(object),
                                      .expected = server.store().present().get(key)->revision})
                  .has_value());
  EXPECT_EQ(server.get(at).code, 200);
  EXPECT_EQ(server.merge(at, R"({"metadata":{"labels":{"a":"b"}}})").code, 200);
  EXPECT_EQ(server.remove(at).code, 200);
  EXPECT_EQ(server.get(at).code, 404);
}

// With every patch it grows, until no more is taken; and it can still be deleted.
TEST(Nesting, AnObjectThatGrowsByPatchesIsRefusedWellBelowWhatTheStoreTakes) {
  ServerForTest server;
  ASSERT_EQ(server.post(ServerForTest::definitions, heaps_definition).code, 201);
  ASSERT_EQ(server.post(heaps, heap("a", "{}")).code, 201);
  const std::string at = format("{}/a", heaps);
  const std::string text(std::size_t{5} << 19, 'x');
  EXPECT_EQ(server.merge(at, format(R"({{"spec":{{"a":"{}"}}}})", text)).code, 200);
  EXPECT_EQ(server.merge(at, format(R"({{"spec":{{"b":"{}"}}}})", text)).code, 200);
  const auto more = server.merge(at, format(R"({{"spec":{{"c":"{}"}}}})", text));
  EXPECT_EQ(more.refusal(), "413 RequestEntityTooLarge");
  EXPECT_EQ(server.merge(at, R"({"metadata":{"finalizers":["example.com/hold"]}})").code, 200);
  EXPECT_EQ(server.remove(at).text("metadata.deletionGracePeriodSeconds"), "");
  EXPECT_EQ(server.merge(at, R"({"metadata":{"finalizers":null}})").code, 200);
  EXPECT_EQ(server.get(at).code, 404);
}

}  // namespace
}  // namespace telltale::server
