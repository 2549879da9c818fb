// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/summary_gates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/noon_for_test.h"
#include "catalog/judge.h"
#include "catalog/world_for_test.h"

namespace telltale {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// What the object of this kind says of its root condition with these gates in its spec.
Condition root_with_gates(std::string_view kind, std::string_view gates, const Dialect& dialect) {
  const bool is_machine = kind == "Machine";
  const World world = world_of({format(
      R"({{"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "{}", "metadata": {{"namespace":
      "default", "name": "x"}}, "spec": {{"{}": [{}]}}, "status": {{"conditions": [
      {{"type": "Drained", "status": "False", "reason": "No", "message": "",
        "lastTransitionTime": "2026-01-01T10:00:00Z"}}]}}}})",
      kind, is_machine ? "readinessGates" : "availabilityGates", gates)});
  Settings settings;
  settings.dialect = dialect;
  static Judgement judgement;
  judgement = judge(world, settings, noon);
  const Condition* root =
      find_condition(judgement.items.front().conditions, is_machine ? "Ready" : "Available");
  static std::string message;
  Condition told = *root;
  message = root->message;
  told.message = message;
  return told;
}

constexpr std::string_view sentence =
    "Not accepted as a gate: the condition has negative polarity and the gate does not set "
    "polarity "
    "to Negative";

TEST(SummaryGates, RefuseAConditionOfNegativePolarityWithASentence) {
  for (const std::string_view type : {"Paused", "Deleted", "Deleting"}) {
    const std::string gate = format(R"({{"conditionType": "{}"}})", type);
    for (const std::string_view kind : {"Machine", "Cluster"}) {
      const Condition root = root_with_gates(kind, gate, proposal_dialect());
      EXPECT_EQ(root.status, Status::False);
      EXPECT_THAT(root.message, HasSubstr(format("* {}: {}", type, sentence))) << kind;
    }
  }
}

TEST(SummaryGates, TakeItWhereThePolarityFieldSaysSo) {
  for (const std::string_view polarity : {"Negative", "Positive"}) {
    const std::string gate = format(R"({{"conditionType": "Paused", "polarity": "{}"}})", polarity);
    const Condition root = root_with_gates("Machine", gate, proposal_dialect());
    EXPECT_THAT(root.message, Not(HasSubstr(sentence)));
    const bool counts = root.message.find("* Paused") != std::string_view::npos;
    EXPECT_EQ(counts, polarity == "Positive");
  }
}

TEST(SummaryGates, TakeWhateverNobodyKnowsAsGoodWhenTrue) {
  const Condition root =
      root_with_gates("Machine", R"({"conditionType": "Drained"})", proposal_dialect());
  EXPECT_THAT(root.message, HasSubstr("* Drained: No"));
}

TEST(SummaryGates, AreUpstreamsInUpstreamsDialect) {
  const Condition root =
      root_with_gates("Machine", R"({"conditionType": "Paused"})", upstream_dialect());
  EXPECT_THAT(root.message, HasSubstr("* Paused: NotPaused"));
}

}  // namespace
}  // namespace telltale
