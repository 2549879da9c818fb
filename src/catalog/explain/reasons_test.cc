// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/reasons.h"

#include <algorithm>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "catalog/explain/guidance.h"
#include "catalog/explain/tables.h"
#include "catalog/polarity.h"
#include "catalog/small_fleet_for_test.h"

namespace telltale {
namespace {

const WrittenReason* find(const std::vector<WrittenReason>& list, std::string_view kind,
                          std::string_view type, std::string_view reason) {
  const auto found = std::ranges::find_if(list, [&](const WrittenReason& written) {
    return written.kind == kind && written.type == type && written.reason == reason;
  });
  return found == list.end() ? nullptr : &*found;
}

TEST(Reasons, HoldWhatEveryRowOfEveryTableSets) {
  const std::vector<WrittenReason> list = written_reasons();
  for (const TablePage& page : all_tables()) {
    for (const RowText& row : page.rows) {
      if (row.act != Act::Set) continue;
      const bool listed = std::ranges::any_of(list, [&](const WrittenReason& written) {
        return written.kind == page.kind && written.type == page.condition &&
               written.reason == row.reason && written.status == row.status;
      });
      EXPECT_TRUE(listed) << page.kind << " " << page.condition << " " << row.reason;
    }
  }
}

TEST(Reasons, HaveTheWordsOfRowsThatMergeAndCopy) {
  const std::vector<WrittenReason> list = written_reasons();
  for (const TablePage& page : all_tables()) {
    for (const RowText& row : page.rows) {
      if (row.act != Act::Merge && row.act != Act::Mirror) continue;
      const std::string start = "row " + row.number + ": ";
      const bool told = std::ranges::any_of(list, [&](const WrittenReason& written) {
        return written.kind == page.kind && written.type == page.condition &&
               std::ranges::any_of(written.when, [&](const std::string& sentence) {
                 return sentence.starts_with(start);
               });
      });
      EXPECT_TRUE(told) << page.kind << " " << page.condition << " row " << row.number;
    }
  }
}

TEST(Reasons, AreSaidOnce) {
  std::set<std::tuple<std::string_view, std::string_view, std::string_view, int>> seen;
  for (const WrittenReason& written : written_reasons()) {
    const int status = written.status ? static_cast<int>(*written.status) : -1;
    EXPECT_TRUE(seen.emplace(written.kind, written.type, written.reason, status).second)
        << written.kind << " " << written.type << " " << written.reason;
    EXPECT_FALSE(written.when.empty()) << written.reason;
  }
}

TEST(Reasons, OfMergesHaveTheStatusOfTheirPolarity) {
  const std::vector<WrittenReason> list = written_reasons();
  EXPECT_EQ(find(list, "Machine", "Ready", "NotReady")->status, Status::False);
  EXPECT_EQ(find(list, "Machine", "Ready", "ReadyUnknown")->status, Status::Unknown);
  EXPECT_EQ(find(list, "Cluster", "RollingOut", "RollingOut")->status, Status::True);
  EXPECT_EQ(find(list, "Cluster", "RollingOut", "NotRollingOut")->status, Status::False);
}

// Row 2 asks the counters, so it can neither be unknown nor say that nothing scales.
TEST(Reasons, OfScalingByCountersAreThoseOfTheRow) {
  const std::vector<WrittenReason> list = written_reasons();
  const WrittenReason* unknown = find(list, "Cluster", "ScalingUp", "ScalingUpUnknown");
  ASSERT_NE(unknown, nullptr);
  ASSERT_EQ(unknown->when.size(), 1u);
  EXPECT_TRUE(unknown->when.front().starts_with("row 5: ")) << unknown->when.front();
}

TEST(Reasons, OfACopyAreTheProvidersOwn) {
  const std::vector<WrittenReason> list = written_reasons();
  const WrittenReason* own = find(list, "Machine", "InfrastructureReady", any_reason);
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->status, std::nullopt);
  EXPECT_EQ(find(list, "Machine", "NodeReady", any_reason), nullptr);
}

TEST(VerdictEffect, IsTerminalForAProviderThatBreaksTheContract) {
  std::size_t terminal = 0;
  for (const WrittenReason& written : written_reasons()) {
    const bool is = effect_of(written) == VerdictEffect::Terminal;
    EXPECT_EQ(is, written.reason == "InvalidConditionReported") << written.reason;
    terminal += is ? 1 : 0;
  }
  EXPECT_GT(terminal, 0u);
  EXPECT_FALSE(is_terminal("Machine", "InfrastructureReady", "NotReady"));
}

TEST(VerdictEffect, OfWhatIsGoodIsNever) {
  for (const WrittenReason& written : written_reasons()) {
    if (!written.status || *written.status == Status::Unknown) continue;
    const bool positive = polarity_of(written.kind, written.type) == Polarity::Positive;
    if ((*written.status == Status::True) != positive) continue;
    EXPECT_EQ(effect_of(written), VerdictEffect::Never) << written.type << " " << written.reason;
  }
}

TEST(VerdictEffect, ComesWithARunbookOfItsCondition) {
  for (const WrittenReason& written : written_reasons()) {
    if (effect_of(written) == VerdictEffect::Never) continue;
    EXPECT_EQ(guidance_for(written.kind, written.type, written.reason).condition, written.type)
        << written.kind << " " << written.type << " " << written.reason;
  }
}

// A Machine without a Node is Stuck by its age, though NodeHealthy is only Unknown.
TEST(VerdictEffect, KnowsUnknownsThatCallForAHuman) {
  const std::vector<WrittenReason> list = written_reasons();
  EXPECT_EQ(effect_of(*find(list, "Machine", "NodeHealthy", "InspectionFailed")),
            VerdictEffect::AfterPatience);
  EXPECT_EQ(effect_of(*find(list, "Machine", "NodeHealthy", "ConnectionDown")),
            VerdictEffect::Never);
  EXPECT_EQ(effect_of(*find(list, any_kind, any_type, "NotCollected")), VerdictEffect::Never);
  EXPECT_EQ(effect_of(*find(list, "MachineSet", "MachinesReady", "ReadyUnknown")),
            VerdictEffect::AfterPatience);
}

TEST(Reasons, HoldWhatOthersLeftOnAnObject) {
  const std::vector<WrittenReason> list = written_reasons();
  const WrittenReason* draining = find(list, "Machine", "Deleted", "DrainingNode");
  ASSERT_NE(draining, nullptr);
  EXPECT_EQ(draining->status, Status::True);
  const auto kept = [](std::string_view when) { return when.starts_with("kept as stored: "); };
  EXPECT_TRUE(std::ranges::any_of(draining->when, kept)) << draining->when.front();
  EXPECT_EQ(effect_of(*draining), VerdictEffect::AfterPatience);
}

// What the engine says about a real world stands in the list.
TEST(Reasons, HoldEverythingThatJudgingWrites) {
  const std::vector<WrittenReason> list = written_reasons();
  SmallFleet fleet;
  for (const int deleting : {0, 1}) {
    fleet.deleting = deleting;
    for (const auto& [kind, name] : {std::pair{"Machine", "m1"}, {"MachineSet", "ms-0"}}) {
      for (const Condition& condition : fleet.judged(kind, name).conditions) {
        const bool listed = find(list, kind, condition.type, condition.reason) != nullptr ||
                            find(list, kind, condition.type, any_reason) != nullptr ||
                            find(list, any_kind, any_type, condition.reason) != nullptr;
        EXPECT_TRUE(listed) << kind << " " << condition.type << " " << condition.reason;
      }
    }
  }
}

}  // namespace
}  // namespace telltale
