// SPDX-License-Identifier: Apache-2.0
#include "cli/why/why_screen.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "catalog/explain/attention.h"
#include "catalog/names.h"
#include "cli/follow/watch_screen.h"
#include "cli/screen/flow.h"
#include "cli/screen/text_table.h"
#include "cli/screen/typed_line.h"
#include "cli/screen/wording.h"
#include "cli/screen/wrap.h"
#include "cli/why/why_tables.h"
#include "convert/dialect.h"

namespace telltale::cli {
namespace {

// Of one message on a screen that sums up; whoever wants all of it asks for the condition.
constexpr std::size_t message_cells_max = 320;

std::string_view kind_of(const WhyScreen& screen) { return screen.judged.object->key.kind; }
bool shows_all(const WhyScreen& screen) { return screen.rows == WhyRows::All; }
bool is_healthy(const WhyScreen& screen) { return screen.judged.verdict == Verdict::Healthy; }

std::string lasting(Instant since, Instant now) {
  if (!is_set(since)) return {};
  return format("for {} (since {})", format_age(now - since), clock_text(since, now));
}

std::string state_text(const Condition& condition) {
  std::string text(to_text(condition.status));
  if (!condition.reason.empty()) text += format(" / {}", printable(condition.reason));
  return text;
}

// Messages keep their lines here: this is the screen that shows all of them.
void show_message(std::string_view message, const Streams& streams) {
  constexpr std::size_t indent = 4;
  std::string out;
  for (const std::string_view line : split(message, '\n')) {
    if (message.empty()) break;
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t inner = indent + std::min<std::size_t>(blanks, 16);
    const std::string text = printable(line.substr(blanks));
    for (const IndentedLine& piece : wrap_indented(text, streams.out_terminal.width, inner)) {
      out.append(piece.indent, ' ');
      out += piece.text;
      out += '\n';
    }
  }
  streams.out.write(out);
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
  const std::string lasts = lasting(stored.last_transition, screen.now);
  const std::string text =
      lasts.empty() ? state_text(stored) : format("{}   {}", state_text(stored), lasts);
  show_labelled("on the object", text, streams);
}

std::string felt_text(const Explanation& explanation) {
  std::vector<std::string> steps;
  for (const AffectedOwner& felt : explanation.felt_by) {
    steps.push_back(format("{} {} {}={}", printable(felt.object->key.kind),
                           printable(felt.object->key.name), printable(felt.condition),
                           to_text(felt.status)));
  }
  return join(std::span<const std::string>(steps), " → ");
}

std::string by_time(Instant wake, Instant now) {
  if (!is_set(wake)) return {};
  return format("by time alone at {} (in {})", clock_text(wake, now), format_duration(wake - now));
}

// Evidence that stands beside its row is not said twice.
std::string changes_text(const Explanation& explanation, Instant now) {
  const std::string& text = explanation.changes_when;
  if (text.empty()) return by_time(explanation.wake, now);
  const std::vector<AskedRow>& rows = explanation.trace.rows;
  const bool repeats =
      !rows.empty() && !rows.back().evidence.empty() && text.ends_with(": " + rows.back().evidence);
  return repeats ? "the evidence above no longer holds" : printable(text);
}

void show_pages(std::string_view runbook, std::string_view documentation, const Streams& streams) {
  if (!runbook.empty()) {
    show_labelled("runbook", runbook_line(streams.program, runbook), streams);
  }
  show_labelled("read", documentation, streams);
}

// What to do about one condition that is not good.
Attention attention_on(const WhyScreen& screen, const Condition& condition) {
  if (is_good(kind_of(screen), condition)) return {};
  return attention_of(screen.world, screen.judged, condition);
}

// "✗ Stuck  Machine default/m1  NodeDeleted   for 6m (since ...)".
void show_headline(const WhyScreen& screen, const Explanation* root, const Streams& streams) {
  const Judged& judged = screen.judged;
  const Terminal& terminal = streams.out_terminal;
  std::string lasts = lasting(judged.cause.since, screen.now);
  if (is_healthy(screen) && root != nullptr && root->now != nullptr) {
    lasts = format("for {}", age_text(since_of(judged, *root->now), screen.now));
  }
  Flow flow(2, terminal);
  flow.add(verdict_text(judged.verdict), paint_of(judged.verdict));
  flow.add(printable(to_text(judged.object->key)), Paint::Strong);
  flow.add(printable(judged.cause.reason), paint_of(judged.verdict));
  flow.add(lasts, Paint::None, 3);
  streams.out.write(flow.take());
}

// The deepest object in trouble, where that is another one.
void show_deepest(const WhyScreen& screen, const Streams& streams) {
  const Judged* deepest = screen.deepest;
  if (deepest == nullptr || deepest == &screen.judged) return;
  std::string text = printable(to_text(deepest->object->key));
  const Condition* condition = find_condition(deepest->conditions, deepest->cause.condition);
  if (condition != nullptr) {
    text += format(": {} {} = {}", glyph_of(standing_of(*deepest, *condition)),
                   printable(condition->type), state_text(*condition));
  }
  const std::string lasts = lasting(deepest->cause.since, screen.now);
  if (!lasts.empty()) text += format(", {}", lasts);
  const std::string message = one_line(deepest->cause.message);
  const bool told = message.empty() || one_line(screen.attention.what).contains(message);
  if (!told) text += format(": {}", shortened(message, message_cells_max));
  show_labelled("because of", text, streams);
}

// The condition that the verdict blames, as far as it is one of this object's; else the root.
const Explanation* explanation_behind(const WhyScreen& screen, std::span<const Explanation> all,
                                      const Explanation* root) {
  const auto found = std::ranges::find(all, screen.judged.cause.condition, &Explanation::type);
  const bool blamed = !is_healthy(screen) && found != all.end() && found->now != nullptr;
  return blamed ? &*found : root;
}

void show_condition_row(const WhyScreen& screen, const Explanation& behind,
                        const Streams& streams) {
  const std::string row = condition_row_text(behind);
  if (behind.now == nullptr) return;
  const std::string state = format("{} = {}", printable(behind.type), state_text(*behind.now));
  show_labelled("condition", row.empty() ? state : format("{}, by {}", state, row), streams);
  show_stored(screen, behind, streams);
  show_labelled("note", printable(behind.note), streams);
}

std::size_t good_conditions(const WhyScreen& screen) {
  return static_cast<std::size_t>(
      std::ranges::count_if(screen.judged.conditions, [&](const Condition& condition) {
        return standing_of(screen.judged, condition) == Standing::Good;
      }));
}

// The third line of a healthy object: what comes next, or that nothing is left to say.
void show_healthy_end(const WhyScreen& screen, const Explanation* root, const Streams& streams) {
  std::string changes = root == nullptr ? std::string() : changes_text(*root, screen.now);
  if (changes.empty()) changes = by_time(screen.judged.wake, screen.now);
  if (!changes.empty()) return show_labelled("changes when", changes, streams);
  const std::size_t all = screen.judged.conditions.size();
  show_labelled("conditions",
                format("{} of {} good (--all-rows shows them)", good_conditions(screen), all),
                streams);
}

void show_answer(const WhyScreen& screen, const Explanation* behind, const Streams& streams) {
  const std::string what = one_line(screen.attention.what);
  show_labelled("what", shows_all(screen) ? what : shortened(what, message_cells_max), streams);
  show_deepest(screen, streams);
  show_labelled("do", one_line(screen.attention.step), streams, Paint::Strong);
  show_labelled("decided by", verdict_row_text(screen.verdict), streams);
  if (behind != nullptr) {
    show_condition_row(screen, *behind, streams);
    show_labelled("changes when", changes_text(*behind, screen.now), streams);
  }
  show_pages(screen.attention.runbook, screen.attention.documentation, streams);
}

void show_events(const ToldEvents& events, Instant now, const Streams& streams) {
  if (events.newest.empty()) return;
  const bool several = std::ranges::any_of(
      events.newest, [](const ToldEvent& event) { return !event.about.empty(); });
  std::vector<TextTable::Column> columns{{"EVENT"}, {"REASON"}, {"AGE"}, {"COUNT"}};
  if (several) columns.push_back({"ABOUT", TextTable::Rigidity::GoesBelow, "about "});
  columns.push_back({"MESSAGE"});
  TextTable table(std::move(columns));
  for (const ToldEvent& event : events.newest) {
    const bool warns = event.type == "Warning";
    TextTable::Row row{{printable(event.type), warns ? Paint::Moving : Paint::None},
                       {printable(event.reason)},
                       {age_text(event.at, now)},
                       {format("x{}", with_commas(event.count))}};
    if (several) row.push_back({event.about.empty() ? "-" : printable(event.about)});
    row.push_back({one_line(event.message)});
    table.add(std::move(row));
  }
  streams.out.write("\n");
  table.print(streams.out, streams.out_terminal, TextTable::Header::Shown);
  if (events.older > 0) {
    streams.out.write(format("... and {} older\n", with_commas(events.older)));
  }
}

// When the trouble lies deeper than what was shown: how to ask about that.
std::string next_text(const WhyScreen& screen, std::string_view shown, const Streams& streams) {
  const Cause& cause = screen.judged.cause;
  const Object* because = cause.because;
  const bool deeper = because != nullptr && because != screen.judged.object;
  if (!deeper && (cause.condition.empty() || cause.condition == shown)) return {};
  std::string command = why_line(streams.program, (deeper ? because : screen.judged.object)->key);
  if (!deeper) command += format(" {}", shell_word(cause.condition));
  return "\n" + next_line(command + screen.typed, streams.out_terminal);
}

// "Machine default/m1   ✗ Ready = False / NotReady   for 6m (since ...)", and its message below.
void show_state(const WhyScreen& screen, const Explanation& explanation, const Streams& streams) {
  const std::string subject = printable(to_text(screen.judged.object->key));
  Flow flow(2, streams.out_terminal);
  flow.add(subject, Paint::Strong);
  if (explanation.now == nullptr) {
    flow.add(format("{} does not apply", printable(explanation.type)), Paint::None, 3);
    return streams.out.write(flow.take());
  }
  const Condition& condition = *explanation.now;
  const Standing standing = standing_of(screen.judged, condition);
  flow.add(
      format("{} {} = {}", glyph_of(standing), printable(condition.type), state_text(condition)),
      paint_of(standing), 3);
  flow.add(lasting(since_of(screen.judged, condition), screen.now), Paint::None, 3);
  streams.out.write(flow.take());
  show_message(condition.message, streams);
}

// How much stands behind the answer; each is shorter than the one before.
enum class Behind : std::uint8_t { Everything, NamesOnly, FewEvents, NoEvents };

ToldEvents fewer(const ToldEvents& events, std::size_t shown_max) {
  ToldEvents few = events;
  while (few.newest.size() > shown_max) {
    few.newest.erase(few.newest.begin());
    ++few.older;
  }
  return few;
}

std::string text_behind(const WhyScreen& screen, std::span<const Explanation> all, Behind behind,
                        const Streams& streams) {
  constexpr std::size_t few_events = 3;
  TextOutput text;
  const Streams onto_text = onto(text, text, streams);
  const bool few = behind == Behind::FewEvents;
  if (behind != Behind::NoEvents) {
    show_events(few ? fewer(screen.events, few_events) : screen.events, screen.now, onto_text);
  }
  if (behind == Behind::Everything) {
    show_overview(screen, all, onto_text);
  } else {
    show_names(screen, all, onto_text);
  }
  return std::move(text.text);
}

// The lines that a text takes on a terminal, which breaks those that are too long.
std::size_t lines_of(std::string_view text, const Terminal& terminal) {
  const std::size_t width = std::max<std::size_t>(terminal.width, 1);
  std::size_t lines = 0;
  for (const std::string_view line : split(text, '\n')) {
    lines += std::max<std::size_t>(1, (display_width(line) + width - 1) / width);
  }
  return text.ends_with('\n') ? lines - 1 : lines;
}

// The answer needs no scrolling: what stands behind it gets the lines that a terminal has left.
void show_behind(const WhyScreen& screen, std::span<const Explanation> all, std::size_t lines_taken,
                 const Streams& streams) {
  constexpr std::size_t lines_around = 2;  // the instant above, the prompt below
  const Terminal& terminal = streams.out_terminal;
  const auto fits = [&](std::string_view text) {
    return terminal.height == 0 ||
           lines_taken + lines_of(text, terminal) + lines_around <= terminal.height;
  };
  std::string text;
  for (const Behind behind :
       {Behind::Everything, Behind::NamesOnly, Behind::FewEvents, Behind::NoEvents}) {
    text = text_behind(screen, all, behind, streams);
    if (shows_all(screen) || fits(text)) break;
  }
  streams.out.write(text);
}

}  // namespace

void show_object(const WhyScreen& screen, std::span<const Explanation> all, const Explanation* root,
                 const Streams& streams) {
  const Explanation* behind = explanation_behind(screen, all, root);
  if (is_healthy(screen) && !shows_all(screen)) {
    show_headline(screen, root, streams);
    show_labelled("decided by", verdict_row_text(screen.verdict), streams);
    show_healthy_end(screen, root, streams);
    return show_overview(screen, all, streams);
  }
  TextOutput answer;
  const Streams onto_answer = onto(answer, answer, streams);
  show_headline(screen, root, onto_answer);
  show_answer(screen, behind, onto_answer);
  streams.out.write(answer.text);
  const bool told = root != nullptr && root == behind;
  const std::string next = next_text(screen, told ? root->type : std::string_view(), streams);
  if (shows_all(screen)) {
    if (behind != nullptr) show_labelled("felt by", felt_text(*behind), streams);
    show_verdict_rows(screen.verdict, streams);
    if (behind != nullptr) show_rows(*behind, streams);
    if (root != nullptr) show_parts(screen, *root, streams);
  }
  show_behind(screen, all, lines_of(answer.text + next, streams.out_terminal), streams);
  streams.out.write(next);
}

void show_condition(const WhyScreen& screen, const Explanation& explanation,
                    const Streams& streams) {
  show_state(screen, explanation, streams);
  Attention attention;
  if (explanation.now != nullptr) attention = attention_on(screen, *explanation.now);
  show_labelled("do", one_line(attention.step), streams, Paint::Strong);
  show_labelled("decided by", condition_row_text(explanation), streams);
  show_stored(screen, explanation, streams);
  show_labelled("note", printable(explanation.note), streams);
  show_labelled("changes when", changes_text(explanation, screen.now), streams);
  const bool good = explanation.now == nullptr || is_good(kind_of(screen), *explanation.now);
  show_pages(attention.runbook, attention.documentation, streams);
  if (!good) show_labelled("felt by", felt_text(explanation), streams);
  if (shows_all(screen)) show_rows(explanation, streams);
  show_parts(screen, explanation, streams);
  if (!good) show_events(screen.events, screen.now, streams);
  streams.out.write(next_text(screen, explanation.type, streams));
}

}  // namespace telltale::cli
