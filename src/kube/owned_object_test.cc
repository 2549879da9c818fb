// SPDX-License-Identifier: Apache-2.0
#include "kube/owned_object.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "json/tree/padded_text.h"
#include "kube/read_object.h"

namespace telltale {
namespace {

constexpr std::string_view small_machine =
    R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine",
 "metadata":{"namespace":"default","name":"m1","uid":"u1","resourceVersion":"7","generation":3,
  "labels":{"a":"b"},"annotations":{"c":"d"},
  "ownerReferences":[{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"MachineSet","name":"ms",
                      "uid":"u2","controller":true}]},
 "spec":{"clusterName":"c1","list":[1,2.5,true,null,"text",{"deep":"er"}]},
 "status":{"conditions":[{"type":"Ready","status":"False","reason":"NotReady","message":"no",
   "lastTransitionTime":"2026-01-01T10:00:00Z","observedGeneration":3}]}})";

class OwnedObjectTest : public testing::Test {
 protected:
  // The original is gone when this returns.
  OwnedObject own_one(std::string_view document) {
    Arena arena;
    const json::Selection everything = select_fields(std::vector<std::string_view>{"spec"});
    ObjectReader reader([&](const json::Header&) -> const json::Selection& { return everything; },
                        arena);
    std::vector<ObjectError> object_errors;
    const json::PaddedCopy text(document);
    return own(*reader.read(text.padded(), {}, object_errors), words_);
  }

  Vocabulary words_;
};

TEST_F(OwnedObjectTest, IsTheSameObjectWhenTheOriginalIsGone) {
  const OwnedObject owned = own_one(small_machine);
  const Object& object = owned.object;
  EXPECT_EQ(to_text(object.key), "Machine default/m1");
  EXPECT_EQ(object.key.group, "cluster.x-k8s.io");
  EXPECT_EQ(object.uid, "u1");
  EXPECT_EQ(object.resource_version, "7");
  EXPECT_EQ(*object.label("a"), "b");
  EXPECT_EQ(*object.annotation("c"), "d");
  EXPECT_EQ(object.controller()->name, "ms");
  EXPECT_EQ(object.body["spec"]["clusterName"].as_string(""), "c1");
  const auto list = object.body["spec"]["list"].items();
  ASSERT_EQ(list.size(), 6U);
  EXPECT_EQ(list[0].as_int(), 1);
  EXPECT_EQ(list[1].as_double(), 2.5);
  EXPECT_EQ(list[4].as_string(), "text");
  EXPECT_EQ(list[5]["deep"].as_string(), "er");
  const ConditionList* conditions = object.conditions_at("status.conditions");
  ASSERT_NE(conditions, nullptr);
  EXPECT_EQ(conditions->conditions.front().message, "no");
}

TEST_F(OwnedObjectTest, SharesItsWordsWithOthersOfItsKind) {
  const OwnedObject one = own_one(small_machine);
  const OwnedObject other = own_one(small_machine);
  EXPECT_EQ(one.object.key.kind.data(), other.object.key.kind.data());
  EXPECT_NE(one.object.key.name.data(), other.object.key.name.data());
}

// Wherever in an object the vocabulary gets full, what was measured is what is placed.
TEST_F(OwnedObjectTest, KeepsItsOwnWordsFromWhereTheVocabularyIsFull) {
  constexpr std::size_t nearly = Vocabulary::bytes_max - (std::size_t{1} << 17);
  for (int i = 0; words_.bytes() < nearly; ++i) words_.intern(format("{:060}", i));
  int objects = 0;
  for (; words_.takes("one more"); ++objects) {
    const auto label = [&](int i) { return format("{:050}-{}", objects, i); };
    std::string document =
        R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n","labels":{"a":"b")";
    for (int i = 0; i < 50; ++i) document += format(R"(,"{}":"{}")", label(i), i);
    const OwnedObject owned = own_one(document + "}}}");
    for (int i = 0; i < 50; ++i) {
      ASSERT_NE(owned.object.label(label(i)), nullptr);
      ASSERT_EQ(*owned.object.label(label(i)), format("{}", i));
    }
  }
  EXPECT_GT(objects, 1);
}

TEST_F(OwnedObjectTest, SurvivesBeingMoved) {
  OwnedObject one = own_one(small_machine);
  const OwnedObject moved = std::move(one);
  EXPECT_EQ(moved.object.key.name, "m1");
}

}  // namespace
}  // namespace telltale
