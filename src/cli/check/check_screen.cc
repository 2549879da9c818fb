// SPDX-License-Identifier: Apache-2.0
#include "cli/check/check_screen.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "base/text.h"
#include "catalog/explain/attention.h"
#include "catalog/kinds.h"
#include "cli/check/check_rows.h"
#include "cli/screen/text_table.h"
#include "cli/screen/typed_line.h"
#include "cli/screen/wording.h"
#include "cli/screen/wrap.h"

namespace telltale::cli {
namespace {

// Who else is in trouble for the same reason: owners, or what a node pool is made of.
std::string behind(const CheckRow& row) {
  if (row.first().object->key.kind == hypershift_node_pool_kind.kind)
    return format("+{} more", row.owners);
  return format("+{}", counted(row.owners, "owner"));
}

using Rigidity = TextTable::Rigidity;

std::string name_text(const CheckRow& row) {
  std::string text = printable(row.first().object->key.name);
  if (row.members.size() > 1) text += format(" and {} more", with_commas(row.members.size() - 1));
  if (row.owners > 0) text += format(" ({})", behind(row));
  return text;
}

std::string or_none(std::string_view text) { return text.empty() ? "<none>" : printable(text); }

// A message may be empty where the reason says it all.
std::string what_text(const Judged& judged, const Attention& attention) {
  const Cause& cause = judged.cause;
  const std::string what = one_line(attention.what);
  if (!what.empty() || cause.condition.empty()) return what;
  const Condition* condition = find_condition(judged.conditions, cause.condition);
  if (condition == nullptr) return printable(cause.condition);
  return format("{}={}", printable(cause.condition), to_text(condition->status));
}

// What to do first, below what needs a human. Rows without headers are rows and nothing else.
std::vector<TextTable::Note> notes_of(const Judged& judged, const Attention& attention,
                                      const CheckScreen& screen, const Streams& streams) {
  const bool stuck = judged.verdict == Verdict::Stuck && screen.headers == Headers::Shown;
  if (!stuck || attention.step.empty()) return {};
  std::vector<TextTable::Note> notes{
      {.label = "do: ", .text = one_line(attention.step), .paint = Paint::Strong}};
  if (!attention.runbook.empty()) {
    notes.push_back(
        {.label = "runbook: ", .text = runbook_line(streams.program, attention.runbook)});
  }
  return notes;
}

TextTable::Row to_cells(const CheckRow& row, const Attention& attention, Instant now) {
  const Judged& judged = row.first();
  const Key& key = judged.object->key;
  return {{verdict_text(judged.verdict), paint_of(judged.verdict)},
          {printable(key.kind)},
          {or_none(key.namespace_name)},
          {name_text(row), Paint::Strong},
          {or_none(judged.cause.reason)},
          {age_text(row.since, now)},
          {what_text(judged, attention)}};
}

void add_rows(TextTable& table, std::span<const CheckRow> rows, const CheckScreen& screen,
              const Streams& streams) {
  for (const CheckRow& row : rows.first(std::min(rows.size(), rows_shown_max))) {
    const Attention attention = attention_of(screen.world, row.first());
    table.add(to_cells(row, attention, screen.report.now),
              notes_of(row.first(), attention, screen, streams));
  }
  if (rows.size() <= rows_shown_max) return;
  const Verdict verdict = rows.front().first().verdict;
  table.add_across({verdict_text(verdict), paint_of(verdict)},
                   format("... and {} more lines: -o wide shows all",
                          with_commas(rows.size() - rows_shown_max)));
}

void add_healthy(TextTable& table, const CheckRows& rows, std::size_t healthy) {
  if (healthy == 0) return;
  std::vector<std::string> kinds;
  for (const auto& [kind, count] : rows.healthy) {
    kinds.push_back(format("{} {}", with_commas(count), printable(kind)));
  }
  const std::string_view noun = healthy == 1 ? "object" : "objects";
  table.add_across({verdict_text(Verdict::Healthy), paint_of(Verdict::Healthy)},
                   format("{} {}: {}", with_commas(healthy), noun,
                          join(std::span<const std::string>(kinds), ", ")));
}

std::string counts_text(const ReportSummary& summary, std::size_t causes) {
  std::vector<std::string> parts;
  if (summary.stuck > 0) {
    std::string text =
        format("{} need{} you", with_commas(summary.stuck), summary.stuck == 1 ? "s" : "");
    if (causes != summary.stuck) {
      text += format(" ({} {})", with_commas(causes), causes == 1 ? "cause" : "causes");
    }
    parts.push_back(std::move(text));
  }
  if (summary.unknown > 0) parts.push_back(format("{} unknown", with_commas(summary.unknown)));
  if (summary.working > 0) parts.push_back(format("{} working", with_commas(summary.working)));
  if (summary.healthy > 0) parts.push_back(format("{} healthy", with_commas(summary.healthy)));
  return join(std::span<const std::string>(parts), " · ");
}

std::string took_text(const CheckScreen& screen) {
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(screen.took);
  const std::size_t objects = screen.report.summary.objects;
  return format("{} {} judged in {} ms, as of {}", with_commas(objects),
                objects == 1 ? "object" : "objects", took.count(),
                format_rfc3339(screen.report.now));
}

// The counts at the left edge and the rest at the right one, or below where there is no room.
void show_footer(const CheckScreen& screen, std::size_t causes, const Streams& streams) {
  constexpr std::size_t gap = 4;
  const std::string counts = counts_text(screen.report.summary, causes);
  const std::string took = took_text(screen);
  const Terminal& terminal = streams.out_terminal;
  const std::size_t needed = display_width(counts) + gap + display_width(took);
  std::string text = "\n";
  if (terminal.width == 0 || needed <= terminal.width) {
    text += counts + std::string(gap, ' ') + painted(took, Paint::Faint, terminal) + "\n";
  } else {
    for (const std::string& line : wrap(counts, terminal.width)) text += line + "\n";
    for (const std::string& line : wrap(took, terminal.width)) {
      text += painted(line, Paint::Faint, terminal) + "\n";
    }
  }
  streams.out.write(text);
}

void show_next_of_check(const CheckScreen& screen, const CheckRows& rows, const Streams& streams) {
  for (const std::vector<CheckRow>* listed : {&rows.stuck, &rows.unknown, &rows.working}) {
    if (listed->empty()) continue;
    const std::string command = why_line(streams.program, listed->front().first().object->key);
    streams.out.write(next_line(command + screen.typed, streams.out_terminal));
    return;
  }
}

TextTable::Cell because_cell(const CheckRow& row) {
  const Judged& judged = row.first();
  const Object* because = judged.cause.because;
  if (because == nullptr || because == judged.object) {
    return {row.owners > 0 ? behind(row) : "-"};
  }
  const std::string name = printable(to_text(because->key));
  return {.text = name, .below = format("because of {}", name)};
}

TextTable::Row to_wide_cells(const CheckRow& row, const Attention& attention, Instant now) {
  const Judged& judged = row.first();
  const bool healthy = judged.verdict == Verdict::Healthy;
  const Key& key = judged.object->key;
  const auto or_dash = [](std::string_view text) { return text.empty() ? "-" : printable(text); };
  return {{verdict_text(judged.verdict), paint_of(judged.verdict)},
          {printable(key.kind)},
          {or_none(key.namespace_name)},
          {printable(key.name), Paint::Strong},
          {or_dash(judged.cause.condition)},
          {or_dash(judged.cause.reason)},
          {healthy ? "-" : age_text(row.since, now)},
          {is_set(judged.wake) ? format("in {}", format_age(judged.wake - now)) : "-"},
          because_cell(row),
          {healthy ? "" : what_text(judged, attention)}};
}

void add_wide_row(TextTable& table, const CheckRow& row, const CheckScreen& screen,
                  const Streams& streams) {
  const Judged& judged = row.first();
  const Attention attention = attention_of(screen.world, judged);
  // Whoever is in trouble because of another one has nothing to do but what is done there.
  const Object* because = judged.cause.because;
  const bool own = because == nullptr || because == judged.object;
  table.add(to_wide_cells(row, attention, screen.report.now),
            own ? notes_of(judged, attention, screen, streams) : std::vector<TextTable::Note>());
}

Terminal terminal_for(const CheckScreen& screen, const Streams& streams) {
  const Terminal& terminal = streams.out_terminal;
  return screen.headers == Headers::Shown ? terminal : for_rows(terminal);
}

TextTable::Header header_of(const CheckScreen& screen) {
  return screen.headers == Headers::Shown ? TextTable::Header::Shown : TextTable::Header::Hidden;
}

// Whoever asks for no headers wants rows and nothing else.
void show_end(const CheckScreen& screen, const CheckRows& rows, const Streams& streams) {
  if (screen.headers == Headers::Hidden) return;
  show_footer(screen, rows.stuck.size(), streams);
  show_next_of_check(screen, rows, streams);
}

}  // namespace

void show_table(const CheckScreen& screen, const Streams& streams) {
  TextTable table({{"VERDICT"},
                   {"KIND"},
                   {"NAMESPACE", Rigidity::GoesBelow, "namespace "},
                   {"NAME"},
                   {"REASON", Rigidity::GoesBelow},
                   {"SINCE"},
                   {"WHAT"}});
  const CheckRows rows = group_rows(screen.report);
  add_rows(table, rows.stuck, screen, streams);
  add_rows(table, rows.unknown, screen, streams);
  add_rows(table, rows.working, screen, streams);
  const bool all_healthy = table.empty();
  add_healthy(table, rows, screen.report.summary.healthy);
  // Headers over a single line of counts would name columns that are not there.
  table.print(streams.out, terminal_for(screen, streams),
              all_healthy ? TextTable::Header::Hidden : header_of(screen));
  show_end(screen, rows, streams);
}

void show_wide(const CheckScreen& screen, const Streams& streams) {
  TextTable table({{"VERDICT"},
                   {"KIND"},
                   {"NAMESPACE", Rigidity::GoesBelow, "namespace "},
                   {"NAME"},
                   {"CONDITION", Rigidity::GoesBelow},
                   {"REASON", Rigidity::GoesBelow},
                   {"SINCE"},
                   {"NEXT", Rigidity::GoesBelow, "next "},
                   {"BECAUSE/OWNERS", Rigidity::GoesBelow},
                   {"WHAT"}});
  for (const CheckRow& row : single_rows(screen.report)) {
    add_wide_row(table, row, screen, streams);
  }
  table.print(streams.out, terminal_for(screen, streams), header_of(screen));
  show_end(screen, group_rows(screen.report), streams);
}

void show_names(const Report& report, NamesShown shown, const Streams& streams) {
  std::string text;
  for (const CheckRow& row : single_rows(report)) {
    if (shown == NamesShown::Stuck && row.first().verdict != Verdict::Stuck) continue;
    const Key& key = row.first().object->key;
    const std::string group = key.group.empty() ? "" : format(".{}", key.group);
    text += shell_word(format("{}{}/{}", lower(key.kind), group, key.name));
    if (!key.namespace_name.empty()) text += format(" -n {}", shell_word(key.namespace_name));
    text += '\n';
  }
  streams.out.write(text);
}

}  // namespace telltale::cli
