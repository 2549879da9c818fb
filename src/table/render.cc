// SPDX-License-Identifier: Apache-2.0
#include "table/render.h"

#include <algorithm>
#include <span>

#include "base/text.h"

namespace telltale {
namespace {

std::string replace_all(std::string_view text, char from, std::string_view to) {
  std::string replaced;
  for (const char byte : text) {
    if (byte == from) {
      replaced += to;
    } else {
      replaced += byte;
    }
  }
  return replaced;
}

// A cell of a Markdown table may hold no bar, not even between backticks.
std::string cell(std::string_view text) { return replace_all(text, '|', "\\|"); }

std::string code_cell(std::string_view text) {
  return format("`{}`", cell(replace_all(text, '`', "'")));
}

std::string_view ensure_text(Act act) {
  switch (act) {
    case Act::Set:
      return "Nothing else";
    case Act::Keep:
      return "Nothing at all";
    case Act::Mirror:
      return "Copy the other condition";
    case Act::Merge:
      return "Merge the other conditions";
    case Act::Remove:
      break;
  }
  return "Remove the condition";
}

void note_new(std::vector<std::string_view>& names, std::string_view name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

std::string legend(const TablePage& page) {
  std::vector<std::string_view> told;
  std::string text;
  for (const RowText& row : page.rows) {
    for (const GuardText& guard : row.guards) {
      if (std::ranges::find(told, guard.name) != told.end()) continue;
      told.push_back(guard.name);
      text += format("| {} | {}{} |\n", code_cell(guard.name), cell(guard.text),
                     guard.about_time ? " (a question about time)" : "");
    }
  }
  return text;
}

// Quotes end a label, and a backslash begins an escape, in Graphviz.
std::string dot_text(std::string_view text) {
  return replace_all(replace_all(text, '\\', "\\\\"), '"', "\\\"");
}

// Mermaid knows entities, written without the ampersand.
std::string mermaid_text(std::string_view text) {
  return replace_all(replace_all(text, '#', "#35;"), '"', "#quot;");
}

std::string result_text(const TablePage& page, const RowText& row) {
  if (!row.act) return std::string(row.verdict);
  if (row.act == Act::Set) return format("{} / {}", to_text(row.status), row.reason);
  return format("{} {}", to_text(*row.act), page.condition);
}

bool decides_verdict(const TablePage& page) { return !page.rows.front().act; }

// What stands between the guards of a row and its next look, in the columns of its page.
std::string outcome_cells(const TablePage& page, const RowText& row) {
  if (row.act) {
    return format("{} | {}", ensure_text(*row.act), code_cell(transition_text(page, row)));
  }
  return format("{} | {}", row.verdict, row.cause.empty() ? "nothing" : cell(row.cause));
}

bool asks_only(const RowText& row, const std::vector<GuardText>& guards) {
  return std::ranges::all_of(row.guards, [&](const GuardText& guard) {
    return std::ranges::find(guards, guard) != guards.end();
  });
}

// The guards about time that may still turn when the row at `index` decides a verdict: those asked
// so far, but for those whose row has a twin in between that asks all but the time.
std::vector<std::string_view> patience_left(const TablePage& page, std::size_t index) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i <= index; ++i) {
    std::vector<GuardText> others = page.rows[i].guards;
    std::erase_if(others, &GuardText::about_time);
    const std::span<const RowText> between = std::span(page.rows).subspan(i, index - i);
    const bool settled =
        !between.empty() && std::ranges::any_of(between.subspan(1), [&](const RowText& row) {
          return asks_only(row, others);
        });
    for (const GuardText& guard : page.rows[i].guards) {
      if (guard.about_time && !settled) note_new(names, guard.name);
    }
  }
  return names;
}

std::string heading(const TablePage& page) {
  if (decides_verdict(page)) {
    return format(
        "# {} {}\n\nFirst match wins.\n\n"
        "| # | Guard | Verdict | Because of | Next look |\n|--:|---|---|---|---|\n",
        page.kind, page.condition);
  }
  return format(
      "# {} {}\n\nFirst match wins. Every row that sets the condition also sets "
      "`observedGeneration`, where its list has one.\n\n"
      "| # | Guard | Ensure | Condition transition | Next reconcile |\n|--:|---|---|---|---|\n",
      page.kind, page.condition);
}

}  // namespace

std::string guard_expression(const RowText& row) {
  std::string text;
  for (const GuardText& guard : row.guards) {
    if (!text.empty()) text += " && ";
    text += format("{}{}", guard.wanted ? "" : "!", guard.name);
  }
  return text.empty() ? "otherwise" : text;
}

std::string transition_text(const TablePage& page, const RowText& row) {
  if (!row.act) {
    return row.cause.empty() ? std::string(row.verdict)
                             : format("{}, because of {}", row.verdict, row.cause);
  }
  switch (*row.act) {
    case Act::Set:
      return format("{}={}; Reason={}; Message=\"{}\"", page.condition, to_text(row.status),
                    row.reason, row.message);
    case Act::Keep:
      return format("{} unchanged: {}", page.condition, row.message);
    case Act::Mirror:
    case Act::Merge:
      return format("{} from {}", page.condition,
                    row.message.empty() ? "other conditions" : row.message);
    case Act::Remove:
      break;
  }
  return format("{} removed", page.condition);
}

std::string render_markdown(const TablePage& page) {
  std::string text = heading(page);
  std::vector<std::string_view> time_guards;
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    const RowText& row = page.rows[i];
    for (const GuardText& guard : row.guards) {
      if (guard.about_time) note_new(time_guards, guard.name);
    }
    if (!row.act) time_guards = patience_left(page, i);
    const std::string next =
        time_guards.empty() ? "none" : join(std::span<const std::string_view>(time_guards), ", ");
    text += format("| {} | {} | {} | {} |\n", row.number, code_cell(guard_expression(row)),
                   outcome_cells(page, row), code_cell(next));
  }
  text += format(
      "\n{}: when the named guard turns with time, or `none`: only a change of an "
      "object can matter.\n",
      decides_verdict(page) ? "Next look" : "Next reconcile");
  const std::string guards = legend(page);
  if (!guards.empty()) text += format("\n| Guard | Holds when |\n|---|---|\n{}", guards);
  return text;
}

void write_json(json::Writer& out, const TablePage& page) {
  const auto write_guard = [&](const GuardText& guard) {
    out.map([&] {
      out.field("name", guard.name);
      out.field("wanted", guard.wanted);
      out.field("says", guard.says);
      if (guard.about_time) out.field("aboutTime", true);
    });
  };
  const auto write_row = [&](const RowText& row) {
    out.map([&] {
      out.field("number", row.number);
      out.list("guards", [&] { std::ranges::for_each(row.guards, write_guard); });
      if (!row.act) {
        out.field("verdict", row.verdict);
        if (!row.cause.empty()) out.field("cause", row.cause);
        return;
      }
      out.field("act", to_text(*row.act));
      if (row.act == Act::Set) {
        out.field("status", to_text(row.status));
        out.field("reason", row.reason);
      }
      out.field("message", row.message);
    });
  };
  out.map([&] {
    out.field("kind", page.kind);
    out.field("condition", page.condition);
    out.list("rows", [&] { std::ranges::for_each(page.rows, write_row); });
  });
}

std::string render_json(const TablePage& page) {
  std::string text;
  json::JsonWriter out(text, json::JsonWriter::Layout::Pretty);
  write_json(out, page);
  return text + "\n";
}

std::string render_dot(const TablePage& page) {
  std::string text = format("digraph \"{}/{}\" {{\n  node [shape=box];\n", dot_text(page.kind),
                            dot_text(page.condition));
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    const RowText& row = page.rows[i];
    text += format("  g{} [shape=diamond, label=\"{}: {}\"];\n", i, row.number,
                   dot_text(guard_expression(row)));
    text += format("  r{} [label=\"{}\"];\n", i, dot_text(result_text(page, row)));
    text += format("  g{0} -> r{0} [label=\"yes\"];\n", i);
    if (i + 1 < page.rows.size()) text += format("  g{} -> g{} [label=\"no\"];\n", i, i + 1);
  }
  return text + "}\n";
}

std::string render_mermaid(const TablePage& page) {
  std::string text = "flowchart TD\n";
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    const RowText& row = page.rows[i];
    text += format("  g{}{{\"{}: {}\"}}\n", i, row.number, mermaid_text(guard_expression(row)));
    text += format("  r{}[\"{}\"]\n", i, mermaid_text(result_text(page, row)));
    text += format("  g{0} -->|yes| r{0}\n", i);
    if (i + 1 < page.rows.size()) text += format("  g{} -->|no| g{}\n", i, i + 1);
  }
  return text;
}

}  // namespace telltale
