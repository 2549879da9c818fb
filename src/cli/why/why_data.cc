// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "catalog/explain/attention.h"
#include "cli/screen/wording.h"
#include "cli/why/why_screen.h"
#include "json/writer.h"
#include "report/write_report.h"

namespace telltale::cli {
namespace {

std::string_view answer_text(Answer answer) {
  if (answer == Answer::Yes) return "yes";
  return answer == Answer::No ? "no" : "notCollected";
}

void write_rows(json::Writer& out, const Trace& trace) {
  if (trace.rows.empty()) return;
  out.list("rows", [&] {
    for (const AskedRow& row : trace.rows) {
      out.map([&] {
        out.field("number", row.number);
        out.field("asked", row.asked);
        out.field("answer", answer_text(row.answer));
        if (!row.evidence.empty()) out.field("evidence", row.evidence);
      });
    }
  });
  out.field("rowsTotal", trace.rows_total);
}

void write_parts(json::Writer& out, std::span<const Part> parts, std::string& scratch) {
  if (parts.empty()) return;
  out.list("parts", [&] {
    for (const Part& part : parts) {
      out.map([&] {
        out.field("label", part.label);
        out.field("reported", part.reported);
        out.field("good", part.good);
        if (!part.reported) return;
        out.key("condition");
        write_condition(out, part.condition, scratch);
      });
    }
  });
}

void write_felt(json::Writer& out, std::span<const AffectedOwner> felt_by) {
  if (felt_by.empty()) return;
  out.list("feltBy", [&] {
    for (const AffectedOwner& felt : felt_by) {
      out.map([&] {
        out.field("object", to_text(felt.object->key));
        out.field("condition", felt.condition);
        out.field("status", to_text(felt.status));
      });
    }
  });
}

void write_advice(json::Writer& out, const WhyScreen& screen, const Condition* condition) {
  const Judged& judged = screen.judged;
  if (condition == nullptr || is_good(judged.object->key.kind, *condition)) return;
  const Attention attention = attention_of(screen.world, judged, *condition);
  if (!attention.step.empty()) out.field("guidance", attention.step);
  const std::string runbook = runbook_command(attention.runbook);
  if (!runbook.empty()) out.field("runbook", runbook);
  if (!attention.documentation.empty()) out.field("documentation", attention.documentation);
}

void write_explanation(json::Writer& out, const WhyScreen& screen, const Explanation& explanation) {
  std::string scratch;
  const auto write_if = [&](std::string_view key, const Condition* condition) {
    if (condition == nullptr) return;
    out.key(key);
    write_condition(out, *condition, scratch);
  };
  out.field("type", explanation.type);
  write_if("condition", explanation.now);
  write_if("stored", explanation.stored);
  out.field("computed", explanation.computed);
  if (!explanation.trace.rows.empty()) out.field("act", to_text(explanation.act));
  if (!explanation.note.empty()) out.field("note", explanation.note);
  write_rows(out, explanation.trace);
  write_parts(out, explanation.parts, scratch);
  if (is_set(explanation.wake)) out.field("wake", format_rfc3339(explanation.wake));
  if (!explanation.changes_when.empty()) out.field("changesWhen", explanation.changes_when);
  write_felt(out, explanation.felt_by);
  write_advice(out, screen, explanation.now);
}

void write_all(json::Writer& out, const WhyScreen& screen,
               std::span<const Explanation* const> explanations) {
  const Object& object = *screen.judged.object;
  out.map([&] {
    out.field("apiVersion", "telltale.dev/v1alpha1");
    out.field("kind", "Explanation");
    out.field("now", format_rfc3339(screen.now));
    out.map("object", [&] {
      out.field("apiVersion", object.api_version);
      out.field("kind", object.key.kind);
      if (!object.key.namespace_name.empty()) out.field("namespace", object.key.namespace_name);
      out.field("name", object.key.name);
      out.field("verdict", to_text(screen.judged.verdict));
      const Instant since = screen.judged.cause.since;
      const bool lasts = screen.judged.verdict != Verdict::Healthy && is_set(since);
      if (lasts) out.field("since", format_rfc3339(since));
    });
    if (!screen.verdict.trace.rows.empty()) {
      out.map("verdict", [&] {
        out.field("verdict", to_text(screen.verdict.verdict));
        if (!screen.verdict.blames.empty()) out.field("cause", screen.verdict.blames);
        write_rows(out, screen.verdict.trace);
      });
    }
    out.list("conditions", [&] {
      for (const Explanation* explanation : explanations) {
        out.map([&] { write_explanation(out, screen, *explanation); });
      }
    });
  });
}

}  // namespace

std::string explanations_as_data(const WhyScreen& screen,
                                 std::span<const Explanation* const> explanations,
                                 WhyOutput output) {
  std::string text;
  if (output == WhyOutput::Yaml) {
    json::YamlWriter out(text);
    write_all(out, screen, explanations);
  } else {
    json::JsonWriter out(text, json::JsonWriter::Layout::Pretty);
    write_all(out, screen, explanations);
    text += '\n';
  }
  return text;
}

}  // namespace telltale::cli
