// SPDX-License-Identifier: Apache-2.0
#include "cli/why/why_screen.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "catalog/explain/advice.h"
#include "catalog/explain/guidance.h"
#include "catalog/names.h"
#include "cli/screen/folded_conditions.h"
#include "cli/screen/text_table.h"
#include "cli/screen/wording.h"
#include "cli/screen/wrap.h"
#include "convert/dialect.h"

namespace telltale::cli {
namespace {

constexpr std::size_t parts_shown_max = 40;
constexpr std::size_t label_width = 15;
constexpr TextTable::Header header_shown = TextTable::Header::Shown;

std::string_view kind_of(const WhyScreen& screen) { return screen.judged.object->key.kind; }

// A label at the left edge, its text wrapped under itself.
void show_labelled(std::string_view label, std::string_view text, const Streams& streams) {
  if (text.empty()) return;
  const std::size_t width = streams.out_terminal.width;
  const std::vector<std::string> lines = wrap(text, width == 0 ? 0 : width - label_width);
  std::string out = painted(label, Paint::Strong, streams.out_terminal);
  out.append(label_width - std::min(label_width, label.size()), ' ');
  for (const std::string& line : lines) {
    if (&line != lines.data()) out.append(label_width, ' ');
    out += line;
    out += '\n';
  }
  streams.out.write(out);
}

std::string lasting(Instant since, Instant now) {
  if (!is_set(since)) return {};
  return format("   for {} (since {})", format_age(now - since), clock_text(since, now));
}

std::string state_text(const Condition& condition) {
  std::string text(to_text(condition.status));
  if (!condition.reason.empty()) text += format(" / {}", printable(condition.reason));
  return text;
}

// Messages keep their lines here: this is the screen that shows all of them.
void show_message(std::string_view message, const Streams& streams) {
  constexpr std::size_t indent = 4;
  const std::size_t width = streams.out_terminal.width;
  std::string out;
  for (const std::string_view line : split(message, '\n')) {
    if (message.empty()) break;
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t inner = indent + std::min<std::size_t>(blanks, 16);
    const std::size_t room = width == 0 ? 0 : width - inner;
    for (const std::string& piece : wrap(printable(line.substr(blanks)), room)) {
      out.append(inner, ' ');
      out += piece;
      out += '\n';
    }
  }
  streams.out.write(out);
}

// "Machine default/m1   ✗ Ready = False / NotReady   for 6m (since ...)", and its message below.
void show_condition(const Judged& judged, const Condition& condition, Instant now,
                    const Streams& streams) {
  const Object& object = *judged.object;
  const std::string subject = printable(to_text(object.key));
  const Standing standing = standing_of(object.key.kind, condition);
  const std::string state =
      format("{} {} = {}", glyph_of(standing), printable(condition.type), state_text(condition));
  const std::string lasts = lasting(since_of(judged, condition), now);
  const std::size_t width = streams.out_terminal.width;
  const std::size_t cells = display_width(subject) + display_width(state) + lasts.size() + 3;
  const std::string_view between = width > 0 && cells > width ? "\n  " : "   ";
  streams.out.write(format("{}{}{}{}\n", painted(subject, Paint::Strong, streams.out_terminal),
                           between, painted(state, paint_of(standing), streams.out_terminal),
                           lasts));
  show_message(condition.message, streams);
}

void show_state(const WhyScreen& screen, const Explanation& explanation, const Streams& streams) {
  if (explanation.now != nullptr) {
    return show_condition(screen.judged, *explanation.now, screen.now, streams);
  }
  const Object& object = *screen.judged.object;
  streams.out.write(format("{}   {} does not apply\n", printable(to_text(object.key)),
                           printable(explanation.type)));
}

// The condition behind a verdict as it stands on the object; nothing when none is to blame.
const Condition* cause_condition(const Judged& judged) {
  return find_condition(judged.conditions, judged.cause.condition);
}

// The other dialect's word for it says nothing new.
bool same_reason(std::string_view kind, const Condition& left, const Condition& right) {
  const std::string_view type = canonical_type(kind, right.type);
  return canonical_reason(kind, type, left.reason) == canonical_reason(kind, type, right.reason);
}

// Worth a line only where judging says something else than the object does.
void show_stored(const WhyScreen& screen, const Explanation& explanation, const Streams& streams) {
  if (!explanation.computed) {
    show_labelled("written by", "others; shown as it stands on the object", streams);
    return;
  }
  if (explanation.stored == nullptr || explanation.now == nullptr) return;
  const Condition& stored = *explanation.stored;
  const Condition& now = *explanation.now;
  if (stored.status == now.status && same_reason(kind_of(screen), stored, now)) return;
  show_labelled("on the object",
                format("{}{}", state_text(stored), lasting(stored.last_transition, screen.now)),
                streams);
}

TextTable::Cell answer_cell(Answer answer) {
  if (answer == Answer::Yes) return {"YES", Paint::Strong};
  return answer == Answer::No ? TextTable::Cell{"no", Paint::Faint}
                              : TextTable::Cell{"? not collected", Paint::Doubtful};
}

std::string decision_text(const Explanation& explanation) {
  const Trace& trace = explanation.trace;
  const AskedRow& last = trace.rows.back();
  const std::size_t below = trace.rows_total - std::min(trace.rows_total, trace.rows.size());
  const std::string_view does = last.answer == Answer::NotCollected ? "cannot be answered"
                                : explanation.act == Act::Keep      ? "keeps what stands"
                                                                    : "decides";
  std::string text = format("row {} of {} {}", last.number, trace.rows_total, does);
  if (below == 1) text += "; 1 row below was not asked";
  if (below > 1) text += format("; {} rows below were not asked", below);
  return text;
}

void show_rows(const Explanation& explanation, const Streams& streams) {
  // A table of one row asks nothing; what it was made from says all.
  if (explanation.trace.rows.empty() || explanation.trace.rows_total == 1) return;
  TextTable table(
      {{"#"}, {"ASKED, IN THIS ORDER", TextTable::Rigidity::GivesWay}, {"ANSWER"}, {"EVIDENCE"}},
      TextTable::Length::Whole);
  for (const AskedRow& row : explanation.trace.rows) {
    table.add({{row.number}, {row.asked}, answer_cell(row.answer), {one_line(row.evidence)}});
  }
  streams.out.write("\n");
  table.print(streams.out, streams.out_terminal, header_shown);
  streams.out.write(format("   {}\n", decision_text(explanation)));
}

void show_parts(const Explanation& explanation, Instant now, const Streams& streams) {
  if (explanation.parts.empty()) return;
  TextTable table({{"MADE FROM", TextTable::Rigidity::GivesWay},
                   {"STATUS"},
                   {"REASON", TextTable::Rigidity::GivesWay},
                   {"SINCE"},
                   {"MESSAGE"}});
  // Those that matter first; otherwise as the merge has them.
  std::vector<const Part*> parts;
  for (const Part& part : explanation.parts) parts.push_back(&part);
  std::ranges::stable_sort(parts, {}, [](const Part* part) { return part->good; });
  const std::size_t shown = std::min(parts.size(), parts_shown_max);
  for (const Part* part : std::span(parts).first(shown)) {
    const Condition& condition = part->condition;
    const Standing standing = part->good                            ? Standing::Good
                              : condition.status == Status::Unknown ? Standing::Unclear
                                                                    : Standing::Bad;
    const Instant since = part->reported ? condition.last_transition : no_time;
    table.add({{format("{} {}", glyph_of(standing), printable(part->label)), paint_of(standing)},
               {part->reported ? std::string(to_text(condition.status)) : "not reported"},
               {condition.reason.empty() ? "-" : printable(condition.reason)},
               {is_set(since) ? age_text(since, now) : "-"},
               {one_line(condition.message)}});
  }
  streams.out.write("\n");
  table.print(streams.out, streams.out_terminal, header_shown);
  if (parts.size() > shown) {
    streams.out.write(format("  ... and {} more\n", with_commas(parts.size() - shown)));
  }
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

// "row 12 of 15: it has no Node and ... (for 26h, patience 20m)"
std::string verdict_row_text(const VerdictExplanation& verdict) {
  const std::vector<AskedRow>& rows = verdict.trace.rows;
  if (rows.empty()) return {};
  const std::string evidence = verdict_evidence(verdict);
  const std::string text = format("row {} of {}: {}", rows.back().number, verdict.trace.rows_total,
                                  deciding_sentence(rows));
  return evidence.empty() ? text : format("{} ({})", text, printable(evidence));
}

std::string felt_text(const Explanation& explanation) {
  std::vector<std::string> steps;
  for (const AffectedOwner& felt : explanation.felt_by) {
    steps.push_back(format("{} {} {}={}", felt.object->key.kind, printable(felt.object->key.name),
                           printable(felt.condition), to_text(felt.status)));
  }
  return join(std::span<const std::string>(steps), " → ");
}

std::string changes_text(const Explanation& explanation, Instant now) {
  if (!explanation.changes_when.empty()) return printable(explanation.changes_when);
  if (!is_set(explanation.wake)) return {};
  return format("by time alone at {} (in {})", clock_text(explanation.wake, now),
                format_duration(explanation.wake - now));
}

bool is_good(const WhyScreen& screen, const Explanation& explanation) {
  return explanation.now == nullptr ||
         standing_of(kind_of(screen), *explanation.now) == Standing::Good;
}

// A condition that moves as it should needs no page about what stalled.
const Guidance* advice_on(const WhyScreen& screen, const Condition& condition) {
  const Guidance& guidance = guidance_for(kind_of(screen), condition.type, condition.reason);
  const bool stuck = screen.judged.verdict == Verdict::Stuck;
  return !stuck && is_about_stalling(guidance) ? nullptr : &guidance;
}

void show_guidance(const Guidance& guidance, const Object& object, std::string_view message,
                   const Streams& streams) {
  const AdviceNames names = names_of_object(object);
  show_labelled("do", advice_text(guidance, names, message), streams);
  show_labelled("runbook", guidance.runbook, streams);
  show_labelled("read", advice_documentation(guidance, names, message), streams);
}

}  // namespace

void show_verdict(const WhyScreen& screen, std::string_view shown, const Streams& streams) {
  const Verdict verdict = screen.judged.verdict;
  const Condition* own = cause_condition(screen.judged);
  const bool has_own = verdict != Verdict::Healthy && own != nullptr && own->type != shown;
  const Judged* deepest = screen.deepest != &screen.judged ? screen.deepest : nullptr;
  const Condition* deep = deepest != nullptr ? cause_condition(*deepest) : nullptr;
  streams.out.write(format("{}{}\n",
                           painted(verdict_text(verdict), paint_of(verdict), streams.out_terminal),
                           has_own || deep != nullptr ? ", because" : ""));
  if (deep != nullptr) show_condition(*deepest, *deep, screen.now, streams);
  if (has_own) show_condition(screen.judged, *own, screen.now, streams);
  if (verdict != Verdict::Healthy) {
    show_labelled("decided by", verdict_row_text(screen.verdict), streams);
  }
  if (has_own || deep != nullptr) streams.out.write("\n");
}

void show_explanation(const WhyScreen& screen, const Explanation& explanation,
                      const Streams& streams) {
  show_state(screen, explanation, streams);
  show_stored(screen, explanation, streams);
  show_labelled("note", printable(explanation.note), streams);
  show_rows(explanation, streams);
  show_parts(explanation, screen.now, streams);
  streams.out.write("\n");
  show_labelled("changes when", changes_text(explanation, screen.now), streams);
  if (!is_good(screen, explanation)) show_labelled("felt by", felt_text(explanation), streams);
}

void show_condition_advice(const WhyScreen& screen, const Explanation& explanation,
                           const Streams& streams) {
  if (is_good(screen, explanation)) return;
  const Condition& condition = *explanation.now;
  const Guidance* advice = advice_on(screen, condition);
  if (advice != nullptr) {
    show_guidance(*advice, *screen.judged.object, condition.message, streams);
  }
}

void show_cause_advice(const WhyScreen& screen, const Streams& streams) {
  const Cause& cause = screen.judged.cause;
  if (screen.judged.verdict == Verdict::Healthy || cause.condition.empty()) return;
  const Object& because = cause.because == nullptr ? *screen.judged.object : *cause.because;
  const Guidance* advice = advice_of(screen.judged);
  if (advice != nullptr) show_guidance(*advice, because, cause.message, streams);
}

void show_overview(const WhyScreen& screen, std::span<const Explanation> explanations,
                   const Streams& streams) {
  TextTable table({{"CONDITION", TextTable::Rigidity::GivesWay},
                   {"STATUS"},
                   {"REASON", TextTable::Rigidity::GivesWay},
                   {"SINCE"},
                   {"MESSAGE"}});
  const Key& key = screen.judged.object->key;
  std::vector<Condition> folded;
  for (const Explanation& explanation : explanations) {
    if (explanation.now == nullptr) continue;
    const Condition& condition = *explanation.now;
    if (is_folded(key, condition.type)) {
      folded.push_back(condition);
      continue;
    }
    const Standing standing = standing_of(kind_of(screen), condition);
    table.add(
        {{format("{} {}", glyph_of(standing), printable(explanation.type)), paint_of(standing)},
         {std::string(to_text(condition.status))},
         {condition.reason.empty() ? "-" : printable(condition.reason)},
         {age_text(since_of(screen.judged, condition), screen.now)},
         {one_line(condition.message)}});
  }
  if (table.empty()) return;
  streams.out.write("\n");
  table.print(streams.out, streams.out_terminal, header_shown);
  if (!folded.empty()) {
    streams.out.write(format("  ... and {} (-o yaml shows them)\n", folded_text(key, folded)));
  }
}

void show_next(const WhyScreen& screen, std::string_view shown, const Streams& streams) {
  const Cause& cause = screen.judged.cause;
  const Object* because = cause.because;
  const bool deeper = because != nullptr && because != screen.judged.object;
  if (!deeper && (cause.condition.empty() || cause.condition == shown)) return;
  std::string command = why_line(streams.program, deeper ? *because : *screen.judged.object);
  if (!deeper) command += format(" {}", shell_word(cause.condition));
  for (const std::string& path : screen.paths) command += format(" -f {}", shell_word(path));
  streams.out.write(format("\nnext: {}\n", command));
}

}  // namespace telltale::cli
