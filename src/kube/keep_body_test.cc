// SPDX-License-Identifier: Apache-2.0
#include "kube/keep_body.h"

#include <string_view>

#include <gtest/gtest.h>

#include "json/tree/padded_text.h"
#include "json/tree/tree_reader.h"

namespace telltale {
namespace {

using json::Tree;

// Keeps the bodies of documents in one arena, as a reader does.
class Shelf {
 public:
  Tree keep(std::string_view text) {
    Arena scratch;
    const json::PaddedCopy copy(text);
    const auto document = reader_.read_any(copy.padded(), json::TreeReader::depth_max, scratch);
    return document ? keep_body(*document, arena_) : Tree();
  }

 private:
  json::TreeReader reader_;
  Arena arena_;
};

TEST(KeepBody, LeavesOutWhatTheObjectHasInABetterForm) {
  Shelf shelf;
  const Tree body = shelf.keep(
      R"({"apiVersion":"v1","kind":"K","metadata":{"name":"n"},"spec":{"a":1},"status":{)"
      R"("conditions":[],"v1beta2":{"conditions":[],"readyReplicas":2},"phase":"x"}})");
  const Tree expected =
      shelf.keep(R"({"spec":{"a":1},"status":{"v1beta2":{"readyReplicas":2},"phase":"x"}})");
  EXPECT_TRUE(json::same_value(body, expected));
  EXPECT_EQ(body.members().size(), 2U);
}

TEST(KeepBody, KeepsSeveritiesInThePlaceOfTheirConditions) {
  Shelf shelf;
  const Tree body = shelf.keep(
      R"({"status":{"conditions":[{"type":"Ready","status":"False","severity":"Error"},)"
      R"({"type":"Up","status":"True"},{"type":"Odd","severity":7},{"type":3,"severity":"Info"},)"
      R"({"type":"None","severity":""},"x"],"deprecated":{"v1beta1":{"conditions":[)"
      R"({"type":"Down","severity":"Info"}]}},"v1beta2":{"conditions":[{"type":"A"}]}}})");
  const Tree expected = shelf.keep(
      R"({"status":{"kept":{"Ready":"Error"},"deprecated":{"v1beta1":{"kept":{"Down":"Info"}}},)"
      R"("v1beta2":{}}})");
  const Tree status = body["status"];
  EXPECT_TRUE(json::same_value(status["conditions"], expected["status"]["kept"]));
  EXPECT_TRUE(json::same_value(status["deprecated"]["v1beta1"]["conditions"],
                               expected["status"]["deprecated"]["v1beta1"]["kept"]));
  EXPECT_TRUE(json::same_value(status["v1beta2"], expected["status"]["v1beta2"]));
}

TEST(KeepBody, KeepsWhenConditionsWereLastLookedAt) {
  Shelf shelf;
  const Tree body =
      shelf.keep(R"({"status":{"conditions":[{"type":"A","lastProbeTime":"2026-01-01T10:00:00Z"},)"
                 R"({"type":"B","lastProbeTime":null},{"type":"C"}]}})");
  const Tree expected = shelf.keep(R"({"status":{"kept":{"A":"2026-01-01T10:00:00Z"}}})");
  EXPECT_TRUE(json::same_value(body["status"]["conditions"], expected["status"]["kept"]));
}

TEST(KeepBody, KeepsTheSameSeveritiesOnceForAllObjects) {
  Shelf shelf;
  constexpr std::string_view text =
      R"({"status":{"conditions":[{"type":"Ready","severity":"Info"}]}})";
  EXPECT_EQ(shelf.keep(text).members().data(), shelf.keep(text).members().data());
}

TEST(KeepBody, KeepsMapsOfFlagsOnceForAllObjects) {
  Shelf shelf;
  const Tree first = shelf.keep(R"({"status":{"initialization":{"provisioned":true}}})");
  // Where a value stood must not tell two of them apart.
  const Tree second =
      shelf.keep(R"({ "kind":"K", "status": {"initialization":{"provisioned":true}}})");
  EXPECT_TRUE(first["status"]["initialization"]["provisioned"].as_bool(false));
  EXPECT_EQ(first.members().data(), second.members().data());
}

TEST(KeepBody, KeepsVersionsOnceForAllObjectsThatHaveThem) {
  Shelf shelf;
  const Tree first = shelf.keep(R"({"status":{"nodeInfo":{"kubeletVersion":"v1.34.1"}}})");
  const Tree second = shelf.keep(R"({"status": {"nodeInfo":{"kubeletVersion":"v1.34.1"}}})");
  const Tree other = shelf.keep(R"({"status":{"nodeInfo":{"kubeletVersion":"v1.34.2"}}})");
  EXPECT_EQ(first.members().data(), second.members().data());
  EXPECT_EQ(first["status"]["nodeInfo"]["kubeletVersion"].as_string(""), "v1.34.1");
  EXPECT_EQ(other["status"]["nodeInfo"]["kubeletVersion"].as_string(""), "v1.34.2");
}

TEST(KeepBody, TellsDifferentFlagsApart) {
  Shelf shelf;
  const Tree yes = shelf.keep(R"({"status":{"ready":true}})");
  const Tree no = shelf.keep(R"({"status":{"ready":false}})");
  const Tree null = shelf.keep(R"({"status":{"ready":null}})");
  const Tree other = shelf.keep(R"({"status":{"bootstrapReady":true}})");
  EXPECT_EQ(yes["status"]["ready"].as_bool(), true);
  EXPECT_EQ(no["status"]["ready"].as_bool(), false);
  EXPECT_TRUE(null["status"]["ready"].is(Tree::Type::Null));
  EXPECT_FALSE(other["status"]["ready"]);
}

TEST(KeepBody, SharesTheFlagsInsideAMapThatIsNotShared) {
  Shelf shelf;
  const Tree first = shelf.keep(R"({"status":{"flags":{"a":true},"name":"one"}})")["status"];
  const Tree second = shelf.keep(R"({"status":{"flags":{"a":true},"name":"two"}})")["status"];
  EXPECT_EQ(first["flags"].members().data(), second["flags"].members().data());
  EXPECT_EQ(first["name"].as_string(""), "one");
  EXPECT_EQ(second["name"].as_string(""), "two");
}

TEST(KeepBody, NeedsNothingOfTheDocument) {
  Shelf shelf;
  const Tree body = shelf.keep(R"({"spec":{"list":[{"a\u0062":"text"},2.5,7]}})");
  const auto items = body["spec"]["list"].items();
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[0]["ab"].as_string(""), "text");
  EXPECT_EQ(items[1].as_double(), 2.5);
  EXPECT_EQ(items[2].as_int(), 7);
}

}  // namespace
}  // namespace telltale
