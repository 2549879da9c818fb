// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/transition_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

live::Turned pool_out_of_quota() {
  return {.at = *parse_rfc3339("2026-01-01T10:00:19Z"),
          .verdict = Verdict::Stuck,
          .kind = "NodePool",
          .namespace_name = "clusters",
          .name = "np-gpu",
          .entry = {.type = "Progressing",
                    .status = Status::False,
                    .reason = "CloudQuotaExceeded",
                    .message = "vCPU quota reached on all machines\nmore of it"}};
}

TEST(TurnLine, SaysWhenWhatAndWhyInColumns) {
  const std::string line = transition_line(pool_out_of_quota(), {});
  EXPECT_THAT(line, StartsWith("10:00:19  ✗ NodePool clusters/np-gpu  "));
  EXPECT_THAT(line, HasSubstr("Progressing=False           CloudQuotaExceeded"));
  EXPECT_THAT(line, HasSubstr("vCPU quota reached on all machines · more of it"));
}

TEST(TurnLine, FitsANarrowTerminalWithoutItsColumns) {
  const std::string line = transition_line(pool_out_of_quota(), {.width = 80, .is_terminal = true});
  EXPECT_LE(display_width(line), 79U);
  EXPECT_THAT(line, HasSubstr("clusters/np-gpu Progressing=False CloudQuotaExceeded vCPU"));
}

TEST(TurnLine, ShowsWhatIsStillMovingAsMoving) {
  live::Turned turned = pool_out_of_quota();
  turned.kind = "Machine";
  turned.verdict = Verdict::Working;
  turned.entry = {.type = "Ready", .status = Status::False, .reason = "NotReady"};
  EXPECT_THAT(transition_line(turned, {}), HasSubstr("  ~ Machine"));
}

TEST(TurnLine, MakesControlCharactersVisible) {
  live::Turned turned = pool_out_of_quota();
  turned.entry.message = "\x1b[2Jboo";
  EXPECT_EQ(transition_line(turned, {}).find('\x1b'), std::string::npos);
}

TEST(TurnLine, IsForConditionsThatSumUpAndThoseInWhichTheOutsideShowsFirst) {
  live::Turned turned = pool_out_of_quota();
  EXPECT_TRUE(is_worth_a_line(turned));
  turned.entry.type = "AutoscalingEnabled";
  EXPECT_FALSE(is_worth_a_line(turned));
  turned.kind = "Machine";
  turned.entry.type = "NodeHealthy";
  EXPECT_TRUE(is_worth_a_line(turned));
}

TEST(SummaryLine, CountsVerdictsWritesAndClusters) {
  live::LoopFigures figures;
  figures.verdicts = {.healthy = 1204, .working = 2, .stuck = 1, .unknown = 0};
  figures.loop.status_writes = 41;
  figures.connections = {.wanted = 4, .connected = 3};
  EXPECT_EQ(summary_line(figures, {}),
            "1,204 healthy · 2 working · 1 stuck · 0 unknown   41 writes   "
            "3 of 4 clusters connected");
}

}  // namespace
}  // namespace telltale::cli
