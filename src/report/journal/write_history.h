// SPDX-License-Identifier: Apache-2.0
#pragma once

// The history of one object as data, and back: a running telltale hands it out as JSON, and the
// command line shows it.
//
//   {"apiVersion": "telltale.dev/v1alpha1", "kind": "History", "now": TIME,
//    "object": {"group", "kind", "namespace", "name", "uid"},
//    "entries": [{"at": TIME, "type", "status", "reason", "message"}], "cut": true,
//    "flapping": [{"type", "flapping": false, "turns": 3, "withinSeconds": 600}]}
//
// Fields that have nothing to say are left out.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/journal/journal.h"
#include "report/write_report.h"

namespace telltale {

inline constexpr std::size_t history_bytes_max = std::size_t{16} << 20;

struct HistoryDocument {
  Instant now = no_time;
  Journal::History history = {};
  std::vector<TypeFlapping> flapping = {};  // of every condition in it, by type

  bool operator==(const HistoryDocument&) const = default;
};

// What there is to say about a history: when it was asked for, and what flaps.
HistoryDocument document_of(Journal::History history, const FlapRule& rule, Instant now);

std::string write_history(const HistoryDocument& document, ReportLayout layout);
// What somebody else's telltale answered, JSON. Fields that are new to us are passed over.
[[nodiscard]] Result<HistoryDocument> parse_history(std::string_view text);

}  // namespace telltale
