// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/explain.h"

#include <functional>

#include <gtest/gtest.h>

#include "catalog/small_fleet_for_test.h"

namespace telltale {
namespace {

// One way in which a calm fleet may be bent.
using Bend = std::function<void(SmallFleet&)>;

TEST(ExplainVerdict, AsksTheRowsThatDecided) {
  const Bend bends[] = {
      [](SmallFleet&) {},
      [](SmallFleet& fleet) { fleet.deleting = 1; },
      [](SmallFleet& fleet) { fleet.node = false; },
      [](SmallFleet& fleet) { fleet.broken_node = "m1"; },
      [](SmallFleet& fleet) { fleet.templates = false; },
      [](SmallFleet& fleet) { fleet.cluster_paused = true; },
      [](SmallFleet& fleet) { fleet.replicas = "3"; },
      [](SmallFleet& fleet) {
        fleet.connection = R"({"connected":false,"lastProbeSuccessTime":"2026-01-01T10:00:00Z",)"
                           R"("consecutiveFailures":9})";
      },
  };
  for (const Bend& bend : bends) {
    for (const Completeness completeness : {Completeness::Partial, Completeness::Complete}) {
      SmallFleet fleet;
      fleet.completeness = completeness;
      bend(fleet);
      const Judgement& judgement = fleet.judge_all();
      for (const Judged& item : judgement.items) {
        const VerdictExplanation told =
            explain_verdict(fleet.world(), judgement, item, fleet.settings, fleet.now);
        EXPECT_EQ(told.verdict, item.verdict) << to_text(item.object->key);
        ASSERT_FALSE(told.trace.rows.empty()) << to_text(item.object->key);
        EXPECT_EQ(told.trace.rows.back().answer, Answer::Yes) << to_text(item.object->key);
      }
    }
  }
}

TEST(Explain, SaysWhichRowWouldMakeAConditionGood) {
  SmallFleet fleet;
  fleet.broken_node = "m1";
  const Judgement& judgement = fleet.judge_all();
  std::size_t asked = 0;
  for (const Judged& item : judgement.items) {
    for (const Explanation& told :
         explain(fleet.world(), judgement, item, fleet.settings, fleet.now)) {
      if (told.type != "NodeHealthy") continue;
      EXPECT_TRUE(told.changes_when.starts_with("row 7 holds: ")) << told.changes_when;
      ++asked;
    }
  }
  EXPECT_EQ(asked, 1U);
}

}  // namespace
}  // namespace telltale
