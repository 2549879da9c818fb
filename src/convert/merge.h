// SPDX-License-Identifier: Apache-2.0
#pragma once

// Bringing back what a version could not express, without undoing what somebody changed in it.

#include <optional>

#include "json/value.h"

namespace telltale::convert {

// `remembered` is how an object was, `base` what is left of that after a way through the other
// version, `ours` how the object is now. Where `ours` is still as `base`, nobody has touched it and
// the remembered value comes back; where it is not, it stands. Absent members count as values. The
// items of lists are matched by their names where all have one, and are one value otherwise.
struct ThreeWay {
  const json::Value* base = nullptr;
  const json::Value* ours = nullptr;
  const json::Value* remembered = nullptr;
};
std::optional<json::Value> merge(const ThreeWay& values);

}  // namespace telltale::convert
