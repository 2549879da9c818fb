// SPDX-License-Identifier: Apache-2.0
#pragma once

// A bar on standard error for input that takes longer than a second; only on a terminal. It removes
// itself when reading is done.

#include <chrono>

#include "cli/screen/streams.h"
#include "dump/dump.h"

namespace telltale::cli {

class ProgressBar {
 public:
  explicit ProgressBar(const Streams& streams);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(const dump::Progress& progress);

 private:
  const Streams& streams_;
  std::chrono::nanoseconds started_;
  std::chrono::nanoseconds shown_{};
  bool visible_ = false;
};

}  // namespace telltale::cli
