// SPDX-License-Identifier: Apache-2.0
#pragma once

// Conditions that somebody writes over and over although telltale is told to write them (`all`, or
// by name): each time telltale rests longer before it answers, a second, then twice as long, up to
// ten minutes. The first time is no fight yet. Pure, and bounded. Not for threads.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/instant.h"
#include "kube/object.h"

namespace telltale {

class Fights {
 public:
  static constexpr Seconds first{1};
  static constexpr Seconds longest = std::chrono::minutes(10);
  // Who kept quiet for so long begins anew.
  static constexpr Seconds over_after = std::chrono::minutes(30);
  static constexpr std::size_t fights_max = 10'000;
  static constexpr std::size_t counts_max = 512;

  // Somebody else wrote what telltale had written.
  void lost(const Object& object, std::string_view type, Instant now);
  // Telltale has written it again.
  void wrote(const Object& object, std::string_view type);

  bool rests(const Object& object, std::string_view type, Instant now) const;
  // When the first of the object's rests ends; nothing when there is none.
  std::optional<Instant> rest_ends(const Object& object, Instant now) const;

  // How often each type of a kind was lost.
  using Counts = std::map<std::pair<std::string, std::string>, std::uint64_t>;
  const Counts& counts() const { return counts_; }

 private:
  struct Fight {
    Seconds rest{};
    Instant until = no_time;
    Instant last = no_time;
    bool answered = false;
  };
  using Name = std::pair<std::string, std::string>;  // uid, type

  std::map<Name, Fight> fights_;
  Counts counts_;
};

}  // namespace telltale
