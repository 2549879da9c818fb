// SPDX-License-Identifier: Apache-2.0
#include "cli/tree/tree_screen.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

TreeRow row(std::string stem, std::string below, std::string kind, std::string name) {
  TreeRow made{.stem = std::move(stem), .stem_below = std::move(below), .kind = std::move(kind)};
  made.short_kind = made.kind == "MachineDeployment" ? "MD" : made.kind;
  if (!name.empty()) made.names.push_back(std::move(name));
  made.names_total = made.names.size();
  made.lines_max = 40;
  return made;
}

void count(TreeRow& counted_row, std::string text) {
  counted_row.ready = counted_row.available = counted_row.up_to_date = std::move(text);
}

std::vector<TreeRow> calm_tree() {
  std::vector<TreeRow> rows;
  TreeRow cluster = row("", "│  ", "Cluster", "prod-eu");
  cluster.version = "v1.33.2";
  count(cluster, "50/53");
  cluster.condition.text = "✗ Available=False";
  cluster.since = "22m";
  cluster.message = "* WorkersAvailable:\n  * MachineDeployment md-gpu: 27 available replicas";
  rows.push_back(cluster);
  TreeRow cause{.sort = TreeRow::Sort::Across, .stem = "│  ", .stem_below = "│  "};
  cause.condition.text = "✗ because";
  cause.message = "Machine default/m3: NodeHealthy=False NodeDeleted for 22m: Node m3 is gone";
  cause.lines_max = 3;
  rows.push_back(cause);
  TreeRow deployment = row("├─ ", "│  │  ", "MachineDeployment", "md-gpu");
  count(deployment, "27/30");
  deployment.condition.text = "✗ Available=False";
  deployment.since = "22m";
  rows.push_back(deployment);
  TreeRow machines = row("│  └─ ", "│     ", "3 Machines", "md-gpu-a");
  machines.names.insert(machines.names.end(), {"md-gpu-b", "md-gpu-c"});
  machines.names_total = 3;
  count(machines, "0/3");
  machines.counters_may_go = true;
  machines.condition.text = "✗ Ready=False";
  machines.since = "22m";
  machines.message = "VcpuLimitExceeded";
  rows.push_back(machines);
  TreeRow node = row("└─ ", "   ", "Node", "n1");
  node.condition.text = "✓ Ready";
  node.since = "3d";
  rows.push_back(node);
  return rows;
}

std::string tree_shown(const std::vector<TreeRow>& rows, std::size_t width,
                       Headers headers = Headers::Shown) {
  Screen screen;
  screen.terminal = width == 0 ? Terminal{} : terminal_of_width(width);
  show_tree(rows, headers, screen.streams());
  return screen.out.text;
}

TEST(TreeScreen, SetsMessagesBelowTheirRowsInEightyColumns) {
  EXPECT_EQ(tree_shown(calm_tree(), 80),
            "NAME                         READY  AVAIL  UP-TO-DATE  CONDITION          SINCE\n"
            "Cluster prod-eu v1.33.2      50/53  50/53  50/53       ✗ Available=False  22m\n"
            "│    * WorkersAvailable:\n"
            "│      * MachineDeployment md-gpu: 27 available replicas\n"
            "│  ✗ because Machine default/m3: NodeHealthy=False NodeDeleted for 22m: Node\n"
            "│    m3 is gone\n"
            "├─ MachineDeployment md-gpu  27/30  27/30  27/30       ✗ Available=False  22m\n"
            "│  └─ 3 Machines md-gpu-a, -b, -c                      ✗ Ready=False      22m\n"
            "│       VcpuLimitExceeded\n"
            "└─ Node n1                                             ✓ Ready            3d\n");
}

TEST(TreeScreen, SetsMessagesBesideTheirRowsInTwoHundredColumns) {
  EXPECT_EQ(tree_shown(calm_tree(), 200),
            "NAME                                   READY  AVAIL  UP-TO-DATE  CONDITION    "
            "      SINCE  MESSAGE\n"
            "Cluster prod-eu v1.33.2                50/53  50/53  50/53       "
            "✗ Available=False  22m    * WorkersAvailable:\n"
            "│                                                                             "
            "               * MachineDeployment md-gpu: 27 available replicas\n"
            "│  ✗ because Machine default/m3: NodeHealthy=False NodeDeleted for 22m: Node"
            " m3 is gone\n"
            "├─ MachineDeployment md-gpu            27/30  27/30  27/30       "
            "✗ Available=False  22m\n"
            "│  └─ 3 Machines md-gpu-a, -b, -c      0/3    0/3    0/3         "
            "✗ Ready=False      22m    VcpuLimitExceeded\n"
            "└─ Node n1                                                       ✓ Ready      "
            "      3d\n");
}

TEST(TreeScreen, WritesOneLineARowIntoAPipe) {
  EXPECT_EQ(tree_shown(calm_tree(), 0),
            "NAME                                           READY  AVAIL  UP-TO-DATE  "
            "CONDITION          SINCE  MESSAGE\n"
            "Cluster prod-eu v1.33.2                        50/53  50/53  50/53       "
            "✗ Available=False  22m    WorkersAvailable: MachineDeployment md-gpu: 27 available "
            "replicas\n"
            "│  ✗ because Machine default/m3: NodeHealthy=False NodeDeleted for 22m: Node"
            " m3 is gone\n"
            "├─ MachineDeployment md-gpu                    27/30  27/30  27/30       "
            "✗ Available=False  22m\n"
            "│  └─ 3 Machines md-gpu-a, md-gpu-b, md-gpu-c  0/3    0/3    0/3         "
            "✗ Ready=False      22m    VcpuLimitExceeded\n"
            "└─ Node n1                                                               "
            "✓ Ready            3d\n");
}

TEST(TreeScreen, LeavesOutHeadersOnDemand) {
  EXPECT_FALSE(tree_shown(calm_tree(), 80, Headers::Hidden).contains("NAME"));
}

TEST(TreeScreen, CarriesThePipesOnThroughWrappedMessages) {
  TreeRow machine = row("├─ ", "│  │  ", "Machine", "m1");
  machine.condition.text = "✗ Ready=False";
  machine.message = "* NodeHealthy: " + std::string(40, 'x') + " " + std::string(40, 'y');
  const std::vector<TreeRow> rows{machine};
  for (const std::size_t width : {60U, 100U}) {
    const std::string text = tree_shown(rows, width, Headers::Hidden);
    std::size_t lines = 0;
    for (const std::string_view line : split(text, '\n')) {
      if (line.empty()) continue;
      EXPECT_TRUE(line.starts_with(lines == 0 ? "├─ " : "│  │  ")) << text;
      ++lines;
    }
    EXPECT_GT(lines, 1) << text;
  }
}

TEST(TreeScreen, GivesALongNameALineOfItsOwn) {
  TreeRow deployment =
      row("├─ ", "│  ", "MachineDeployment", "a-deployment-with-a-long-name-x7k2p");
  count(deployment, "100/100");
  deployment.condition.text = "✓ Available";
  const std::string text = tree_shown({deployment}, 76);
  EXPECT_TRUE(text.contains("├─ MachineDeployment a-deployment-with-a-long-name-x7k2p\n│  "))
      << text;
  EXPECT_FALSE(text.contains("…")) << text;
  EXPECT_TRUE(text.contains("  100/100  100/100  100/100     ✓ Available\n")) << text;
}

TEST(TreeScreen, AlignsWideCharacters) {
  TreeRow wide = row("", "", "Machine", "日本語🚀");
  TreeRow plain = row("", "", "Machine", "abcdefgh");
  wide.condition.text = plain.condition.text = "✓ Ready";
  const std::string text = tree_shown({wide, plain}, 80, Headers::Hidden);
  const std::vector<std::string_view> lines = split(text, '\n');
  EXPECT_EQ(display_width(lines[0].substr(0, lines[0].find("✓"))),
            display_width(lines[1].substr(0, lines[1].find("✓"))));
}

RC_GTEST_PROP(TreeScreen, NoLineIsWiderThanTheTerminal, (std::uint8_t length, bool grouped)) {
  std::vector<TreeRow> rows = calm_tree();
  TreeRow more = row("│  ├─ ", "│  │  ", "DockerMachine", std::string(length + 1U, 'n'));
  if (grouped) more.names.push_back("日本語");
  more.names_total = more.names.size();
  count(more, "1/1");
  more.version = "v1";
  more.message = std::string(length, 'm');
  more.condition.text = "? Ready=Unknown";
  rows.push_back(more);
  for (const std::size_t width : {60U, 80U, 120U, 200U}) {
    const std::string text = tree_shown(rows, width);
    for (const std::string_view line : split(text, '\n')) RC_ASSERT(display_width(line) <= width);
  }
}

}  // namespace
}  // namespace telltale::cli
