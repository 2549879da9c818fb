// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/progress.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "cli/screen/wording.h"

namespace telltale::cli {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds before_first{1000};
constexpr milliseconds between_two{100};
constexpr std::uint64_t bar_cells = 24;
constexpr std::string_view restart_line = "\r\x1b[K";

std::string bar(const dump::Progress& progress) {
  const std::uint64_t done = std::min(progress.bytes_done, progress.bytes_total);
  const std::uint64_t filled = done * bar_cells / progress.bytes_total;
  std::string text;
  for (std::uint64_t cell = 0; cell < bar_cells; ++cell) text += cell < filled ? "█" : "░";
  return format("{} {:3}%  ", text, done * 100 / progress.bytes_total);
}

}  // namespace

ProgressBar::ProgressBar(const Streams& streams)
    : streams_(streams), started_(streams.clock.elapsed()) {}

ProgressBar::~ProgressBar() {
  if (visible_) streams_.err.write(restart_line);
}

void ProgressBar::show(const dump::Progress& progress) {
  if (!streams_.err_terminal.is_terminal) return;
  const std::chrono::nanoseconds now = streams_.clock.elapsed();
  if (now - started_ < before_first || (visible_ && now - shown_ < between_two)) return;
  shown_ = now;
  visible_ = true;
  std::string line = progress.bytes_total > 0 ? bar(progress) : "reading  ";
  line += format("{} objects", with_commas(progress.objects));
  streams_.err.write(format("{}{}", restart_line, line));
}

}  // namespace telltale::cli
