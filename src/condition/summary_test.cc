// SPDX-License-Identifier: Apache-2.0
#include "condition/summary.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "condition/caps.h"
#include "condition/test_conditions.h"

namespace telltale {
namespace {

using test::bad;
using test::good;
using test::unsure;

constexpr SummaryType abc[] = {{"A"}, {"B"}, {"!C", Polarity::Negative}};

// Status, reason and message in one line, or the error.
std::string summary_of(std::vector<Condition> conditions, const SummaryOptions& options) {
  Arena arena;
  const auto summary = summarize(conditions, options, arena);
  if (!summary) return "error: " + summary.error().detail;
  return std::string(to_text(summary->status)) + "/" + std::string(summary->reason) + "\n" +
         std::string(summary->message);
}

std::string available_summary_of(std::vector<Condition> conditions) {
  return summary_of(std::move(conditions), {.into = "Available", .types = abc});
}

TEST(Summary, MergesByPriorityInTheOrderOfTheTypes) {
  struct Case {
    std::vector<Condition> conditions;
    std::string_view expected;
  };
  const Case cases[] = {
      // one issue, by negative polarity; info is dropped
      {{good("B", "Message-B"), good("A", "Message-A"), good("!C", "Message-!C")},
       "False/IssuesReported\n* !C: Message-!C"},
      // one issue without a message: its reason
      {{good("B"), good("A"), good("!C")}, "False/IssuesReported\n* !C: Good"},
      // two issues
      {{bad("B", "Message-B"), good("A", "Message-A"), good("!C", "Message-!C")},
       "False/IssuesReported\n* B: Message-B\n* !C: Message-!C"},
      // an unknown between issues: types decide the order, not priority
      {{bad("B", "Message-B"), unsure("A", "Message-A"), good("!C", "Message-!C")},
       "False/IssuesReported\n* A: Message-A\n* B: Message-B\n* !C: Message-!C"},
      // one unknown, no issue
      {{good("B", "Message-B"), good("A", "Message-A"), unsure("!C", "Message-!C")},
       "Unknown/UnknownReported\n* !C: Message-!C"},
      // only info: told by those who have something to say
      {{good("B", "Message-B"), good("A"), bad("!C", "Message-!C")},
       "True/InfoReported\n* B: Message-B\n* !C: Message-!C"},
      // only info, nothing to say
      {{good("B"), good("A"), bad("!C")}, "True/InfoReported\n"},
  };
  for (const auto& [conditions, expected] : cases)
    EXPECT_EQ(available_summary_of(conditions), expected);
}

TEST(Summary, NestsLongerMessages) {
  constexpr SummaryType types[] = {{"A"}, {"B"}, {"C"}, {"D"}, {"E"}};
  EXPECT_EQ(summary_of({bad("A", "Message-A"), bad("B", "* Message-B"), bad("C", "* c1\n* c2"),
                        bad("D", "Message-D\n* More"), bad("E", "* e1\n  * e1a\n* e2")},
                       {.into = "Ready", .types = types}),
            "False/IssuesReported\n"
            "* A: Message-A\n"
            "* B:\n  * Message-B\n"
            "* C:\n  * c1\n  * c2\n"
            "* D:\n  * Message-D\n    * More\n"
            "* E:\n  * e1\n    * e1a\n  * e2");
}

TEST(Summary, OfANewWorkerMachine) {  // golden string 1
  constexpr SummaryType types[] = {{"BootstrapConfigReady"},
                                   {"InfrastructureReady"},
                                   {"NodeHealthy"},
                                   {"Deleting", Polarity::Negative}};
  EXPECT_EQ(
      summary_of(
          {bad("InfrastructureReady", "DockerMachine status.initialization.provisioned is false"),
           unsure("NodeHealthy", "Waiting for DockerMachine to report spec.providerID"),
           bad("BootstrapConfigReady",
               "KubeadmConfig status.initialization.dataSecretCreated is false"),
           bad("Deleting")},
          {.into = "Ready", .types = types, .reasons = {.issue = "NotReady"}}),
      "False/NotReady\n"
      "* BootstrapConfigReady: KubeadmConfig status.initialization.dataSecretCreated is false\n"
      "* InfrastructureReady: DockerMachine status.initialization.provisioned is false\n"
      "* NodeHealthy: Waiting for DockerMachine to report spec.providerID");
}

TEST(Summary, CountsMissingTypesAsUnknownInTheirPlace) {  // trap 9, #11435: no type in the text
  EXPECT_EQ(available_summary_of({good("B", "Message-B")}),
            "Unknown/UnknownReported\n"
            "* A: Condition not yet reported\n"
            "* !C: Condition not yet reported");
}

TEST(Summary, SkipsWhatMayBeMissing) {
  constexpr std::string_view both[] = {"B", "!C"};
  const SummaryOptions options{.into = "Available", .types = abc, .may_be_missing = both};
  EXPECT_EQ(summary_of({good("A", "Message-A")}, options), "True/InfoReported\n* A: Message-A");
  EXPECT_EQ(summary_of({good("A"), bad("B", "there")}, options),
            "False/IssuesReported\n* B: there");
}

TEST(Summary, IgnoresTypesOutOfScope) {
  EXPECT_EQ(summary_of({good("A"), good("B", "Message-B"), unsure("!C"), bad("Z")},
                       {.into = "Available", .types = std::span(abc).first(2)}),
            "True/InfoReported\n* B: Message-B");
}

TEST(Summary, TakesAnOverrideForTheStoredCondition) {  // trap 19, #11437: drain text stays out
  const Condition overrides[] = {good("!C", "Deletion in progress")};
  EXPECT_EQ(summary_of({good("A"), good("B"), good("!C", "a page about Pods")},
                       {.into = "Available", .types = abc, .overrides = overrides}),
            "False/IssuesReported\n* !C: Deletion in progress");
}

TEST(Summary, MentionsATypeOnceHoweverOftenAGateNamesIt) {
  constexpr SummaryType types[] = {{"A"}, {"Gate"}, {"A", Polarity::Negative}, {"Gate"}};
  EXPECT_EQ(summary_of({good("A"), bad("Gate", "closed")}, {.into = "Ready", .types = types}),
            "False/IssuesReported\n* Gate: closed");
}

TEST(Summary, AsksThePriorityRule) {
  const PriorityRule excuse{[](const Condition& condition, Polarity polarity, const void*) {
    return condition.message == "lost" ? Priority::Info : priority_of(condition, polarity);
  }};
  const SummaryOptions options{.into = "Available", .types = abc, .priority = excuse};
  EXPECT_EQ(summary_of({bad("A", "lost"), good("B"), bad("!C")}, options),
            "True/InfoReported\n* A: lost");
  EXPECT_EQ(summary_of({bad("A", "lost"), bad("B", "real"), bad("!C")}, options),
            "False/IssuesReported\n* B: real");
}

TEST(Summary, LetsALineRuleGroupEqualLines) {  // trap 10, #11498
  constexpr std::string_view pods[] = {"APIServerPodHealthy", "SchedulerPodHealthy"};
  const LineGroup group{pods, "Control plane components"};
  constexpr SummaryType types[] = {
      {"NodeHealthy"}, {"APIServerPodHealthy"}, {"SchedulerPodHealthy"}};
  EXPECT_EQ(summary_of({unsure("NodeHealthy", "who knows"), bad("APIServerPodHealthy", "* x\n* y"),
                        bad("SchedulerPodHealthy", "* x\n* y")},
                       {.into = "Ready", .types = types, .lines = {collapse_rule, &group}}),
            "False/IssuesReported\n"
            "* NodeHealthy: who knows\n"
            "* Control plane components:\n  * x\n  * y");
}

TEST(Summary, TurnsAroundForATargetThatIsGoodWhenFalse) {
  const SummaryOptions options{.into = "Degraded", .types = abc, .polarity = Polarity::Negative};
  EXPECT_EQ(summary_of({bad("A", "broken"), good("B", "fine"), bad("!C")}, options),
            "True/IssuesReported\n* A: broken");
  EXPECT_EQ(summary_of({good("A"), good("B", "fine"), bad("!C")}, options),
            "False/InfoReported\n* B: fine");
  EXPECT_EQ(summary_of({good("A"), good("B"), unsure("!C", "?")}, options),
            "Unknown/UnknownReported\n* !C: ?");
}

TEST(Summary, RefusesWhatMakesNoSense) {
  const Condition twice[] = {good("A"), good("A")};
  const Condition stranger[] = {good("B")};
  constexpr std::string_view all[] = {"A", "B", "!C"};
  EXPECT_EQ(summary_of({}, {.into = "Ready"}),
            "error: a summary needs at least one condition type");
  EXPECT_EQ(summary_of({}, {.into = "A", .types = abc}),
            "error: a summary cannot include A, its own target");
  EXPECT_EQ(summary_of({good("A")}, {.into = "Ready", .types = abc, .overrides = twice}),
            "error: override condition A specified multiple times");
  EXPECT_EQ(summary_of({good("A")}, {.into = "Ready", .types = abc, .overrides = stranger}),
            "error: override condition B must exist in the source object");
  EXPECT_EQ(summary_of({}, {.into = "Ready", .types = abc, .may_be_missing = all}),
            "error: there is no condition to be summarized");
}

TEST(Summary, TakesSixtyFourTypesAndNoMore) {
  std::vector<std::string> names;
  for (int i = 0; i < 65; ++i) names.push_back("Gate" + std::to_string(i));
  const std::vector<SummaryType> types(names.begin(), names.end());
  Arena arena;
  const auto fits = summarize({}, {.into = "Ready", .types = std::span(types).first(64)}, arena);
  ASSERT_TRUE(fits);
  EXPECT_TRUE(fits->message.ends_with("* Gate63: Condition not yet reported"));
  const auto more = summarize({}, {.into = "Ready", .types = types}, arena);
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().kind, Error::Kind::TooLarge);
}

TEST(Summary, NeverPassesTheMessageCap) {  // defect k
  Arena arena;
  const std::string page(20000, 'x');
  const Condition conditions[] = {bad("A", page), bad("B", page), good("!C", "last")};
  const auto summary = summarize(conditions, {.into = "Ready", .types = abc}, arena);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->message.size(), condition_message_bytes_max);
  EXPECT_TRUE(summary->message.starts_with("* A: xxx"));
  EXPECT_TRUE(summary->message.ends_with("xxx..."));
}

TEST(Summary, AllocatesNothingWhenAllIsWell) {
  Arena arena;
  const std::size_t before = arena.bytes();
  const Condition conditions[] = {good("A"), good("B"), bad("!C")};
  ASSERT_TRUE(summarize(conditions, {.into = "Ready", .types = abc}, arena));
  EXPECT_EQ(arena.bytes(), before);
}

RC_GTEST_PROP(Summary, DoesNotDependOnTheOrderOfTheConditions, ()) {
  const auto status = rc::gen::element(Status::True, Status::False, Status::Unknown);
  std::vector<Condition> conditions;
  for (const std::string_view type : {"A", "B", "!C", "Z"}) {
    conditions.push_back({.type = type, .status = *status, .reason = "R", .message = type});
  }
  const std::string expected = available_summary_of(conditions);
  std::ranges::rotate(conditions, conditions.begin() + *rc::gen::inRange(0, 4));
  RC_ASSERT(available_summary_of(conditions) == expected);
}

}  // namespace
}  // namespace telltale
