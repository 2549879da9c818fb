// SPDX-License-Identifier: Apache-2.0
#pragma once

// Puts the readings of all files together again, in order: objects one behind the other, lines
// counted through, and for each file the question whether it was one of ours at all.

#include <cstddef>
#include <vector>

#include "dump/dump.h"
#include "dump/read_batch.h"

namespace telltale::dump {

class Ledger {
 public:
  explicit Ledger(const Limits& limits) : limits_(limits) {}

  // Makes room for what so many bytes may hold, so that growing never takes twice the memory. Room
  // that is not used stays with the system.
  void expect(std::uint64_t bytes);
  void take(Reading reading);
  void pass_over(std::size_t files) { dump_.files_passed_over += files; }
  std::size_t objects() const { return dump_.objects.size(); }
  // With the errors in their order; arenas and the newest time are the readers' to add.
  Dump finish();

 private:
  void end_file(const FileContext& file);
  void add(InputError error);

  const Limits& limits_;
  Dump dump_;
  std::size_t errors_ = 0;  // all of them, kept or not
  std::size_t warnings_ = 0;
  // Of the file at hand:
  std::size_t newlines_ = 0;
  std::size_t documents_ = 0;
  std::size_t objects_before_ = 0;
  std::size_t errors_before_ = 0;
  std::vector<InputError> doubtful_;  // errors only if the file turns out to be one of ours
};

}  // namespace telltale::dump
