// SPDX-License-Identifier: Apache-2.0
#pragma once

// One entry of a journal as a line of JSON that needs no other line to be understood: a damaged
// line costs nothing but itself.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/arena.h"
#include "base/instant.h"
#include "base/result.h"
#include "json/tree/tree_reader.h"
#include "kube/condition.h"

namespace telltale {

// Longer ones were not written by us.
inline constexpr std::size_t journal_line_bytes_max = std::size_t{64} << 10;

struct JournalLine {
  Instant at = no_time;
  std::string_view group = {};
  std::string_view kind = {};
  std::string_view namespace_name = {};
  std::string_view name = {};
  std::string_view uid = {};
  std::string_view type = {};
  Status status = Status::Unknown;
  std::string_view reason = {};
  std::string_view message = {};
  bool cut = false;  // there were older entries about the object

  bool operator==(const JournalLine&) const = default;
};

// With its line break.
void append_journal_line(std::string& out, const JournalLine& line);

// Not safe to share between threads.
class JournalLineReader {
 public:
  // Without the line break. What is returned is valid until the next line is read.
  [[nodiscard]] Result<JournalLine> read(std::string_view text);

 private:
  json::TreeReader reader_;
  std::string padded_;
  Arena scratch_;
};

}  // namespace telltale
