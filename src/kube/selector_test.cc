// SPDX-License-Identifier: Apache-2.0
#include "kube/selector.h"

#include <string>

#include <gtest/gtest.h>

#include "kube/label_syntax.h"

namespace telltale {
namespace {

constexpr Label labels[] = {{"app", "web"}, {"tier", ""}, {"example.com/zone", "eu-1"}};

bool matches(std::string_view text) { return parse_selector(text).value().matches(labels); }

std::string error_of(std::string_view text) {
  const auto selector = parse_selector(text);
  return selector ? "none" : selector.error().detail;
}

TEST(Selector, MatchesEverythingWhenEmpty) {
  EXPECT_TRUE(matches(""));
  EXPECT_TRUE(matches("  "));
  EXPECT_TRUE(parse_selector("")->matches({}));
}

TEST(Selector, ComparesValues) {
  EXPECT_TRUE(matches("app=web"));
  EXPECT_TRUE(matches("app==web"));
  EXPECT_TRUE(matches(" app = web "));
  EXPECT_FALSE(matches("app=db"));
  EXPECT_FALSE(matches("absent=web"));
  EXPECT_TRUE(matches("tier="));
  EXPECT_FALSE(matches("app="));
}

TEST(Selector, TakesAnAbsentLabelForADifferentOne) {
  EXPECT_TRUE(matches("app!=db"));
  EXPECT_FALSE(matches("app!=web"));
  EXPECT_TRUE(matches("absent!=web"));
  EXPECT_TRUE(matches("absent notin (web)"));
}

TEST(Selector, AsksWhetherLabelsExist) {
  EXPECT_TRUE(matches("tier"));
  EXPECT_FALSE(matches("absent"));
  EXPECT_TRUE(matches("!absent"));
  EXPECT_TRUE(matches("! absent"));
  EXPECT_FALSE(matches("!tier"));
}

TEST(Selector, LooksIntoSets) {
  EXPECT_TRUE(matches("app in (db,web)"));
  EXPECT_TRUE(matches("app in ( db , web )"));
  EXPECT_TRUE(matches("app in(web)"));
  EXPECT_FALSE(matches("app in (db)"));
  EXPECT_FALSE(matches("app notin (db,web)"));
  EXPECT_TRUE(matches("tier in (,x)"));
  EXPECT_TRUE(matches("app in (in,notin,web)"));
}

TEST(Selector, WantsAllOfItsRequirements) {
  EXPECT_TRUE(matches("app=web,example.com/zone in (eu-1),!absent,tier"));
  EXPECT_FALSE(matches("app=web,example.com/zone in (eu-2),!absent,tier"));
}

TEST(Selector, KeepsValuesSortedAndOnce) {
  const auto selector = parse_selector("a in (y,x,y)");
  ASSERT_TRUE(selector);
  EXPECT_EQ(selector->requirements[0], (Requirement{"a", Requirement::Test::In, {"x", "y"}}));
}

TEST(Selector, SaysWhatItExpected) {
  EXPECT_EQ(error_of("app=web,"),
            "the label selector should have a label key, where it has the end");
  EXPECT_EQ(error_of(",a"), "the label selector should have a label key, where it has \",\"");
  EXPECT_EQ(error_of("a in x"), "the label selector should have '(', where it has \"x\"");
  EXPECT_EQ(error_of("a in ()"), "the label selector should have a value, where it has \")\"");
  EXPECT_EQ(error_of("a in (x"), "the label selector should have ',' or ')', where it has the end");
  EXPECT_EQ(error_of("a>1"),
            "the label selector should have one of =, ==, !=, in and notin, where it has \">\"");
  EXPECT_EQ(error_of("a b"),
            "the label selector should have one of =, ==, !=, in and notin, where it has \"b\"");
  EXPECT_EQ(error_of("!a=b"), "the label selector should have ',' or its end, where it has \"=\"");
  EXPECT_EQ(error_of("a=b c"), "the label selector should have ',' or its end, where it has \"c\"");
}

TEST(Selector, RefusesWhatCannotBeALabel) {
  EXPECT_NE(error_of("-a=b"), "none");
  EXPECT_NE(error_of("a=b$"), "none");
  EXPECT_NE(error_of("a in (b,$)"), "none");
  EXPECT_NE(error_of("Example.com/a"), "none");
  EXPECT_EQ(parse_selector(std::string(20'000, 'a')).error().kind, Error::Kind::TooLarge);
}

TEST(LabelSyntax, KnowsKeysAndValues) {
  EXPECT_FALSE(error_in_label_key("app"));
  EXPECT_FALSE(error_in_label_key("cluster.x-k8s.io/cluster-name"));
  EXPECT_FALSE(error_in_label_key("A_b.c-1"));
  EXPECT_FALSE(error_in_label_key(std::string(63, 'a')));
  EXPECT_TRUE(error_in_label_key(std::string(64, 'a')));
  EXPECT_TRUE(error_in_label_key(""));
  EXPECT_TRUE(error_in_label_key("/a"));
  EXPECT_TRUE(error_in_label_key("a/"));
  EXPECT_TRUE(error_in_label_key("a..b/c"));
  EXPECT_TRUE(error_in_label_key(std::string(254, 'a') + "/b"));
  EXPECT_FALSE(error_in_label_value(""));
  EXPECT_FALSE(error_in_label_value("v1.31-x_y"));
  EXPECT_TRUE(error_in_label_value("a/b"));
  EXPECT_TRUE(error_in_label_value("a-"));
  EXPECT_TRUE(error_in_label_value(std::string(64, 'a')));
}

}  // namespace
}  // namespace telltale
