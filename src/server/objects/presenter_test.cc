// SPDX-License-Identifier: Apache-2.0
#include "server/objects/presenter.h"

#include <gtest/gtest.h>

#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

std::shared_ptr<const Resource> gadgets_shaped(store::Revision shaped_since) {
  const auto structure = schema::compile(
      from_json(R"({"type":"object","properties":{"spec":{"type":"object","properties":{)"
                R"("size":{"type":"integer","default":9}}}}})"));
  return std::make_shared<const Resource>(
      Resource{.group = "a.io",
               .plural = "gadgets",
               .kind = "Gadget",
               .list_kind = "GadgetList",
               .versions = {Version{.name = "v1", .storage = true, .structure = structure},
                            Version{.name = "v2", .structure = structure}},
               .shaped_since = shaped_since});
}

class PresenterTest : public testing::Test {
 protected:
  Presenter presenter(std::string_view version, Form::Shape shape = Form::Shape::Object) const {
    return {resource, *resource->version(version), Form{.shape = shape}, IncludeObject::Metadata,
            clock};
  }

  ManualClock clock{Instant(Seconds{0})};
  std::shared_ptr<const Resource> resource = gadgets_shaped(10);
  store::Bytes stored = std::make_shared<const std::string>(
      R"({"apiVersion":"a.io/v1","kind":"Gadget","metadata":{"resourceVersion":"12","name":"n"},)"
      R"("spec":{"old":1}})");
};

TEST_F(PresenterTest, WhatIsStoredAsAskedIsNotTouched) {
  EXPECT_EQ(*presenter("v1").object(stored, 12), stored);
}

TEST_F(PresenterTest, WhatIsOlderThanItsSchemaIsBroughtIntoShape) {
  EXPECT_EQ(**presenter("v1").object(stored, 9),
            R"({"apiVersion":"a.io/v1","kind":"Gadget","metadata":{"resourceVersion":"12",)"
            R"("name":"n"},"spec":{"size":9}})");
}

TEST_F(PresenterTest, OtherVersionsAreConverted) {
  EXPECT_TRUE((*presenter("v2").object(stored, 12))->starts_with(R"({"apiVersion":"a.io/v2")"));
}

TEST_F(PresenterTest, MetadataIsCutOutOfTheObject) {
  EXPECT_EQ(**presenter("v1", Form::Shape::Metadata).one(stored, 12),
            R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1",)"
            R"("metadata":{"resourceVersion":"12","name":"n"}})");
}

TEST_F(PresenterTest, ListsAreAFrameAndElementsThatNobodyCopies) {
  const Presenter shown = presenter("v1");
  EXPECT_EQ(shown.element(stored, 12), stored);
  const auto frame = shown.frame({.revision = 20, .remaining = 3});
  const json::Value list = from_json(frame.head + *stored + "," + *stored + frame.tail);
  EXPECT_EQ(json::print(list.at("metadata")),
            R"({"continue":"","remainingItemCount":3,"resourceVersion":"20"})");
  EXPECT_EQ(list.at("items").as_array().size(), 2U);
  EXPECT_EQ(list.at("kind").as_string(), "GadgetList");
}

TEST_F(PresenterTest, DamagedObjectsAreAFailure) {
  const auto broken = std::make_shared<const std::string>("{");
  EXPECT_EQ(presenter("v1").object(broken, 12).error().code, 500);
  EXPECT_EQ(presenter("v1", Form::Shape::Table).one(broken, 12).error().code, 500);
}

TEST_F(PresenterTest, OnlyPresentersOfTheSameBytesShareThem) {
  EXPECT_EQ(presenter("v1").sharing_key(), presenter("v1").sharing_key());
  EXPECT_NE(presenter("v1").sharing_key(), presenter("v2").sharing_key());
  EXPECT_NE(presenter("v1").sharing_key(), presenter("v1", Form::Shape::Table).sharing_key());
}

}  // namespace
}  // namespace telltale::server
