// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/keep_judged.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace telltale {
namespace {

TEST(KeepText, OutlivesWhatTheJudgementWasMadeFrom) {
  Judged judged;
  std::unique_ptr<std::byte[]> block;
  {
    // Longer than a short string, so that it would lie in freed memory.
    std::string message(100, 'x');
    const std::vector<Condition> conditions{
        {.type = "Ready", .status = Status::False, .reason = "NotReady", .message = message},
        {.type = "Paused", .status = Status::True}};
    const ClusterCounters halves{.control_plane = {.replicas = 3}, .workers = {}};
    judged.conditions = conditions;
    judged.halves = &halves;
    judged.cause = {
        .condition = "Ready", .reason = "NotReady", .message = message, .below = message};
    block = keep_text(judged);
    message.assign(100, 'y');
    EXPECT_EQ(judged.cause.below, std::string(100, 'x'));
  }
  ASSERT_EQ(judged.conditions.size(), 2U);
  EXPECT_EQ(judged.conditions[0].type, "Ready");
  EXPECT_EQ(judged.conditions[0].message, std::string(100, 'x'));
  EXPECT_EQ(judged.conditions[1].status, Status::True);
  EXPECT_EQ(judged.cause.message, std::string(100, 'x'));
  EXPECT_EQ(judged.halves->control_plane.replicas, 3);
}

TEST(KeepText, TakesAJudgementWithoutAnyText) {
  Judged judged;
  const auto block = keep_text(judged);
  EXPECT_TRUE(judged.conditions.empty());
  EXPECT_EQ(judged.halves, nullptr);
}

}  // namespace
}  // namespace telltale
