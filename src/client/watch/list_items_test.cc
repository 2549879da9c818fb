// SPDX-License-Identifier: Apache-2.0
#include "client/watch/list_items.h"

#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "client/watch/reflector.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/random_value_for_test.h"

namespace telltale::client {
namespace {

const ServedResource pod{.version = "v1", .kind = "Pod", .plural = "pods"};

struct PodsRead {
  std::vector<std::string> items;
  Result<ListPage> page;
};

PodsRead read_pods(std::string_view body) {
  PodsRead found;
  found.page = read_list(body, pod, [&](std::string_view item) { found.items.emplace_back(item); });
  return found;
}

TEST(ClientListItems, HandsOnItemsInOrder) {
  const PodsRead found = read_pods(R"({"kind":"PodList","apiVersion":"v1",
    "metadata":{"resourceVersion":"42","continue":"abc","remainingItemCount":3},
    "items":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}},
             {"apiVersion":"v1","kind":"Pod","metadata":{"name":"b"}}]})");
  ASSERT_TRUE(found.page);
  EXPECT_EQ(found.page->resource_version, "42");
  EXPECT_EQ(found.page->continue_token, "abc");
  EXPECT_EQ(found.items, (std::vector<std::string>{
                             R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}})",
                             R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"b"}})"}));
}

TEST(ClientListItems, PutsInWhatTypedListsLeaveOut) {
  const PodsRead found =
      read_pods(R"({"items":[{"metadata":{"name":"a"}}, {"kind":"Pod"}, {"apiVersion":"v1"},
                                       {}, { }],"metadata":{}})");
  ASSERT_TRUE(found.page);
  EXPECT_EQ(found.items,
            (std::vector<std::string>{
                R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}})",
                R"({"apiVersion":"v1","kind":"Pod"})", R"({"kind":"Pod","apiVersion":"v1"})",
                R"({"apiVersion":"v1","kind":"Pod"})", R"({"apiVersion":"v1","kind":"Pod" })"}));
}

TEST(ClientListItems, TheKindOfSomethingInsideIsNotTheItemsOwn) {
  const PodsRead found = read_pods(R"({"items":[{"spec":{"kind":"X","apiVersion":"y"}}]})");
  EXPECT_EQ(found.items,
            std::vector<std::string>{
                R"({"apiVersion":"v1","kind":"Pod","spec":{"kind":"X","apiVersion":"y"}})"});
}

TEST(ClientListItems, AListMayBeEmpty) {
  for (const char* body : {R"({"items":[],"metadata":{"resourceVersion":"7"}})",
                           R"({"items":null,"metadata":{"resourceVersion":"7"}})",
                           R"( { "metadata" : { "resourceVersion" : "7" } , "items" : [ ] } )"}) {
    const PodsRead found = read_pods(body);
    ASSERT_TRUE(found.page) << body;
    EXPECT_TRUE(found.items.empty());
    EXPECT_EQ(found.page->resource_version, "7");
  }
}

TEST(ClientListItems, TokensMayHoldEscapes) {
  EXPECT_EQ(read_pods(R"({"items":[],"metadata":{"continue":"a\u0026b\"c"}})").page->continue_token,
            "a&b\"c");
}

TEST(ClientListItems, BracketsAndQuotesInsideStringsEndNothing) {
  const PodsRead found = read_pods(R"({"items":[{"kind":"Pod","apiVersion":"v1","x":"}]\"\\"}]})");
  ASSERT_TRUE(found.page);
  EXPECT_EQ(found.items[0], R"({"kind":"Pod","apiVersion":"v1","x":"}]\"\\"})");
}

TEST(ClientListItems, WhatIsNoListIsAnError) {
  for (const char* body :
       {"", " ", "[]", "null", "{", R"({"items":[})", R"({"items":[{}})", R"({"items":[{]})",
        R"({"items":[1]})", R"({"items":[{} {}]})", R"({"items":{}})", R"({"kind":"Status"})",
        R"({"items":[]} x)", R"({"items" []})", R"({"items":[]"metadata":{}})", R"({items:[]})",
        R"({"items":[{"a"}]})", R"({"metadata":{"resourceVersion":"1"}})",
        R"({"items":[{"a":"})"}) {
    const PodsRead found = read_pods(body);
    ASSERT_FALSE(found.page) << body;
    EXPECT_EQ(found.page.error().kind, Error::Kind::Invalid) << body;
  }
}

TEST(ClientListItems, MetadataOfTheWrongFormSaysNothing) {
  for (const char* body : {R"({"items":[],"metadata":7})", R"({"items":[],"metadata":[]})",
                           R"({"items":[],"metadata":{"resourceVersion":7,"continue":null}})"}) {
    const PodsRead found = read_pods(body);
    ASSERT_TRUE(found.page) << body;
    EXPECT_EQ(found.page->resource_version, "");
    EXPECT_EQ(found.page->continue_token, "");
  }
}

TEST(ClientListItems, TakesOneObjectOutOfALongerText) {
  std::size_t at = 2;
  const std::string text = R"(xx{"kind":"A","metadata":{"name":"n"} , }yy)";
  const auto object = take_object(text, at);
  ASSERT_TRUE(object);
  EXPECT_EQ(object->metadata, R"({"name":"n"})");
  EXPECT_TRUE(object->has_kind);
  EXPECT_FALSE(object->has_api_version);
  EXPECT_EQ(text.substr(at), "yy");
}

TEST(ClientListItems, WhatCannotBeTakenIsLeftWhereItIs) {
  for (const char* text : {"", "x", "{", R"({"a":)", R"({"a" 1})", R"({"a":[}})"}) {
    std::size_t at = 0;
    EXPECT_FALSE(take_object(text, at)) << text;
    EXPECT_EQ(at, 0U);
  }
}

// Whatever the objects, they come out as they went in, and typed.
RC_GTEST_PROP(ClientListItems, ItemsComeOutAsTheyWentIn, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  json::ValueList items;
  for (std::uint64_t i = rng.below(6); i > 0; --i) {
    json::ValueMap item;
    item["spec"] = json::random_value(rng);
    if (rng.one_in(2)) item["kind"] = "Pod";
    if (rng.one_in(2)) item["apiVersion"] = "v1";
    items.emplace_back(std::move(item));
  }
  json::ValueMap list{{"items", items}, {"metadata", {{"resourceVersion", "9"}}}};
  const std::string body = rng.one_in(2) ? json::print(list) : json::print_pretty(list);
  const PodsRead found = read_pods(body);
  RC_ASSERT(found.page.has_value());
  RC_ASSERT(found.items.size() == items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    json::ValueMap expected = items[i].as_object();
    expected["kind"] = "Pod";
    expected["apiVersion"] = "v1";
    const auto item = json::parse(found.items[i]);
    RC_ASSERT(item.has_value());
    RC_ASSERT(json::print(*item) == json::print(expected));
  }
}

}  // namespace
}  // namespace telltale::client
