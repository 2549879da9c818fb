// SPDX-License-Identifier: Apache-2.0
#include "cli/wait/wait_conditions.h"

#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "json/tree/padded_text.h"
#include "json/tree/tree_reader.h"

namespace telltale::cli {
namespace {

// A document that lives as long as the test.
class Document {
 public:
  explicit Document(std::string_view text) : text_(text) {
    const auto tree = reader_.read_any(text_.padded(), 50, arena_);
    EXPECT_TRUE(tree.has_value());
    if (tree) tree_ = *tree;
  }
  Observation seen() const { return {.document = tree_}; }

 private:
  json::PaddedCopy text_;
  json::TreeReader reader_;
  Arena arena_;
  json::Tree tree_;
};

Expectation expecting(std::string_view typed) {
  Result<Expectation> parsed = parse_expectation("--for", typed);
  EXPECT_TRUE(parsed) << typed << (parsed ? "" : parsed.error().detail);
  return parsed ? std::move(*parsed) : Expectation{};
}

constexpr std::string_view machine_text = R"({
  "metadata": {"name": "m1", "generation": 3},
  "status": {"observedGeneration": 3, "phase": "Running", "ready": true, "replicas": 3,
    "ratio": 1.5, "nothing": null, "addresses": [{"type": "a"}, {"type": "b"}],
    "conditions": [
      {"type": "Ready", "status": "False", "reason": "NodeNotReady", "message": "Node n1 is not",
       "observedGeneration": 3},
      {"type": "UpToDate", "status": "True", "reason": "UpToDate", "observedGeneration": 2},
      {"type": "Available", "status": "Unknown"},
      {"type": "Paused", "status": "false", "observedGeneration": 3}]}})";

struct Case {
  std::string_view typed;
  bool holds;
};

TEST(WaitConditions, HoldOrNotAsKubectlWouldSay) {
  const Document document(machine_text);
  const Case cases[] = {
      {"condition=Ready", false},
      {"condition=Ready=False", true},
      {"condition=ready=fALSE", true},
      {"condition=Ready=true", false},
      {"condition=Available", false},
      {"condition=Available=Unknown", true},
      {"condition=UpToDate", false},  // It is older than the object.
      {"condition=UpToDate=False", false},
      {"condition=Paused=False", true},
      {"condition=Missing", false},
      {"condition=Missing=False", false},
      {"jsonpath={.status.phase}=Running", true},
      {"jsonpath='{.status.phase}'='Running'", true},
      {"jsonpath=.status.phase=\"Running\"", true},
      {"jsonpath={.status.phase}=Pending", false},
      {"jsonpath={.status.phase}", true},
      {"jsonpath={.status.nothing.there}", false},
      {"jsonpath={.status.ready}=true", true},
      {"jsonpath={.status.replicas}=3", true},
      {"jsonpath={.status.replicas}=4", false},
      {"jsonpath={.status.ratio}=1.5", true},
      {"jsonpath={.status.nothing}=<nil>", true},
      {"jsonpath={.status.conditions[?(@.type==\"Ready\")].status}=False", true},
      {"jsonpath={.status.addresses}", true},
      {"create", true},
      {"CREATE", true},
      {"delete", false},
  };
  for (const Case& one : cases) {
    const Result<Finding> finding = evaluate(expecting(one.typed), document.seen());
    ASSERT_TRUE(finding) << one.typed << finding.error().detail;
    EXPECT_EQ(finding->holds, one.holds) << one.typed << ": " << finding->seen;
    EXPECT_FALSE(finding->seen.empty()) << one.typed;
  }
}

TEST(WaitConditions, TakeTheGenerationOfTheStatusWhereTheConditionHasNone) {
  const std::string_view old =
      R"({"metadata": {"generation": 2}, "status": {"observedGeneration": 1,
      "conditions": [{"type": "Ready", "status": "True"}]}})";
  const std::string_view current = R"({"metadata": {"generation": 2}, "status": {
      "observedGeneration": 1,
      "conditions": [{"type": "Ready", "status": "True", "observedGeneration": 2}]}})";
  EXPECT_FALSE(evaluate(expecting("condition=Ready"), Document(old).seen())->holds);
  EXPECT_TRUE(evaluate(expecting("condition=Ready"), Document(current).seen())->holds);
}

TEST(WaitConditions, AreFoundWhereOlderVersionsKeepThem) {
  const Document document(R"({"status": {"conditions": [{"type": "Ready", "status": "True"}],
      "v1beta2": {"conditions": [{"type": "Ready", "status": "False"},
                                 {"type": "Available", "status": "True"}]}}})");
  EXPECT_TRUE(evaluate(expecting("condition=Ready"), document.seen())->holds);
  EXPECT_TRUE(evaluate(expecting("condition=Available"), document.seen())->holds);
}

TEST(WaitConditions, SayWhatStoodThere) {
  const Document document(machine_text);
  EXPECT_EQ(evaluate(expecting("condition=Ready"), document.seen())->seen,
            "Ready is False, NodeNotReady: Node n1 is not");
  EXPECT_TRUE(
      evaluate(expecting("condition=UpToDate"), document.seen())->seen.contains("does not count"));
  EXPECT_EQ(evaluate(expecting("jsonpath={.status.phase}=x"), document.seen())->seen,
            "it is \"Running\"");
  EXPECT_EQ(evaluate(expecting("condition=Ready"), document.seen())->reason, "NodeNotReady");
}

TEST(WaitConditions, RefuseToCompareWhatIsNoSingleValue) {
  const Document document(machine_text);
  for (const std::string_view typed :
       {"jsonpath={.status.addresses}=a", "jsonpath={.status}=a",
        "jsonpath={.status.addresses[*].type}=a", "jsonpath={.status.addresses[*].type}"}) {
    EXPECT_FALSE(evaluate(expecting(typed), document.seen())) << typed;
  }
}

TEST(WaitConditions, OfAnObjectThatIsNotThereOnlyDeleteHolds) {
  for (const std::string_view typed :
       {"condition=Ready", "jsonpath={.a}", "create", "verdict=Healthy"}) {
    EXPECT_FALSE(evaluate(expecting(typed), {})->holds) << typed;
  }
  EXPECT_TRUE(evaluate(expecting("delete"), {})->holds);
}

TEST(WaitConditions, ReadVerdictsFromTheJudgement) {
  const Document document(machine_text);
  Judged judged;
  judged.verdict = Verdict::Stuck;
  judged.cause = {.condition = "Ready", .reason = "NodeNotReady", .message = "gone"};
  Observation seen = document.seen();
  seen.judged = &judged;
  EXPECT_TRUE(evaluate(expecting("verdict=stuck"), seen)->holds);
  EXPECT_FALSE(evaluate(expecting("verdict=Healthy"), seen)->holds);
  EXPECT_EQ(evaluate(expecting("verdict=Healthy"), seen)->seen,
            "the verdict is Stuck, NodeNotReady: gone");
  seen.judged = nullptr;
  EXPECT_FALSE(evaluate(expecting("verdict=Healthy"), seen)->holds);
}

TEST(WaitConditions, RefuseWhatMakesNoSense) {
  for (const std::string_view typed :
       {"", "ready", "condition", "condition=", "condition==True",
        "condition=Ready=", "jsonpath=", "jsonpath={.a}=", "jsonpath={.a}=''", "jsonpath={.a}=b=c",
        "jsonpath={.a[}", "verdict=", "verdict=Fine"}) {
    const Result<Expectation> parsed = parse_expectation("--fail-on", typed);
    ASSERT_FALSE(parsed) << typed;
    EXPECT_TRUE(parsed.error().detail.starts_with("--fail-on ")) << parsed.error().detail;
  }
}

std::vector<Expectation> all(std::initializer_list<std::string_view> typed) {
  std::vector<Expectation> expectations;
  for (const std::string_view one : typed) expectations.push_back(expecting(one));
  return expectations;
}

TEST(WaitLook, IsMetOnlyWhenAllHoldOnOneVersion) {
  const Document document(machine_text);
  const auto met = all({"condition=Ready=False", "jsonpath={.status.phase}=Running"});
  EXPECT_EQ(look_at(document.seen(), met, {})->outcome, Look::Outcome::Met);
  const auto half = all({"condition=Ready=False", "condition=Available", "condition=Ready"});
  const Result<Look> look = look_at(document.seen(), half, {});
  EXPECT_EQ(look->outcome, Look::Outcome::NotYet);
  EXPECT_EQ(look->about, &half[1]);
}

TEST(WaitLook, FailsBeforeItIsMet) {
  const Document document(machine_text);
  const auto expected = all({"jsonpath={.status.phase}=Running"});
  const auto failing = all({"condition=Available=False", "condition=Ready=False"});
  const Result<Look> look = look_at(document.seen(), expected, failing);
  EXPECT_EQ(look->outcome, Look::Outcome::Failed);
  EXPECT_EQ(look->about, &failing[1]);
  EXPECT_EQ(look->finding.reason, "NodeNotReady");
}

}  // namespace
}  // namespace telltale::cli
