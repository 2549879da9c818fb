// SPDX-License-Identifier: Apache-2.0
#include "condition/lines.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace telltale {
namespace {

constexpr std::string_view pods[] = {"APIServerPodHealthy", "ControllerManagerPodHealthy",
                                     "SchedulerPodHealthy", "EtcdPodHealthy"};
constexpr LineGroup group{pods, "Control plane components"};

std::string collapsed(std::vector<SummaryLine> lines) {
  lines.resize(collapse_rule(lines, &group));
  std::string text;
  for (const SummaryLine& line : lines) {
    text.append(line.label).append("=").append(line.text).append(";");
  }
  return text;
}

TEST(Collapse, JoinsLinesThatSayTheSame) {  // trap 10, #11498
  EXPECT_EQ(collapsed({{"Ready", "r"},
                       {"APIServerPodHealthy", "no Pod"},
                       {"NodeHealthy", "n"},
                       {"SchedulerPodHealthy", "no Pod"},
                       {"EtcdPodHealthy", "no Pod"},
                       {"Last", "l"}}),
            "Ready=r;Control plane components=no Pod;NodeHealthy=n;Last=l;");
}

TEST(Collapse, LeavesLinesThatDiffer) {
  EXPECT_EQ(
      collapsed(
          {{"APIServerPodHealthy", "a"}, {"SchedulerPodHealthy", "a"}, {"EtcdPodHealthy", "b"}}),
      "APIServerPodHealthy=a;SchedulerPodHealthy=a;EtcdPodHealthy=b;");
}

TEST(Collapse, NamesASingleConditionByItsOwnName) {
  EXPECT_EQ(collapsed({{"APIServerPodHealthy", "a"}, {"NodeHealthy", "a"}}),
            "APIServerPodHealthy=a;NodeHealthy=a;");
  EXPECT_EQ(collapsed({}), "");
}

TEST(LineRule, LeavesLinesAloneByDefault) {
  std::vector<SummaryLine> lines{{"A", "a"}, {"B", "b"}};
  EXPECT_EQ(LineRule{}(lines), 2U);
}

}  // namespace
}  // namespace telltale
