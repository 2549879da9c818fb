// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `history` shows to people: one line for everything a condition said, how long it lasted, and
// whether the condition flaps.
//
//   AT         STATUS   REASON              LASTED                       MESSAGE
//   09:12:40Z  ✓ True   Scaling                33m  ━━━━━━━━━━━━━━━━━━━━
//   09:45:40Z  ✗ False  CloudQuotaExceeded     14m  ━━━━━━━━             vCPU quota reached ...

#include <cstdint>
#include <string>
#include <string_view>

#include "catalog/judged.h"
#include "cli/screen/streams.h"
#include "report/journal/write_history.h"

namespace telltale::cli {

struct HistoryScreen {
  const HistoryDocument& document;
  std::string type = {};   // the condition that was asked for; empty: all of them
  std::string typed = {};  // the flags that the command to type next repeats
  // Who says so: a journal, which may have dropped what was older, or the object itself, of which
  // nobody knows more than the last transitions.
  enum class Told : std::uint8_t { ByJournal, ByObject } told = Told::ByJournal;
  Verdict verdict = Verdict::Unknown;  // of the object, where somebody judged it
};

void show_history(const HistoryScreen& screen, const Streams& streams);

}  // namespace telltale::cli
