// SPDX-License-Identifier: Apache-2.0
#pragma once

// Label selectors as kubectl's -l takes them: "a=b,c!=d,e,!f,g in (x,y),h notin (z)".

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "kube/object.h"

namespace telltale {

struct Requirement {
  enum class Test : std::uint8_t { Exists, DoesNotExist, In, NotIn };

  std::string key;
  Test test = Test::Exists;
  std::vector<std::string> values;  // of In and NotIn, in order; `=` is an In with one value

  // As in Kubernetes, an object without the label passes NotIn.
  bool matches(std::span<const Label> labels) const;
  // The same for labels in the order of their keys, each key once.
  bool matches_sorted(std::span<const Label> labels) const;
  bool operator==(const Requirement&) const = default;
};

// Holds when all requirements do; without any it matches everything.
struct Selector {
  std::vector<Requirement> requirements;

  bool matches(std::span<const Label> labels) const;
  bool matches_sorted(std::span<const Label> labels) const;
  bool operator==(const Selector&) const = default;
};

inline constexpr std::size_t selector_bytes_max = 16 * 1024;
// Each is asked of every object, for as long as somebody watches.
inline constexpr std::size_t requirements_max = 500;

[[nodiscard]] Result<Selector> parse_selector(std::string_view text);

}  // namespace telltale
