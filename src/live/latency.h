// SPDX-License-Identifier: Apache-2.0
#pragma once

// How long something took, counted in buckets from a tenth of a millisecond to a minute.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "report/metrics/exposition.h"

namespace telltale::live {

class LatencyHistogram {
 public:
  // The texts outlive it.
  LatencyHistogram(std::string_view name, std::string_view help) : name_(name), help_(help) {}

  void note(std::chrono::nanoseconds took) {
    const double seconds = std::chrono::duration<double>(took).count();
    const auto bound = std::ranges::lower_bound(bounds, seconds);
    ++counts_[static_cast<std::size_t>(bound - bounds.begin())];
    sum_ += seconds;
  }
  void write(Exposition& out) const {
    out.family(name_, Exposition::Type::Histogram, help_);
    out.histogram({}, bounds, counts_, sum_);
  }

 private:
  static constexpr std::array<double, 12> bounds = {0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05,
                                                    0.1,    0.5,    1,     5,     10,   60};
  std::string_view name_;
  std::string_view help_;
  std::array<std::uint64_t, bounds.size() + 1> counts_ = {};
  double sum_ = 0;
};

}  // namespace telltale::live
