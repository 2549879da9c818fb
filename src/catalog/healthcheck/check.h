// SPDX-License-Identifier: Apache-2.0
#pragma once

// One MachineHealthCheck of either API version as a plain value: what it watches, for how long, and
// how many of its targets may be unhealthy before it asks for nothing any more. Whatever is missing
// or cannot be read takes the API's default; nothing here complains, reading did.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "convert/shapes.h"
#include "kube/object.h"
#include "observe/world.h"

namespace telltale::healthcheck {

inline constexpr std::size_t watches_max = 100;            // of each list, as in the API
inline constexpr std::size_t checks_per_machine_max = 16;  // the first by name
inline constexpr Seconds default_startup_timeout = std::chrono::minutes(10);

// A condition that may have this status for so long and no longer.
struct Watch {
  std::string_view type = {};
  Status status = Status::Unknown;
  Seconds timeout{0};

  bool operator==(const Watch&) const = default;
};

// How many targets may be unhealthy while remediation still goes on.
struct Limit {
  enum class Form : std::uint8_t { Count, Percent, Range, Unreadable };

  Form form = Form::Percent;
  std::int64_t least = 0;   // of a Range only
  std::int64_t most = 100;  // a percentage is rounded down

  constexpr bool allows(std::int64_t unhealthy, std::int64_t targets) const {
    switch (form) {
      case Form::Count:
        return unhealthy <= most;
      case Form::Percent:
        return unhealthy * 100 <= most * targets;
      case Form::Range:
        return least <= unhealthy && unhealthy <= most;
      case Form::Unreadable:
        break;
    }
    return false;  // Nobody is replaced by a rule that nobody can read.
  }
  bool operator==(const Limit&) const = default;
};

struct Check {
  std::vector<Watch> machine = {};
  std::vector<Watch> node = {};
  Seconds startup_timeout = default_startup_timeout;  // zero: Nodes may take their time
};

Check read_check(const Object& check);
Limit read_limit(const Object& check);
// The template of an external remediation, and whether one is named at all.
shapes::Ref remediation_template(const Object& check);
bool has_remediation_template(const Object& check);

// Whether the check's selector matches the Machine; they are of one Cluster already. As upstream,
// an empty selector matches every Machine of the Cluster and an invalid one matches none.
bool selects(const Object& check, const Object& machine);

// The checks of a Cluster, whomever they select.
std::span<const std::uint32_t> checks_of_cluster(const World& world, const Object& cluster);

// The checks that select a Machine, by name. None while its Cluster is paused, and none where the
// Cluster is not there to ask.
std::vector<const Object*> checks_of(const World& world, const Object& machine);

}  // namespace telltale::healthcheck
