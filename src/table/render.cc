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

std::string_view next_heading(const TablePage& page) {
  return decides_verdict(page) ? "Next look" : "Next reconcile";
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

// When time alone makes each row worth asking again.
std::vector<std::string> next_looks(const TablePage& page) {
  std::vector<std::string> looks;
  std::vector<std::string_view> time_guards;
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    for (const GuardText& guard : page.rows[i].guards) {
      if (guard.about_time) note_new(time_guards, guard.name);
    }
    if (decides_verdict(page)) time_guards = patience_left(page, i);
    looks.push_back(time_guards.empty()
                        ? std::string("none")
                        : join(std::span<const std::string_view>(time_guards), ", "));
  }
  return looks;
}

struct PageColumn {
  std::string_view heading;
  std::vector<std::string> cells = {};
  std::string_view usual = {};  // what a cell says in most tables; nothing: each says its own
};

std::vector<PageColumn> columns_of(const TablePage& page) {
  const bool verdicts = decides_verdict(page);
  PageColumn numbers{.heading = "#"};
  PageColumn guards{.heading = "Guard"};
  PageColumn ensures{.heading = "Ensure", .usual = ensure_text(Act::Set)};
  PageColumn outcomes{.heading = verdicts ? "Verdict" : "Condition transition"};
  PageColumn causes{.heading = "Because of"};
  PageColumn looks{.heading = next_heading(page), .usual = "`none`"};
  for (const RowText& row : page.rows) {
    numbers.cells.push_back(row.number);
    guards.cells.push_back(code_cell(guard_expression(row)));
    outcomes.cells.push_back(verdicts ? std::string(row.verdict)
                                      : code_cell(transition_text(page, row)));
    if (verdicts) causes.cells.push_back(row.cause.empty() ? "nothing" : cell(row.cause));
    if (!verdicts) ensures.cells.emplace_back(ensure_text(*row.act));
  }
  for (const std::string& look : next_looks(page)) looks.cells.push_back(code_cell(look));
  std::vector<PageColumn> columns = {numbers, guards};
  if (!verdicts) columns.push_back(ensures);
  columns.push_back(outcomes);
  if (verdicts) columns.push_back(causes);
  columns.push_back(looks);
  // A column that says the same in every row says nothing.
  std::erase_if(columns, [](const PageColumn& column) {
    return std::ranges::all_of(column.cells,
                               [&](const std::string& cell) { return cell == column.usual; });
  });
  return columns;
}

std::string print_columns(const std::vector<PageColumn>& columns) {
  std::string head = "|";
  std::string rule = "|";
  for (const PageColumn& column : columns) {
    head += format(" {} |", column.heading);
    rule += &column == columns.data() ? "--:|" : "---|";
  }
  std::string text = format("{}\n{}\n", head, rule);
  for (std::size_t row = 0; row < columns.front().cells.size(); ++row) {
    text += "|";
    for (const PageColumn& column : columns) text += format(" {} |", column.cells[row]);
    text += "\n";
  }
  return text;
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
  std::string text = format("# {} {}\n\nFirst match wins.", page.kind, page.condition);
  if (!decides_verdict(page)) {
    text +=
        " Every row that sets the condition also sets `observedGeneration`, where its list has "
        "one.";
  }
  const std::vector<PageColumn> columns = columns_of(page);
  text += format("\n\n{}", print_columns(columns));
  if (columns.back().heading == next_heading(page)) {
    text += format(
        "\n{}: when the named guard turns with time, or `none`: only a change of an "
        "object can matter.\n",
        next_heading(page));
  } else {
    text += "\nTime alone changes nothing here, only a change of an object.\n";
  }
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
