// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/explain/tables.h"
#include "cli/test_world.h"
#include "json/parse.h"
#include "table/render.h"

namespace telltale::cli {
namespace {

std::string content_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// TELLTALE_REGENERATE=1 writes the pages instead of comparing them.
TEST(TablePages, AreWhatTheTablesSay) {
  const std::filesystem::path folder =
      std::filesystem::path(TELLTALE_SOURCE_DIR) / "docs" / "tables";
  const bool regenerate = std::getenv("TELLTALE_REGENERATE") != nullptr;
  if (regenerate) std::filesystem::create_directories(folder);
  for (const TablePage& page : all_tables()) {
    const std::filesystem::path file = folder / format("{}.{}.md", page.kind, page.condition);
    if (regenerate) std::ofstream(file) << render_markdown(page);
    EXPECT_EQ(content_of(file), render_markdown(page))
        << file << " is stale: run this test with TELLTALE_REGENERATE=1";
  }
}

TEST(TablePages, HaveATableEach) {
  std::size_t pages = 0;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(TELLTALE_SOURCE_DIR) / "docs" / "tables")) {
    pages += entry.path().extension() == ".md" ? 1 : 0;
  }
  EXPECT_EQ(pages, all_tables().size());
}

TEST(Tables, AreListedWithTheirRows) {
  Screen screen;
  EXPECT_EQ(screen.run({"tables"}), ExitCode::Fine);
  EXPECT_TRUE(screen.out.text.starts_with("KIND ")) << screen.out.text;
  EXPECT_TRUE(screen.out.text.contains("NodeHealthy                    16\n")) << screen.out.text;
}

TEST(Tables, AreFoundByNameWithOrWithoutTheKind) {
  for (const std::string name : {"NodeHealthy", "nodehealthy", "Machine/NodeHealthy"}) {
    Screen screen;
    EXPECT_EQ(screen.run({"tables", name}), ExitCode::Fine);
    EXPECT_TRUE(screen.out.text.starts_with("# Machine NodeHealthy\n")) << screen.out.text;
  }
}

TEST(Tables, OfTwoKindsOfOneNameAreFoundTogetherOrApart) {
  for (const std::string name : {"NodePool/verdict", "nodepool", "verdict"}) {
    Screen screen;
    EXPECT_EQ(screen.run({"tables", name}), ExitCode::Fine);
    EXPECT_TRUE(screen.out.text.contains("# NodePool verdict.hypershift\n")) << name;
    EXPECT_TRUE(screen.out.text.contains("# NodePool verdict.karpenter\n")) << name;
  }
  Screen screen;
  EXPECT_EQ(screen.run({"tables", "NodePool/verdict.karpenter"}), ExitCode::Fine);
  EXPECT_FALSE(screen.out.text.contains("hypershift")) << screen.out.text;
}

TEST(Tables, OfferWhatWasProbablyMeant) {
  Screen screen;
  EXPECT_EQ(screen.run({"tables", "NodeHelthy"}), ExitCode::Error);
  EXPECT_EQ(screen.err.text, "error: no table \"NodeHelthy\"; did you mean NodeHealthy?\n");
}

TEST(Tables, PublishThePolarityOfEveryType) {
  Screen screen;
  screen.run({"tables", "-o", "json"});
  ASSERT_TRUE(json::parse(screen.out.text)) << json::parse(screen.out.text).error().detail;
  EXPECT_TRUE(screen.out.text.contains("\"polarity\": \"Negative\""));
  EXPECT_TRUE(screen.out.text.contains("\"othersActOnIt\": true"));
}

TEST(TableReasons, ArePrintedAsAPageOrAsData) {
  Screen page;
  EXPECT_EQ(page.run({"tables", "--reasons"}), ExitCode::Fine);
  EXPECT_TRUE(page.out.text.starts_with("# Reasons\n")) << page.out.text;
  Screen data;
  EXPECT_EQ(data.run({"tables", "--reasons", "-o", "json"}), ExitCode::Fine);
  ASSERT_TRUE(json::parse(data.out.text)) << json::parse(data.out.text).error().detail;
  EXPECT_TRUE(data.out.text.contains("\"kind\": \"ReasonList\""));
}

TEST(TableReasons, AreThoseOfAllTablesAndNoPicture) {
  Screen named;
  EXPECT_EQ(named.run({"tables", "NodeHealthy", "--reasons"}), ExitCode::Usage);
  Screen drawn;
  EXPECT_EQ(drawn.run({"tables", "--reasons", "-o", "dot"}), ExitCode::Usage);
}

TEST(Tables, ArePicturesToo) {
  Screen dot;
  dot.run({"tables", "NodeHealthy", "-o", "dot"});
  EXPECT_TRUE(dot.out.text.starts_with("digraph \"Machine/NodeHealthy\" {\n"));
  Screen mermaid;
  mermaid.run({"tables", "NodeHealthy", "-o", "mermaid"});
  EXPECT_TRUE(mermaid.out.text.starts_with("flowchart TD\n"));
}

}  // namespace
}  // namespace telltale::cli
