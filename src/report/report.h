// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `check` says about a world: the judged objects that were asked for, counted, and what went
// wrong while reading. Made from a Judgement, which must outlive it; printed by write_report.h.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/instant.h"
#include "catalog/judged.h"
#include "kube/selector.h"
#include "observe/world.h"

namespace telltale {

// Which judged objects are listed and counted. Judging itself always uses everything.
struct ReportFilter {
  std::string namespace_name;  // empty: all of them
  Selector selector;

  bool shows(const Object& object) const;
};

struct ReportSummary {
  std::size_t objects = 0;
  std::size_t healthy = 0;
  std::size_t working = 0;
  std::size_t stuck = 0;
  std::size_t unknown = 0;

  bool operator==(const ReportSummary&) const = default;
};

// Something to say about the input.
struct ReportNote {
  std::string file;  // empty when it is not about one file
  int line = 0;      // counted from one; zero when it is not about one line
  std::string message;

  bool operator==(const ReportNote&) const = default;
};

// "nodes.yaml:118: expected a string"; without what is not known.
std::string to_text(const ReportNote& note);

struct Report {
  const World* world = nullptr;  // that was judged; advice is better where it is known
  Instant now = no_time;
  ReportSummary summary;
  std::vector<const Judged*> items;  // in the order of the Judgement
  std::vector<ReportNote> errors;    // something was lost
  std::vector<ReportNote> warnings;  // nothing was lost, but somebody should know
};

Report make_report(const Judgement& judgement, const ReportFilter& filter, Instant now);

// The copies of an object that lost against a newer one.
std::vector<ReportNote> notes_about(std::span<const ReplacedDocument> disagreements);

}  // namespace telltale
