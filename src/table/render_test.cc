// SPDX-License-Identifier: Apache-2.0
#include "table/render.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/parse.h"

namespace telltale {
namespace {

TablePage small_page() {
  return {.kind = "Machine",
          .condition = "Healthy",
          .rows = {{"1",
                    {{"late", "it is late", "it is late", true, true}},
                    Act::Set,
                    Status::Unknown,
                    "Late",
                    "since \"{time}\" | or so"},
                   {"1b",
                    {{"seen", "it is not seen", "it is seen", false, false},
                     {"late", "it is late", "it is late", true, true}},
                    Act::Keep,
                    Status::Unknown,
                    "",
                    "stands"},
                   {"2", {}, Act::Set, Status::True, "Fine", ""}}};
}

TEST(RenderMarkdown, IsAPageWithAHeadATableAndALegend) {
  EXPECT_EQ(render_markdown(small_page()),
            "# Machine Healthy\n"
            "\n"
            "First match wins. Every row that sets the condition also sets "
            "`observedGeneration`, where its list has one.\n"
            "\n"
            "| # | Guard | Ensure | Condition transition | Next reconcile |\n"
            "|--:|---|---|---|---|\n"
            "| 1 | `late` | Nothing else | `Healthy=Unknown; Reason=Late; Message=\"since "
            "\"{time}\" \\| or so\"` | `late` |\n"
            "| 1b | `!seen && late` | Nothing at all | `Healthy unchanged: stands` | `late` |\n"
            "| 2 | `otherwise` | Nothing else | `Healthy=True; Reason=Fine; Message=\"\"` | `late` "
            "|\n"
            "\n"
            "Next reconcile: when the named guard turns with time, or `none`: only a change of an "
            "object can matter.\n"
            "\n"
            "| Guard | Holds when |\n"
            "|---|---|\n"
            "| `late` | it is late (a question about time) |\n"
            "| `seen` | it is seen |\n");
}

TEST(RenderMarkdown, SaysNoneWhereTimeChangesNothing) {
  TablePage page = small_page();
  page.rows.front().guards.front() = {"seen", "it is seen", "it is seen", true, false};
  EXPECT_TRUE(render_markdown(page).contains("or so\"` | `none` |\n"));
}

TEST(RenderMarkdown, LeavesOutAColumnThatSaysTheSameInEveryRow) {
  TablePage page = small_page();
  page.rows.erase(page.rows.begin(), page.rows.begin() + 2);
  const std::string text = render_markdown(page);
  EXPECT_TRUE(text.contains("| # | Guard | Condition transition |\n|--:|---|---|\n| 2 | ")) << text;
  EXPECT_TRUE(text.contains("Time alone changes nothing here"));
  EXPECT_FALSE(text.contains("Holds when"));
}

TEST(RenderTransition, SaysWhatEachActDoes) {
  const TablePage page = small_page();
  RowText row = page.rows.back();
  row.message = "the Node's own condition";
  row.act = Act::Mirror;
  EXPECT_EQ(transition_text(page, row), "Healthy from the Node's own condition");
  row.act = Act::Merge;
  row.message = "";
  EXPECT_EQ(transition_text(page, row), "Healthy from other conditions");
  row.act = Act::Remove;
  EXPECT_EQ(transition_text(page, row), "Healthy removed");
}

TEST(RenderJson, HoldsEveryRowAndGuard) {
  const Result<json::Value> value = json::parse(render_json(small_page()));
  ASSERT_TRUE(value) << value.error().detail;
  const auto& rows = value->at("rows").as_array();
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].at("status").as_string(), "Unknown");
  EXPECT_EQ(rows[1].at("guards").as_array().size(), 2U);
  EXPECT_EQ(rows[1].at("act").as_string(), "Keep");
  EXPECT_FALSE(rows[1].as_object().contains("status"));
}

TEST(RenderDot, AsksRowAfterRowAndEscapesQuotes) {
  TablePage page = small_page();
  page.rows[2].reason = "a\"b\\c";
  const std::string text = render_dot(page);
  EXPECT_TRUE(text.contains("g0 -> g1 [label=\"no\"];\n")) << text;
  EXPECT_TRUE(text.contains("r2 [label=\"True / a\\\"b\\\\c\"];\n")) << text;
  EXPECT_FALSE(text.contains("g2 -> g3"));
  EXPECT_TRUE(text.ends_with("}\n"));
}

TEST(RenderMermaid, AsksRowAfterRowAndEscapesQuotes) {
  TablePage page = small_page();
  page.rows[2].reason = "a\"b#";
  const std::string text = render_mermaid(page);
  EXPECT_TRUE(text.contains("g1{\"1b: !seen && late\"}\n")) << text;
  EXPECT_TRUE(text.contains("g1 -->|no| g2\n")) << text;
  EXPECT_TRUE(text.contains("r2[\"True / a#quot;b#35;\"]\n")) << text;
}

}  // namespace
}  // namespace telltale
