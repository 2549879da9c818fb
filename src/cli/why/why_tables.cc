// SPDX-License-Identifier: Apache-2.0
#include "cli/why/why_tables.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "cli/screen/folded_conditions.h"
#include "cli/screen/text_table.h"
#include "cli/screen/typed_line.h"
#include "cli/screen/wording.h"
#include "cli/screen/wrap.h"

namespace telltale::cli {
namespace {

constexpr std::size_t parts_shown_max = 40;
constexpr std::size_t good_names_max = 40;
constexpr std::size_t label_width = 15;
constexpr TextTable::Header header_shown = TextTable::Header::Shown;

std::vector<TextTable::Column> condition_columns(std::string_view first) {
  return {{std::string(first)},
          {"STATUS"},
          {"REASON", TextTable::Rigidity::GoesBelow},
          {"SINCE"},
          {"MESSAGE"}};
}

TextTable::Cell answer_cell(Answer answer) {
  if (answer == Answer::Yes) return {"YES", Paint::Strong};
  return answer == Answer::No ? TextTable::Cell{"no", Paint::Faint}
                              : TextTable::Cell{"? not collected", Paint::Doubtful};
}

void show_trace(const Trace& trace, const Streams& streams) {
  TextTable table(
      {{"#"}, {"ASKED, IN THIS ORDER", TextTable::Rigidity::GivesWay}, {"ANSWER"}, {"EVIDENCE"}},
      TextTable::Length::Whole);
  for (const AskedRow& row : trace.rows) {
    table.add(
        {{row.number}, {printable(row.asked)}, answer_cell(row.answer), {one_line(row.evidence)}});
  }
  streams.out.write("\n");
  table.print(streams.out, streams.out_terminal, header_shown);
}

// A sentence under a table.
void show_below(std::string_view text, const Streams& streams) {
  for (const IndentedLine& line : wrap_indented(text, streams.out_terminal.width, 3)) {
    streams.out.write(std::string(line.indent, ' ') + line.text + "\n");
  }
}

std::string rows_below(const Trace& trace) {
  const std::size_t below = trace.rows_total - std::min(trace.rows_total, trace.rows.size());
  if (below == 0) return {};
  return below == 1 ? "; 1 row below was not asked"
                    : format("; {} rows below were not asked", below);
}

std::string_view deed_of(const Explanation& explanation) {
  if (explanation.trace.rows.back().answer == Answer::NotCollected) return "cannot be answered";
  return explanation.act == Act::Keep ? "keeps the stored value" : "decides";
}

// What the row that decides rests on. A row that is Working stands below its Stuck twin, which asks
// for the patience as well and so tells more.
std::string verdict_evidence(const VerdictExplanation& verdict) {
  const std::vector<AskedRow>& rows = verdict.trace.rows;
  const std::string& own = rows.back().evidence;
  if (verdict.verdict != Verdict::Working || rows.size() < 2) return own;
  const auto tells_more = [&](const AskedRow& row) {
    return row.evidence.size() > own.size() && row.evidence.starts_with(own);
  };
  if (own.empty()) return rows[rows.size() - 2].evidence;
  const auto found = std::find_if(rows.rbegin() + 1, rows.rend(), tells_more);
  return found != rows.rend() ? found->evidence : own;
}

// A last row has no question: it is told by what is not so, by the row above it.
std::string_view deciding_sentence(const std::vector<AskedRow>& rows) {
  const bool last = rows.size() > 1 && rows.back().asked == "otherwise";
  return last ? rows[rows.size() - 2].denied : std::string_view(rows.back().asked);
}

std::string with_evidence(std::string text, std::string_view evidence) {
  constexpr std::size_t evidence_cells_max = 160;
  const std::string shown = shortened(one_line(evidence), evidence_cells_max);
  return shown.empty() ? text : format("{} ({})", text, shown);
}

// "A, B, C", with a limit.
std::string names_text(std::span<const std::string> names) {
  const std::size_t shown = std::min(names.size(), good_names_max);
  const std::string more =
      names.size() > shown ? format(" and {} more", with_commas(names.size() - shown)) : "";
  return join(names.first(shown), ", ") + more;
}

// Since nobody judged it, a part is as bad as the object that it is a part of.
Standing standing_of_part(const Judged& judged, const Part& part) {
  if (part.good) return Standing::Good;
  if (part.condition.status == Status::Unknown) return Standing::Unclear;
  return judged.verdict == Verdict::Stuck ? Standing::Bad : Standing::Moving;
}

TextTable::Row part_row(const WhyScreen& screen, const Part& part) {
  const Condition& condition = part.condition;
  const Standing standing = standing_of_part(screen.judged, part);
  const Instant since = part.reported ? condition.last_transition : no_time;
  return {{format("{} {}", glyph_of(standing), printable(part.label)), paint_of(standing)},
          {part.reported ? std::string(to_text(condition.status)) : "not reported"},
          {condition.reason.empty() ? "-" : printable(condition.reason)},
          {is_set(since) ? age_text(since, screen.now) : "-"},
          {one_line(condition.message)}};
}

// What stands above already, alone or behind the name of the condition that it comes from.
bool is_told_above(const WhyScreen& screen, const std::string& message) {
  const std::string told = one_line(screen.judged.cause.message);
  return !told.empty() && message.ends_with(told);
}

TextTable::Row condition_row(const WhyScreen& screen, const Condition& condition) {
  const Standing standing = standing_of(screen.judged, condition);
  const std::string message = one_line(condition.message);
  const bool repeats = screen.rows == WhyRows::Deciding && is_told_above(screen, message);
  return {{format("{} {}", glyph_of(standing), printable(condition.type)), paint_of(standing)},
          {std::string(to_text(condition.status))},
          {condition.reason.empty() ? "-" : printable(condition.reason)},
          {age_text(since_of(screen.judged, condition), screen.now)},
          {repeats ? "" : message}};
}

void print_apart(const TextTable& table, const Streams& streams) {
  if (table.empty()) return;
  streams.out.write("\n");
  table.print(streams.out, streams.out_terminal, header_shown);
}

}  // namespace

void show_labelled(std::string_view label, std::string_view text, const Streams& streams,
                   Paint paint) {
  if (text.empty()) return;
  const Terminal& terminal = streams.out_terminal;
  std::vector<IndentedLine> lines = step_lines(text, terminal.width, label_width, Lead::Taken);
  std::string out = painted(label, Paint::Strong, terminal);
  const std::size_t taken = display_width(label);
  if (!lines.front().text.empty()) out.append(label_width - std::min(label_width, taken), ' ');
  lines.front().indent = 0;
  for (const IndentedLine& line : lines) {
    out.append(line.indent, ' ');
    out += painted(line.text, paint, terminal);
    out += '\n';
  }
  streams.out.write(out);
}

std::string verdict_row_text(const VerdictExplanation& verdict) {
  const std::vector<AskedRow>& rows = verdict.trace.rows;
  if (rows.empty()) return {};
  const std::string text = format("row {} of {}: {}", rows.back().number, verdict.trace.rows_total,
                                  printable(deciding_sentence(rows)));
  return with_evidence(text, verdict_evidence(verdict));
}

std::string condition_row_text(const Explanation& explanation) {
  const Trace& trace = explanation.trace;
  if (trace.rows.empty() || trace.rows_total == 1) return {};
  const AskedRow& last = trace.rows.back();
  const std::string_view deed = deed_of(explanation);
  const std::string text = format("row {} of {}{}: {}", last.number, trace.rows_total,
                                  deed == "decides" ? std::string() : format(", which {}", deed),
                                  printable(deciding_sentence(trace.rows)));
  return with_evidence(text, last.evidence);
}

void show_verdict_rows(const VerdictExplanation& verdict, const Streams& streams) {
  if (verdict.trace.rows.empty()) return;
  show_trace(verdict.trace, streams);
  show_below(format("row {} of {} decides that it is {}{}", verdict.trace.rows.back().number,
                    verdict.trace.rows_total, to_text(verdict.verdict), rows_below(verdict.trace)),
             streams);
}

void show_rows(const Explanation& explanation, const Streams& streams) {
  const Trace& trace = explanation.trace;
  // A table of one row asks nothing; what it was made from says all.
  if (trace.rows.empty() || trace.rows_total == 1) return;
  show_trace(trace, streams);
  show_below(format("row {} of {} {}{}", trace.rows.back().number, trace.rows_total,
                    deed_of(explanation), rows_below(trace)),
             streams);
}

void show_parts(const WhyScreen& screen, const Explanation& explanation, const Streams& streams) {
  if (explanation.parts.empty()) return;
  TextTable table(condition_columns("MADE FROM"));
  std::vector<std::string> good;
  std::size_t left_out = 0;
  std::size_t shown = 0;
  // Those that matter first; otherwise as the merge has them.
  std::vector<const Part*> parts;
  for (const Part& part : explanation.parts) parts.push_back(&part);
  std::ranges::stable_sort(parts, {}, [](const Part* part) { return part->good; });
  for (const Part* part : parts) {
    if (part->good && screen.rows == WhyRows::Deciding) {
      const bool is_true = part->condition.status == Status::True;
      good.push_back(printable(part->label) + (is_true || !part->reported ? "" : "=False"));
    } else if (shown < parts_shown_max) {
      table.add(part_row(screen, *part));
      ++shown;
    } else {
      ++left_out;
    }
  }
  print_apart(table, streams);
  if (left_out > 0) streams.out.write(format("  ... and {} more\n", with_commas(left_out)));
  if (table.empty()) streams.out.write("\n");
  show_labelled("good", names_text(good), streams);
}

void show_overview(const WhyScreen& screen, std::span<const Explanation> all,
                   const Streams& streams) {
  const bool brief = screen.rows == WhyRows::Deciding;
  TextTable table(condition_columns("CONDITION"),
                  brief ? TextTable::Length::Brief : TextTable::Length::Shortened);
  const Key& key = screen.judged.object->key;
  std::vector<Condition> folded;
  std::vector<std::string> good;
  for (const Explanation& explanation : all) {
    if (explanation.now == nullptr) continue;
    const Condition& condition = *explanation.now;
    const bool fine = standing_of(screen.judged, condition) == Standing::Good;
    if (is_folded(key, condition.type)) {
      folded.push_back(condition);
    } else if (fine && screen.rows == WhyRows::Deciding) {
      const bool is_true = condition.status == Status::True;
      good.push_back(printable(condition.type) + (is_true ? "" : "=False"));
    } else {
      table.add(condition_row(screen, condition));
    }
  }
  const bool healthy = screen.judged.verdict == Verdict::Healthy;
  print_apart(table, streams);
  if (healthy && table.empty()) return;
  if (table.empty() && !good.empty()) streams.out.write("\n");
  show_labelled("good", names_text(good), streams);
  if (!folded.empty()) {
    show_labelled("and", format("{} (-o yaml shows them)", folded_text(key, folded)), streams);
  }
}

void show_names(const WhyScreen& screen, std::span<const Explanation> all, const Streams& streams) {
  std::vector<std::string> bad;
  std::size_t good = 0;
  for (const Explanation& explanation : all) {
    if (explanation.now == nullptr) continue;
    const Condition& condition = *explanation.now;
    if (is_folded(screen.judged.object->key, condition.type)) continue;
    if (standing_of(screen.judged, condition) == Standing::Good) {
      ++good;
    } else {
      bad.push_back(format("{}={}", printable(explanation.type), to_text(condition.status)));
    }
  }
  show_labelled("conditions",
                format("{} · {} good (--all-rows shows them)", names_text(bad), with_commas(good)),
                streams);
}

}  // namespace telltale::cli
