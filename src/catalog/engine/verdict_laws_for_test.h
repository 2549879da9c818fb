// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: verdict tables are held to the laws of table/table_laws.h. A ladder tells a
// verdict and its whole cause.

#include <ostream>
#include <string>

#include "catalog/engine/verdict_table.h"
#include "table/table_laws.h"

namespace telltale {

struct VerdictTold {
  Verdict verdict = Verdict::Healthy;
  std::string condition = {};
  std::string reason = {};
  Instant since = no_time;
  const Object* because = nullptr;
  const Guidance* guidance = nullptr;

  bool operator==(const VerdictTold&) const = default;
};

inline VerdictTold verdict_told(Verdict verdict, const Cause& cause = {}) {
  return {.verdict = verdict,
          .condition = std::string(cause.condition),
          .reason = std::string(cause.reason),
          .since = cause.since,
          .because = cause.because,
          .guidance = cause.guidance};
}

template <class Seen, std::size_t N>
VerdictTold told_by(const VerdictTable<Seen, N>& table, const Seen& seen) {
  Judged judged;
  tell_verdict(table, seen, judged);
  return verdict_told(judged.verdict, judged.cause);
}

inline bool is_merged(const VerdictTold&) { return false; }

inline std::ostream& operator<<(std::ostream& out, const VerdictTold& told) {
  out << to_text(told.verdict) << " for " << told.condition << "/" << told.reason;
  if (is_set(told.since)) out << " since " << format_rfc3339(told.since);
  if (told.because != nullptr) out << " because of " << told.because->key.name;
  return out;
}

inline Object object_called(std::string_view kind, std::string_view name) {
  Object object;
  object.key.kind = kind;
  object.key.name = name;
  return object;
}

// How the old ladders told patience: Working until it is over.
inline Verdict patient(const PatienceTerm& term, Instant now) {
  return now < term.start + term.patience ? Verdict::Working : Verdict::Stuck;
}

}  // namespace telltale
