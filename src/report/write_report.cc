// SPDX-License-Identifier: Apache-2.0
#include "report/write_report.h"

#include <algorithm>
#include <deque>
#include <future>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "catalog/explain/attention.h"
#include "catalog/kinds.h"
#include "report/severity.h"
#include "report/status/left_out.h"

namespace telltale {
namespace {

constexpr std::size_t items_per_chunk = 250;

void write_time(json::Writer& out, std::string_view key, Instant instant, std::string& scratch) {
  if (!is_set(instant)) return;
  scratch.clear();
  append_rfc3339(scratch, instant);
  out.field(key, scratch);
}

void write_counts(json::Writer& out, const Counters& counters) {
  if (counters.desired) out.field("desiredReplicas", *counters.desired);
  if (counters.replicas) out.field("replicas", *counters.replicas);
  if (counters.ready) out.field("readyReplicas", *counters.ready);
  if (counters.available) out.field("availableReplicas", *counters.available);
  if (counters.up_to_date) out.field("upToDateReplicas", *counters.up_to_date);
  if (counters.unavailable) out.field("unavailableReplicas", *counters.unavailable);
}

// A Cluster counts its control plane and its workers apart.
void write_counters(json::Writer& out, const Judged& judged) {
  const bool counts_nothing = judged.counters == Counters{} && !judged.failed_launches;
  if (judged.halves == nullptr && counts_nothing) return;
  out.map("counters", [&] {
    if (judged.failed_launches) out.field("failedLaunches", *judged.failed_launches);
    if (judged.halves == nullptr) return write_counts(out, judged.counters);
    const auto& [control_plane, workers] = *judged.halves;
    if (control_plane != Counters{}) {
      out.map("controlPlane", [&] { write_counts(out, control_plane); });
    }
    if (workers != Counters{}) out.map("workers", [&] { write_counts(out, workers); });
  });
}

// Where no human has to do anything yet.
std::string_view guidance_without_a_step(const Judged& judged) {
  if (judged.verdict == Verdict::Working) {
    return "wait: it gets there by itself, and is reported as Stuck if it takes too long";
  }
  return "find what could not be read; nothing is known to be wrong";
}

// Everything that the screens say about an object that is not Healthy.
void write_attention(json::Writer& out, const World& world, const Judged& judged,
                     std::string& scratch) {
  const Cause& cause = judged.cause;
  const Object& because = cause.because == nullptr ? *judged.object : *cause.because;
  const Attention attention = attention_of(world, judged);
  const auto write_if = [&](std::string_view key, std::string_view text) {
    if (!text.empty()) out.field(key, text);
  };
  out.map("attention", [&] {
    out.field("condition", cause.condition);
    out.field("reason", cause.reason);
    write_time(out, "since", cause.since, scratch);
    out.field("message", cause.message);
    write_if("cause", attention.cause.empty() ? attention.what : attention.cause);
    out.field("because", to_text(because.key));
    const bool has_step = !attention.step.empty();
    out.field("guidance",
              has_step ? std::string_view(attention.step) : guidance_without_a_step(judged));
    write_if("runbook", runbook_command(attention.runbook));
    write_if("documentation", attention.documentation);
  });
}

void write_notes(json::Writer& out, std::string_view key, std::span<const ReportNote> notes) {
  out.list(key, [&] {
    for (const ReportNote& note : notes) {
      out.begin_map();
      if (!note.file.empty()) out.field("file", note.file);
      if (note.line > 0) out.field("line", note.line);
      out.field("message", note.message);
      out.end_map();
    }
  });
}

void write_head(json::Writer& out, const Report& report) {
  std::string scratch;
  const ReportSummary& summary = report.summary;
  out.begin_map();
  out.field("apiVersion", "telltale.dev/v1alpha1");
  out.field("kind", "Report");
  write_time(out, "now", report.now, scratch);
  out.map("summary", [&] {
    out.field("objects", summary.objects);
    out.field("healthy", summary.healthy);
    out.field("working", summary.working);
    out.field("stuck", summary.stuck);
    out.field("unknown", summary.unknown);
  });
  out.key("items");
  out.begin_list();
}

void write_tail(json::Writer& out, const Report& report) {
  out.end_list();
  write_notes(out, "errors", report.errors);
  if (!report.warnings.empty()) write_notes(out, "warnings", report.warnings);
  out.end_map();
}

using Items = std::span<const Judged* const>;
enum class Position : std::uint8_t { First, Later };

// What is rendered together: items of one report.
struct Chunk {
  const World& world;
  Items items;
  Position position = Position::First;
};

// Values at the root stand on lines of their own, and all that is missing to a list is commas.
std::string render_lines(const Chunk& chunk) {
  std::string text;
  std::string scratch;
  json::JsonWriter out(text);
  for (const Judged* judged : chunk.items) {
    const bool opens_chunk = judged == chunk.items.front();
    if (!opens_chunk || chunk.position == Position::Later) text += ',';
    if (opens_chunk) text += '\n';
    write_item(out, chunk.world, *judged, scratch);
  }
  return text;
}

// A writer never looks back at its text: one that has been led to the same place as the writer of
// the whole report goes on from there as that one would.
std::string render_nested(const Chunk& chunk, ReportLayout layout) {
  std::string text;
  std::string scratch;
  const std::unique_ptr<json::Writer> out = make_writer(layout, text);
  out->begin_map();
  out->key("items");
  out->begin_list();
  if (chunk.position == Position::Later) out->null();
  text.clear();
  for (const Judged* judged : chunk.items) write_item(*out, chunk.world, *judged, scratch);
  return text;
}

std::string render(const Chunk& chunk, ReportLayout layout) {
  return layout == ReportLayout::Lines ? render_lines(chunk) : render_nested(chunk, layout);
}

// At most `threads` chunks are being rendered or waiting for their turn.
void write_items(const Chunk& all, ReportLayout layout, unsigned threads, const ReportSink& sink) {
  const Items items = all.items;
  const auto policy = threads > 1 ? std::launch::async : std::launch::deferred;
  std::deque<std::future<std::string>> under_way;
  const auto hand_on = [&] {
    sink(under_way.front().get());
    under_way.pop_front();
  };
  for (std::size_t start = 0; start < items.size(); start += items_per_chunk) {
    const Items some = items.subspan(start, std::min(items_per_chunk, items.size() - start));
    const Chunk chunk{all.world, some, start == 0 ? Position::First : Position::Later};
    under_way.push_back(std::async(policy, render, chunk, layout));
    if (under_way.size() >= threads) hand_on();
  }
  while (!under_way.empty()) hand_on();
}

}  // namespace

std::unique_ptr<json::Writer> make_writer(ReportLayout layout, std::string& out) {
  using json::JsonWriter;
  switch (layout) {
    case ReportLayout::Lines:
      return std::make_unique<JsonWriter>(out, JsonWriter::Layout::Compact);
    case ReportLayout::Pretty:
      return std::make_unique<JsonWriter>(out, JsonWriter::Layout::Pretty);
    case ReportLayout::Yaml:
      break;
  }
  return std::make_unique<json::YamlWriter>(out);
}

void write_condition(json::Writer& out, const Condition& condition, std::string& scratch,
                     std::string_view severity) {
  out.begin_map();
  out.field("type", condition.type);
  out.field("status", to_text(condition.status));
  if (!severity.empty()) out.field("severity", severity);
  out.field("reason", condition.reason);
  out.field("message", condition.message);
  write_time(out, "lastTransitionTime", condition.last_transition, scratch);
  if (condition.observed_generation != 0) {
    out.field("observedGeneration", condition.observed_generation);
  }
  out.end_map();
}

void write_item(json::Writer& out, const World& world, const Judged& judged, std::string& scratch) {
  const Object& object = *judged.object;
  out.begin_map();
  out.field("apiVersion", object.api_version);
  out.field("kind", object.key.kind);
  if (!object.key.namespace_name.empty()) out.field("namespace", object.key.namespace_name);
  out.field("name", object.key.name);
  out.field("verdict", to_text(judged.verdict));
  out.key("conditions");
  out.begin_list();
  const std::vector<std::string_view> no_room = left_out(judged);
  for (const Condition& condition : judged.conditions) {
    const bool stands = std::ranges::find(no_room, condition.type) == no_room.end();
    if (stands) write_condition(out, condition, scratch, severity_shown(object, condition));
  }
  out.end_list();
  if (!no_room.empty()) {
    out.list("leftOut", [&] {
      for (const std::string_view type : no_room) out.string(type);
    });
  }
  write_counters(out, judged);
  write_time(out, "wake", judged.wake, scratch);
  if (judged.verdict != Verdict::Healthy) write_attention(out, world, judged, scratch);
  out.end_map();
}

void write_report(const Report& report, ReportLayout layout, unsigned threads,
                  const ReportSink& sink) {
  std::string frame;
  const std::unique_ptr<json::Writer> out = make_writer(layout, frame);
  write_head(*out, report);
  const std::size_t head = frame.size();
  // The frame's writer has to know that its list is not empty; its own child is never shown.
  if (!report.items.empty()) out->null();
  sink(std::string_view(frame).substr(0, head));
  const World nothing({}, {}, Completeness::Partial, belonging_of_kinds());
  const World& world = report.world == nullptr ? nothing : *report.world;
  write_items({world, report.items}, layout, std::clamp(threads, 1U, threads_max), sink);
  frame.clear();
  write_tail(*out, report);
  if (!frame.ends_with('\n')) frame += '\n';
  sink(frame);
}

}  // namespace telltale
