// SPDX-License-Identifier: Apache-2.0
#include "server/writes/metadata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "server/kinds/words_for_test.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Resource gadget_resource{.group = "a.io", .plural = "gadgets", .kind = "Gadget"};

json::Value object_with(std::string_view metadata) {
  return from_json(format(R"({{"metadata":{}}})", metadata));
}

std::vector<std::string> error_of(std::string_view metadata) {
  std::vector<std::string> lines;
  for (const auto& field_error : metadata_errors(object_with(metadata), gadget_resource)) {
    lines.push_back(field_error.field);
  }
  return lines;
}

TEST(Metadata, LosesWhatTheApiDoesNotKnow) {
  json::Value object = object_with(R"({"name":"a","clusterName":"x","labels":null,"zzz":{}})");
  EXPECT_THAT(prune_metadata(object), ElementsAre("metadata.clusterName", "metadata.zzz"));
  EXPECT_EQ(json::print(object), R"({"metadata":{"name":"a"}})");
}

TEST(Metadata, OfWrongTypesIsTroubleInGosWords) {
  EXPECT_EQ(metadata_type_error(object_with(R"({"labels":{"a":5}})")),
            "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of "
            "type string");
  EXPECT_TRUE(metadata_type_error(object_with(R"({"name":7})")));
  EXPECT_TRUE(metadata_type_error(object_with(R"({"finalizers":[{}]})")));
  EXPECT_TRUE(metadata_type_error(object_with(R"({"ownerReferences":[{"uid":5}]})")));
  EXPECT_TRUE(metadata_type_error(object_with(R"({"managedFields":[1]})")));
  EXPECT_TRUE(metadata_type_error(object_with(R"("text")")));
  EXPECT_FALSE(metadata_type_error(object_with(R"({"name":null,"labels":{"a":null},"x":7})")));
  EXPECT_FALSE(metadata_type_error(from_json("{}")));
  EXPECT_FALSE(metadata_type_error(object_with("null")));
}

TEST(Metadata, NamesLabelsAnnotationsOwnersAndFinalizersHaveRules) {
  EXPECT_THAT(error_of(R"({"name":"a.b-c"})"), IsEmpty());
  EXPECT_THAT(error_of("{}"), ElementsAre("metadata.name"));
  EXPECT_THAT(error_of(R"({"name":"A"})"), ElementsAre("metadata.name"));
  EXPECT_THAT(error_of(R"({"name":"a","generateName":"_"})"), ElementsAre("metadata.generateName"));
  EXPECT_THAT(error_of(R"({"name":"a","labels":{"-":"ok","ok":"-"}})"),
              ElementsAre("metadata.labels", "metadata.labels"));
  EXPECT_THAT(error_of(R"({"name":"a","annotations":{"b d":"x"}})"),
              ElementsAre("metadata.annotations"));
  EXPECT_THAT(error_of(R"({"name":"a","finalizers":["b d"]})"), ElementsAre("metadata.finalizers"));
  EXPECT_THAT(error_of(R"({"name":"a","ownerReferences":[{"apiVersion":"v1","kind":"A",)"
                       R"("name":"n"}]})"),
              ElementsAre("metadata.ownerReferences[0].uid"));
}

TEST(Metadata, HasOneControllerAtMost) {
  constexpr std::string_view owner =
      R"({"apiVersion":"v1","kind":"A","name":"n","uid":"u","controller":true})";
  EXPECT_THAT(error_of(format(R"({{"name":"a","ownerReferences":[{}]}})", owner)), IsEmpty());
  EXPECT_THAT(error_of(format(R"({{"name":"a","ownerReferences":[{},{}]}})", owner, owner)),
              ElementsAre("metadata.ownerReferences"));
}

TEST(Metadata, AnnotationsAreLimitedTogether) {
  const std::string half(128 * 1024, 'x');
  EXPECT_THAT(error_of(format(R"({{"name":"a","annotations":{{"b":"{}"}}}})", half)), IsEmpty());
  EXPECT_THAT(error_of(format(R"({{"name":"a","annotations":{{"b":"{}","c":"{}"}}}})", half, half)),
              ElementsAre("metadata.annotations"));
}

TEST(Metadata, GetsNoNewFinalizersWhileItIsDeleted) {
  const json::Value old =
      object_with(R"({"deletionTimestamp":"2026-01-01T00:00:00Z","finalizers":["a.io/x"]})");
  EXPECT_THAT(
      metadata_change_errors(object_with(R"({"finalizers":["a.io/x"]})"), old, gadget_resource),
      IsEmpty());
  EXPECT_EQ(metadata_change_errors(object_with(R"({"finalizers":["a.io/x","a.io/y"]})"), old,
                                   gadget_resource)
                .size(),
            1U);
  EXPECT_THAT(metadata_change_errors(object_with(R"({"finalizers":["a.io/y"]})"), object_with("{}"),
                                     gadget_resource),
              IsEmpty());
}

TEST(Metadata, GeneratedNamesFitALabel) {
  SeededEntropy entropy(1);
  EXPECT_EQ(generated_name("a-", entropy).size(), 7U);
  EXPECT_EQ(generated_name(std::string(200, 'a'), entropy).size(), 63U);
  EXPECT_NE(generated_name("a-", entropy), generated_name("a-", entropy));
}

TEST(Metadata, BeginsAnewAndKeepsWhatOnlyTheServerWrites) {
  SeededEntropy entropy(1);
  json::Value object =
      object_with(R"({"name":"a","uid":"mine","generation":9,"resourceVersion":"5",)"
                  R"("deletionTimestamp":"2020-01-01T00:00:00Z"})");
  begin_metadata(object, gadget_resource, Instant(Seconds{0}), entropy);
  EXPECT_EQ(number_at(object, "metadata.generation"), 1);
  EXPECT_EQ(text_at(object, "metadata.creationTimestamp"), "1970-01-01T00:00:00Z");
  EXPECT_NE(text_at(object, "metadata.uid"), "mine");
  EXPECT_FALSE(is_deleting(object));
  json::Value next = object_with(R"({"name":"b","uid":"mine","generation":9,"labels":{"x":"y"}})");
  keep_metadata(next, object);
  EXPECT_EQ(text_at(next, "metadata.name"), "a");
  EXPECT_EQ(text_at(next, "metadata.uid"), text_at(object, "metadata.uid"));
  EXPECT_EQ(text_at(next, "metadata.labels.x"), "y");
}

TEST(Metadata, DesiresAreAllButMetadataAndStatus) {
  const json::Value one = from_json(R"({"metadata":{"a":1},"spec":{"a":1},"status":{"a":1}})");
  const json::Value other = from_json(R"({"metadata":{"a":2},"spec":{"a":1},"status":{"a":2}})");
  EXPECT_FALSE(desires_differ(one, other, StatusCounts::No));
  EXPECT_TRUE(desires_differ(one, other, StatusCounts::Yes));
  EXPECT_TRUE(desires_differ(one, from_json(R"({"spec":{"a":1},"data":{}})"), StatusCounts::No));
  EXPECT_TRUE(desires_differ(from_json("{}"), one, StatusCounts::No));
}

}  // namespace
}  // namespace telltale::server
