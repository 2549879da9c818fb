// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where else platforms write what is wrong with a machine: fields of their own beside the
// conditions, and objects behind the infrastructure object (a virtual machine, an agent, an image).

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "observe/world.h"

namespace telltale::hypershift_nodepool {

// One place that speaks of an error.
struct Surface {
  std::string_view reason = {};
  std::string_view message = {};
  Instant since = no_time;
  bool is_field = false;  // like failureReason and failureMessage: terminal, and without a time
  bool failed = false;    // tells of a failure whatever its words are
};

// All surfaces of one object, in the order in which they are believed.
class Surfaces {
 public:
  void add(const Condition& condition) {
    add({.reason = condition.reason,
         .message = condition.message,
         .since = condition.last_transition});
  }
  void add(Surface surface);
  void add_fields(const json::Tree& status);
  std::span<const Surface> all() const { return all_; }

 private:
  // Errors of one object at most; more would be hostile.
  static constexpr std::size_t surfaces_max = 256;

  std::vector<Surface> all_;
};

// What stands beside the conditions of this infrastructure object, and on the objects behind it.
void add_platform(const World& world, const Object& infrastructure, Surfaces& surfaces);

}  // namespace telltale::hypershift_nodepool
