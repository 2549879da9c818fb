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
  std::vector<std::string> values;  // of In and NotIn; `=` is an In with one value

  // As in Kubernetes, an object without the label passes NotIn.
  bool matches(std::span<const Label> labels) const;
  bool operator==(const Requirement&) const = default;
};

// Holds when all requirements do; without any it matches everything.
struct Selector {
  std::vector<Requirement> requirements;

  bool matches(std::span<const Label> labels) const;
  bool operator==(const Selector&) const = default;
};

inline constexpr std::size_t selector_bytes_max = 16 * 1024;

[[nodiscard]] Result<Selector> parse_selector(std::string_view text);

}  // namespace telltale
