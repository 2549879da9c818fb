// SPDX-License-Identifier: Apache-2.0
#include "cli/tree/tree.h"

#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "catalog/small_fleet_for_test.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

std::string documents_of(const SmallFleet& fleet) {
  std::string text;
  for (const std::string& document : fleet.documents()) text += document + "\n";
  return text;
}

// A small fleet on disk, and what `tree` says about it.
struct Told {
  TempFolder folder = {};
  std::string path;
  Screen screen = {};

  explicit Told(const SmallFleet& fleet) : path(folder.write("fleet.json", documents_of(fleet))) {}

  ExitCode run(std::vector<std::string> more = {}) {
    std::vector<std::string> args{"tree", "-f", path, "--now", "2026-01-01T12:00:00Z"};
    args.insert(args.end(), more.begin(), more.end());
    screen.out.text.clear();
    screen.err.text.clear();
    return screen.run(args);
  }
  bool says(std::string_view text) const { return screen.out.text.contains(text); }
};

SmallFleet three_machines() {
  SmallFleet fleet;
  fleet.machines = 3;
  fleet.replicas = "3";
  return fleet;
}

SmallFleet broken_fleet() {
  SmallFleet fleet = three_machines();
  fleet.broken_node = "m2";
  return fleet;
}

std::string_view line_with(std::string_view text, std::string_view wanted) {
  for (const std::string_view line : split(text, '\n')) {
    if (line.contains(wanted)) return line;
  }
  return {};
}

TEST(Tree, NamesTheCauseInItsFirstLinesAndWhatToDoInItsLast) {
  Told told(broken_fleet());
  EXPECT_EQ(told.run(), ExitCode::Stuck);
  const std::vector<std::string_view> lines = split(told.screen.out.text, '\n');
  ASSERT_GT(lines.size(), 3);
  EXPECT_TRUE(lines[1].starts_with("Cluster default/c1"));
  EXPECT_TRUE(lines[2].contains("because Machine default/m2: NodeHealthy=False")) << lines[2];
  EXPECT_TRUE(lines[lines.size() - 2].starts_with("next: telltale why machine/m2 -n default -f "));
}

TEST(Tree, TellsMachinesThatFareAlikeTogetherUnlessAskedNotTo) {
  Told told(broken_fleet());
  told.run();
  EXPECT_TRUE(told.says("2 Machines m1, m3")) << told.screen.out.text;
  EXPECT_TRUE(told.says("Machine m2 "));
  told.run({"--expand"});
  EXPECT_FALSE(told.says("2 Machines"));
  for (const std::string_view name : {"Machine m1 ", "Machine m2 ", "Machine m3 "}) {
    EXPECT_TRUE(told.says(name)) << name;
  }
}

TEST(Tree, ShowsOnlyProblemsOnDemand) {
  Told told(broken_fleet());
  told.run({"--problems"});
  EXPECT_TRUE(told.says("Machine m2"));
  EXPECT_FALSE(told.says("m1"));
}

TEST(Tree, StopsAtTheDepthAskedFor) {
  Told told(broken_fleet());
  told.run({"--depth", "1"});
  EXPECT_TRUE(told.says("workers"));
  EXPECT_FALSE(told.says("─ MachineDeployment"));
  EXPECT_TRUE(told.says("because Machine default/m2"));
}

TEST(Tree, ShowsConditionsWithStatusReasonAndMessage) {
  Told told(broken_fleet());
  told.run({"--show-conditions=machine/m2"});
  const std::string_view line = line_with(told.screen.out.text, "NodeHealthy  ");
  EXPECT_TRUE(line.contains("✗ False")) << told.screen.out.text;
  EXPECT_TRUE(told.says("BootstrapConfigReady  "));
  told.run({"--show-conditions=machine/m2+"});
  EXPECT_TRUE(told.says("NodeHealthy  "));
  EXPECT_FALSE(told.says("BootstrapConfigReady  "));
  told.run({"--show-conditions"});
  EXPECT_TRUE(told.says("BootstrapConfigReady  "));
}

TEST(Tree, StartsFromAnyJudgedObject) {
  Told told(broken_fleet());
  for (const std::vector<std::string>& subject :
       {std::vector<std::string>{"machineset/ms-0"}, std::vector<std::string>{"ms", "ms-0"}}) {
    EXPECT_EQ(told.run(subject), ExitCode::Stuck);
    EXPECT_TRUE(split(told.screen.out.text, '\n')[1].starts_with("MachineSet default/ms-0"));
    EXPECT_FALSE(told.says("Cluster c1"));
  }
}

TEST(Tree, SaysWhatItCouldNotFind) {
  Told told(broken_fleet());
  EXPECT_EQ(told.run({"machine/m9"}), ExitCode::Error);
  EXPECT_TRUE(told.screen.err.text.contains("no Machine \"m9\""));
  EXPECT_TRUE(told.screen.out.text.empty());
}

TEST(Tree, DoesNotTakeAnEmptyScreenForGoodNews) {
  Told told(broken_fleet());
  EXPECT_EQ(told.run({"-n", "nowhere"}), ExitCode::Unknown);
  EXPECT_TRUE(told.screen.err.text.contains("nothing to show"));
}

TEST(Tree, SaysTheStageOfADeletion) {
  SmallFleet fleet = three_machines();
  fleet.deleting = 1;
  fleet.stage_message = "Drain not completed yet";
  Told told(fleet);
  told.run();
  const std::string_view line = line_with(told.screen.out.text, "─ Machine m1");
  EXPECT_TRUE(line.contains("deleting")) << line;
  EXPECT_TRUE(line.contains("DrainingNode: Drain not completed yet")) << line;
}

TEST(Tree, WritesTheSameTreeAsData) {
  Told told(broken_fleet());
  EXPECT_EQ(told.run({"-o", "json"}), ExitCode::Stuck);
  EXPECT_TRUE(
      told.screen.out.text.starts_with(R"({"apiVersion":"telltale.dev/v1alpha1","kind":"Tree")"));
  EXPECT_TRUE(told.says(R"("group":{"first":"m1","size":2})"));
  told.run({"-o", "yaml"});
  EXPECT_TRUE(told.screen.out.text.starts_with("apiVersion: telltale.dev/v1alpha1\nkind: Tree\n"));
}

TEST(Tree, DrawsItsLinesInAsciiWhereTheTerminalKnowsNothingElse) {
  Told told(broken_fleet());
  told.screen.terminal = terminal_of_width(100);
  told.screen.terminal.unicode = false;
  told.run();
  EXPECT_TRUE(told.says("`- workers")) << told.screen.out.text;
  for (const char byte : told.screen.out.text) {
    ASSERT_LT(static_cast<unsigned char>(byte), 0x80) << told.screen.out.text;
  }
}

TEST(Tree, PaintsNothingInAPipe) {
  Told told(broken_fleet());
  told.run();
  EXPECT_FALSE(told.says("\x1b"));
  told.run({"--color", "always"});
  EXPECT_TRUE(told.says("\x1b"));
}

TEST(Tree, RefusesFlagsThatMakeNoSense) {
  Told told(broken_fleet());
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{"--depth", "deep"}, std::vector<std::string>{"--depth", "-1"},
        std::vector<std::string>{"--show-conditions=a b"}, std::vector<std::string>{"machine"},
        std::vector<std::string>{"machine/"}, std::vector<std::string>{"a/b", "c"},
        std::vector<std::string>{"-o", "wide"}}) {
    EXPECT_EQ(told.run(args), ExitCode::Usage) << args.front();
  }
}

}  // namespace
}  // namespace telltale::cli
