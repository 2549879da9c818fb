// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.h"

#include <algorithm>
#include <thread>
#include <vector>

namespace telltale {
namespace {

// Below this, starting a thread costs more than it saves.
constexpr std::size_t stretch_min = 256;

}  // namespace

std::size_t parallel_parts(unsigned threads) {
  return std::clamp<std::size_t>(threads, 1, threads_max);
}

void parallel_for(std::size_t count, unsigned threads,
                  const std::function<void(std::size_t, std::size_t, std::size_t)>& work) {
  const std::size_t parts =
      std::min(parallel_parts(threads), std::max<std::size_t>(1, count / stretch_min));
  const auto edge = [&](std::size_t part) { return count * part / parts; };
  std::vector<std::jthread> others;
  for (std::size_t part = 1; part < parts; ++part) {
    others.emplace_back(
        [&work, part, first = edge(part), last = edge(part + 1)] { work(part, first, last); });
  }
  work(0, 0, edge(1));
}

}  // namespace telltale
