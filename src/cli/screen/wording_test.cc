// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/wording.h"

#include <gtest/gtest.h>

#include "cli/test_world.h"

namespace telltale::cli {
namespace {

TEST(Words, GroupDigitsByThree) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1204), "1,204");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
}

TEST(Words, SayTheTimeAloneOnTheSameDay) {
  EXPECT_EQ(clock_text(noon - std::chrono::minutes{6}, noon), "11:54:00Z");
  EXPECT_EQ(clock_text(noon - std::chrono::hours{13}, noon), "2025-12-31T23:00:00Z");
}

TEST(Words, SayThatAnAgeIsNotKnown) {
  EXPECT_EQ(age_text(no_time, noon), "<unknown>");
  EXPECT_EQ(age_text(noon - std::chrono::minutes{22}, noon), "22m");
}

TEST(Words, QuoteWhatAShellWouldTakeApart) {
  EXPECT_EQ(shell_word("must-gather.tar.gz"), "must-gather.tar.gz");
  EXPECT_EQ(shell_word("my dump"), "'my dump'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("$(reboot)"), "'$(reboot)'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(Words, ListAlternativesAsASentenceDoes) {
  EXPECT_EQ(alternatives({}), "");
  EXPECT_EQ(alternatives({"a"}), "a");
  EXPECT_EQ(alternatives({"a", "b"}), "a or b");
  EXPECT_EQ(alternatives({"a", "b", "c"}), "a, b or c");
}

TEST(Words, NameTheObjectToAskAbout) {
  HandMade world;
  const Judged& judged = world.add("MachineSet", "ms-0", Verdict::Stuck, "prod");
  EXPECT_EQ(why_line("kubectl telltale", judged.object->key),
            "kubectl telltale why machineset/ms-0 -n prod");
}

TEST(Words, NameTheGroupWhereSeveralKindsHaveTheName) {
  HandMade world;
  Judged& pool = world.add("NodePool", "gpu", Verdict::Stuck);
  world.set_group(pool, "karpenter.sh");
  EXPECT_EQ(why_line("telltale", pool.object->key),
            "telltale why nodepool.karpenter.sh/gpu -n default");
}

TEST(Words, TakeConditionsByTheirPolarity) {
  Condition condition{.type = "Paused", .status = Status::False};
  EXPECT_EQ(standing_of("Machine", condition), Standing::Good);
  condition.status = Status::Unknown;
  EXPECT_EQ(standing_of("Machine", condition, Verdict::Stuck), Standing::Unclear);
}

TEST(Words, PutTheCrossOnStuckObjectsOnly) {
  const Condition condition{.type = "NodeHealthy", .status = Status::False};
  EXPECT_EQ(standing_of("Machine", condition, Verdict::Stuck), Standing::Bad);
  for (const Verdict verdict : {Verdict::Working, Verdict::Healthy, Verdict::Unknown}) {
    EXPECT_EQ(standing_of("Machine", condition, verdict), Standing::Moving);
  }
  EXPECT_EQ(standing_of("Machine", condition), Standing::Moving);
  EXPECT_EQ(glyph_of(Standing::Bad), "✗");
  EXPECT_EQ(glyph_of(Standing::Moving), "~");
}

TEST(Words, TakeMovementForNoErrorUnlessItIsTheCause) {
  HandMade world;
  Judged& set = world.add("MachineSet", "ms", Verdict::Stuck);
  for (const std::string_view type :
       {"ScalingUp", "ScalingDown", "Remediating", "RollingOut", "Updating", "Deleting"}) {
    const Condition condition{.type = type, .status = Status::True};
    EXPECT_EQ(standing_of(set, condition), Standing::Moving) << type;
    set.cause.condition = type;
    EXPECT_EQ(standing_of(set, condition), Standing::Bad) << type;
    set.cause.condition = "Ready";
    EXPECT_FALSE(is_good("MachineSet", condition)) << type;
  }
  const Condition progressing{.type = "Progressing", .status = Status::True};
  EXPECT_EQ(standing_of("NodePool", progressing, Verdict::Stuck), Standing::Moving);
  EXPECT_TRUE(is_good("NodePool", progressing));
  const Condition paused{.type = "Paused", .status = Status::True};
  EXPECT_EQ(standing_of(set, paused), Standing::Bad);
}

TEST(Words, MeanToAScriptWhatTheVerdictSays) {
  EXPECT_EQ(exit_code_of(Verdict::Healthy), ExitCode::Fine);
  EXPECT_EQ(exit_code_of(Verdict::Working), ExitCode::Fine);
  EXPECT_EQ(exit_code_of(Verdict::Stuck), ExitCode::Stuck);
  EXPECT_EQ(exit_code_of(Verdict::Unknown), ExitCode::Unknown);
}

}  // namespace
}  // namespace telltale::cli
