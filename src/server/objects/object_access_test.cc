// SPDX-License-Identifier: Apache-2.0
#include "server/objects/object_access.h"

#include <gtest/gtest.h>

#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

const json::Value object = from_json(
    R"({"metadata":{"name":"a","generation":3,"labels":{"x":"y"},"finalizers":["f",7]},"n":"1"})");

TEST(ObjectAccess, StepsThroughMaps) {
  EXPECT_EQ(text_at(object, "metadata.name"), "a");
  EXPECT_EQ(number_at(object, "metadata.generation"), 3);
  EXPECT_EQ(map_at(object, "metadata.labels").size(), 1U);
  EXPECT_EQ(list_at(object, "metadata.finalizers").size(), 2U);
}

TEST(ObjectAccess, WhatIsMissingOrOfAnotherTypeIsEmpty) {
  EXPECT_EQ(text_at(object, "metadata.generation"), "");
  EXPECT_EQ(text_at(object, "metadata.name.deeper"), "");
  EXPECT_EQ(number_at(object, "n"), 0);
  EXPECT_TRUE(map_at(object, "metadata.name").empty());
  EXPECT_TRUE(list_at(object, "nothing").empty());
  EXPECT_EQ(member(json::Value(5), "a"), nullptr);
}

TEST(ObjectAccess, MapsAreMadeWhereTheyAreMissing) {
  json::Value value = 5;
  make_map(value, "a")["b"] = 1;
  EXPECT_EQ(json::print(value), R"({"a":{"b":1}})");
  make_map(value, "a")["c"] = 2;
  EXPECT_EQ(json::print(value), R"({"a":{"b":1,"c":2}})");
}

TEST(ObjectAccess, FinalizersComeOnceAndLeaveNoEmptyList) {
  json::Value value = from_json("{}");
  add_finalizer(value, "f");
  add_finalizer(value, "f");
  EXPECT_EQ(finalizer_count(value), 1U);
  EXPECT_TRUE(has_finalizer(value, "f"));
  remove_finalizer(value, "other");
  EXPECT_TRUE(has_finalizer(value, "f"));
  remove_finalizer(value, "f");
  EXPECT_EQ(json::print(value), R"({"metadata":{}})");
  remove_finalizer(value, "f");
}

TEST(ObjectAccess, DeletionIsATimestamp) {
  EXPECT_FALSE(is_deleting(object));
  EXPECT_FALSE(is_deleting(from_json(R"({"metadata":{"deletionTimestamp":null}})")));
  EXPECT_TRUE(is_deleting(from_json(R"({"metadata":{"deletionTimestamp":"2026"}})")));
}

}  // namespace
}  // namespace telltale::server
