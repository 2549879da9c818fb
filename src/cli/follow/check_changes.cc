// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/check_changes.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "base/text.h"
#include "catalog/explain/attention.h"
#include "cli/check/check_rows.h"
#include "cli/screen/wording.h"
#include "cli/screen/wrap.h"
#include "report/write_report.h"

namespace telltale::cli {
namespace {

constexpr std::size_t what_bytes_max = 1000;  // of a message on a line

using Sort = CheckChange::Sort;
using Lines = std::unordered_set<const Object*>;

// What check gives a line, alone or with others that are alike.
Lines lines_of_check(const Report& report) {
  Lines lines;
  const CheckRows rows = group_rows(report);
  for (const std::vector<CheckRow>* listed : {&rows.stuck, &rows.unknown, &rows.working}) {
    for (const CheckRow& row : *listed) {
      for (const Judged* member : row.members) lines.insert(member->object);
    }
  }
  return lines;
}

ChangedObject object_of(const Object& object) {
  return {.api_version = std::string(object.api_version),
          .group = std::string(object.key.group),
          .kind = std::string(object.key.kind),
          .namespace_name = std::string(object.key.namespace_name),
          .name = std::string(object.key.name)};
}

CheckState state_of(const Judged& judged, const Lines& lines) {
  const bool healthy = judged.verdict == Verdict::Healthy;
  const Cause& cause = judged.cause;
  const bool deeper = cause.because != nullptr && cause.because != judged.object;
  return {.verdict = judged.verdict,
          .condition = std::string(cause.condition),
          .reason = std::string(cause.reason),
          .because = deeper ? to_text(cause.because->key) : std::string(),
          .has_line = healthy || lines.contains(judged.object)};
}

// What became of an object that was there before.
std::optional<Sort> sort_of(const CheckState& before, const CheckState& now) {
  if (!before.same_as(now)) return Sort::Changed;
  if (now.has_line && !before.has_line) return Sort::Uncovered;
  return std::nullopt;
}

int order_of_change(const CheckChange& change) {
  return change.judged == nullptr ? order_of(Verdict::Healthy) + 1
                                  : order_of(change.judged->verdict);
}

// "clusters/np-gpu", or the name alone of what has no namespace.
std::string full_name(const ChangedObject& object) {
  if (object.namespace_name.empty()) return printable(object.name);
  return format("{}/{}", printable(object.namespace_name), printable(object.name));
}

// What it was: that of which the line says what it is now.
std::string from_text(const CheckChange& change) {
  if (!change.from) return change.sort == Sort::New ? " (new)" : "";
  const CheckState& from = *change.from;
  if (change.judged == nullptr || from.verdict != change.judged->verdict) {
    return format(" (from {})", verdict_text(from.verdict));
  }
  if (from.reason != change.judged->cause.reason && !from.reason.empty()) {
    return format(" (from {})", printable(from.reason));
  }
  if (change.sort == Sort::Changed && !from.because.empty()) {
    return format(" (was because of {})", printable(from.because));
  }
  return {};
}

// Those that are equal in this are one line.
using Alike = std::tuple<int, std::string, std::string, std::string, std::string, std::string>;

Alike alike_of(const CheckChange& change, const std::string& what, const std::string& from) {
  const OwnerRef* owner = change.judged == nullptr ? nullptr : change.judged->object->controller();
  const std::string_view reason =
      change.judged == nullptr ? std::string_view() : change.judged->cause.reason;
  return {order_of_change(change),
          format("{}.{}", change.object.kind, change.object.group),
          change.object.namespace_name,
          owner == nullptr ? std::string() : format("{}/{}", owner->kind, owner->name),
          format("{} {}", reason, what),
          from};
}

struct ChangeLine {
  const CheckChange* first = nullptr;
  std::size_t more = 0;
  std::string what = {};
  std::string from = {};
};

std::string what_changed(const CheckChange& change, const World& world) {
  if (change.judged == nullptr || change.judged->verdict == Verdict::Healthy) return {};
  std::string what = one_line(attention_of(world, *change.judged).what);
  if (what.size() <= what_bytes_max) return what;
  what.resize(utf8_prefix(what, what_bytes_max));
  return what + "...";
}

std::string text_of(const ChangeLine& line, Instant at) {
  const CheckChange& change = *line.first;
  const bool gone = change.judged == nullptr;
  std::string text = format("{} {} {} {}", format_rfc3339(at),
                            gone ? "- Gone" : verdict_text(change.judged->verdict),
                            printable(change.object.kind), full_name(change.object));
  if (line.more > 0) text += format(" and {} more", with_commas(line.more));
  if (!gone && !change.judged->cause.reason.empty()) {
    text += format(" {}", printable(change.judged->cause.reason));
  }
  if (!line.what.empty()) text += format(" {}", line.what);
  return format("{}{}\n", text, line.from);
}

std::string_view word_of(Sort sort) {
  switch (sort) {
    case Sort::Present:
      return "Present";
    case Sort::New:
      return "New";
    case Sort::Gone:
      return "Gone";
    case Sort::Changed:
    case Sort::Uncovered:
      break;
  }
  return "Changed";
}

void write_state(json::Writer& out, const CheckState& state) {
  out.field("verdict", to_text(state.verdict));
  out.field_unless_empty("condition", state.condition);
  out.field_unless_empty("reason", state.reason);
  out.field_unless_empty("because", state.because);
}

void write_name(json::Writer& out, const ChangedObject& object) {
  out.field("apiVersion", object.api_version);
  out.field("kind", object.kind);
  out.field_unless_empty("namespace", object.namespace_name);
  out.field("name", object.name);
}

}  // namespace

bool CheckChange::became_stuck() const {
  if (judged == nullptr || judged->verdict != Verdict::Stuck || !has_line) return false;
  return sort == Sort::New || (sort == Sort::Changed && from && from->verdict != Verdict::Stuck);
}

std::vector<CheckChange> CheckChanges::compare(const Report& report) {
  const Lines lines = lines_of_check(report);
  std::map<ChangedObject, CheckState> now;
  std::vector<CheckChange> changes;
  for (const Judged* judged : report.items) {
    const ChangedObject object = object_of(*judged->object);
    const CheckState state = state_of(*judged, lines);
    const auto before = states_.find(object);
    const bool is_new = before == states_.end();
    const std::optional<Sort> sort = is_new ? Sort::New : sort_of(before->second, state);
    // Whoever gets well is told of only where the trouble was.
    const bool told =
        state.verdict == Verdict::Healthy ? is_new || before->second.has_line : state.has_line;
    if (begun_ && sort) {
      changes.push_back({.sort = *sort, .object = object, .judged = judged, .has_line = told});
      if (!is_new) changes.back().from = before->second;
    }
    now.insert_or_assign(object, state);
  }
  for (const auto& [object, state] : states_) {
    if (now.contains(object)) continue;
    changes.push_back({.sort = Sort::Gone,
                       .object = object,
                       .judged = nullptr,
                       .from = state,
                       .has_line = state.has_line});
  }
  begun_ = true;
  states_ = std::move(now);
  std::ranges::stable_sort(changes, {}, order_of_change);
  return changes;
}

std::vector<CheckChange> present_now(const Report& report) {
  std::vector<CheckChange> changes;
  for (const Judged* judged : report.items) {
    if (judged->verdict == Verdict::Healthy) continue;
    changes.push_back(
        {.sort = Sort::Present, .object = object_of(*judged->object), .judged = judged});
  }
  std::ranges::stable_sort(changes, {}, order_of_change);
  return changes;
}

std::string change_lines(const std::vector<CheckChange>& changes, const World& world, Instant at) {
  std::vector<ChangeLine> lines;
  std::map<Alike, std::size_t> places;
  for (const CheckChange& change : changes) {
    if (!change.has_line) continue;
    std::string what = what_changed(change, world);
    std::string from = from_text(change);
    const auto [place, is_new] = places.emplace(alike_of(change, what, from), lines.size());
    if (is_new) {
      lines.push_back({.first = &change, .what = std::move(what), .from = std::move(from)});
    } else {
      ++lines[place->second].more;
    }
  }
  std::string text;
  for (const ChangeLine& line : lines) text += text_of(line, at);
  return text;
}

void write_change(json::Writer& out, const World& world, const CheckChange& change, Instant at) {
  std::string scratch;
  out.begin_map();
  out.field("apiVersion", "telltale.dev/v1alpha1");
  out.field("kind", "Change");
  out.field("at", format_rfc3339(at));
  out.field("change", word_of(change.sort));
  if (change.from) out.map("from", [&] { write_state(out, *change.from); });
  out.key("item");
  if (change.judged != nullptr) {
    write_item(out, world, *change.judged, scratch);
  } else {
    out.map([&] { write_name(out, change.object); });
  }
  out.end_map();
}

std::string item_document(const World& world, const Judged& judged) {
  std::string text;
  std::string scratch;
  json::JsonWriter out(text, json::JsonWriter::Layout::Compact);
  write_item(out, world, judged, scratch);
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

}  // namespace telltale::cli
