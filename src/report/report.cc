// SPDX-License-Identifier: Apache-2.0
#include "report/report.h"

#include "base/text.h"

namespace telltale {
namespace {

void count(ReportSummary& summary, Verdict verdict) {
  ++summary.objects;
  switch (verdict) {
    case Verdict::Healthy:
      ++summary.healthy;
      break;
    case Verdict::Working:
      ++summary.working;
      break;
    case Verdict::Stuck:
      ++summary.stuck;
      break;
    case Verdict::Unknown:
      ++summary.unknown;
      break;
  }
}

}  // namespace

bool ReportFilter::shows(const Object& object) const {
  if (!namespace_name.empty() && object.key.namespace_name != namespace_name) return false;
  return selector.matches(object.labels);
}

std::string to_text(const ReportNote& note) {
  if (note.file.empty()) return note.message;
  if (note.line == 0) return format("{}: {}", note.file, note.message);
  return format("{}:{}: {}", note.file, note.line, note.message);
}

Report make_report(const Judgement& judgement, const ReportFilter& filter, Instant now) {
  Report report{.now = now, .summary = {}, .items = {}, .errors = {}, .warnings = {}};
  report.items.reserve(judgement.items.size());
  for (const Judged& judged : judgement.items) {
    if (!filter.shows(*judged.object)) continue;
    report.items.push_back(&judged);
    count(report.summary, judged.verdict);
  }
  return report;
}

std::vector<ReportNote> notes_about(std::span<const ReplacedDocument> disagreements) {
  std::vector<ReportNote> notes;
  notes.reserve(disagreements.size());
  for (const ReplacedDocument& disagreement : disagreements) {
    notes.push_back({.file = {}, .line = 0, .message = disagreement.message});
  }
  return notes;
}

}  // namespace telltale
