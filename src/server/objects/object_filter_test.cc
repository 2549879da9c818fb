// SPDX-License-Identifier: Apache-2.0
#include "server/objects/object_filter.h"

#include <gtest/gtest.h>

#include "base/check.h"

namespace telltale::server {
namespace {

constexpr std::string_view stored =
    R"({"apiVersion":"v1","kind":"Secret","metadata":{"resourceVersion":"1","name":"a",)"
    R"("namespace":"ns","labels":{"x":"1","y":""}},"type":"Opaque","count":3,"on":true})";

Resource secrets() {
  return {.plural = "secrets",
          .behavior = std::make_shared<const KindBehavior>(
              KindBehavior{.field_labels = {{"type", "type"}, {"count", "count"}, {"on", "on"}}})};
}

bool matches(std::string_view labels, std::string_view fields) {
  const auto filter = ObjectFilter::make(labels, fields, secrets());
  check(filter.has_value(), "a test's selectors are fine");
  return filter->matches(stored);
}

TEST(ObjectFilter, WithoutSelectorsPassesEverything) {
  EXPECT_TRUE(ObjectFilter().all());
  EXPECT_TRUE(ObjectFilter().matches("not even JSON"));
  EXPECT_TRUE(ObjectFilter::make("", " , ", secrets())->all());
}

TEST(ObjectFilter, AsksForLabels) {
  EXPECT_TRUE(matches("x=1", ""));
  EXPECT_TRUE(matches("x==1,y", ""));
  EXPECT_TRUE(matches("x in (1,2),!z", ""));
  EXPECT_TRUE(matches("z!=1", ""));
  EXPECT_FALSE(matches("x notin (1)", ""));
  EXPECT_FALSE(matches("z", ""));
}

TEST(ObjectFilter, AsksForFields) {
  EXPECT_TRUE(matches("", "metadata.name=a,metadata.namespace==ns"));
  EXPECT_TRUE(matches("", "type=Opaque,count=3,on=true"));
  EXPECT_TRUE(matches("", "metadata.name!=b"));
  EXPECT_FALSE(matches("", "metadata.name!=a"));
  EXPECT_FALSE(matches("", "type="));
  EXPECT_FALSE(matches("x=1", "metadata.name=b"));
  EXPECT_FALSE(matches("", R"(metadata.name=a\,b)"));
}

TEST(ObjectFilter, RefusesWhatItDoesNotUnderstand) {
  const auto code = [](std::string_view labels, std::string_view fields) {
    const auto filter = ObjectFilter::make(labels, fields, secrets());
    return filter ? 200 : filter.error().code;
  };
  EXPECT_EQ(code("=", ""), 400);
  EXPECT_EQ(code("a in (", ""), 400);
  EXPECT_EQ(code("", "metadata.name"), 400);
  EXPECT_EQ(code("", "=a"), 400);
  EXPECT_EQ(code("", "spec.size=1"), 400);
  const Resource nodes{.plural = "nodes", .namespaced = false};
  EXPECT_FALSE(ObjectFilter::make("", "metadata.namespace=a", nodes).has_value());
}

TEST(ObjectFilter, KnowsTheOneNameThatCanPass) {
  const auto filter = ObjectFilter::make("", "metadata.name=a,metadata.namespace!=ns", secrets());
  EXPECT_EQ(filter->only_name(), "a");
  EXPECT_EQ(filter->only_namespace(), "");
}

TEST(ObjectFilter, DamagedObjectsDoNotPass) {
  const auto filter = ObjectFilter::make("x=1", "", secrets());
  EXPECT_FALSE(filter->matches("{"));
  EXPECT_FALSE(filter->matches(""));
  EXPECT_FALSE(filter->matches(R"({"metadata":[]})"));
}

}  // namespace
}  // namespace telltale::server
