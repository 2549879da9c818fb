// SPDX-License-Identifier: Apache-2.0
#pragma once

// Kubernetes versions, as far as anybody compares them: v1.33.2, with or without the v, with a
// pre-release or build part that is kept for showing.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace telltale {

struct Version {
  std::int64_t major = 0;
  std::int64_t minor = 0;
  std::int64_t patch = 0;
  std::string_view rest;  // "-rc.1+vendor", a view into the text it was read from

  // Pre-releases and builds of one version count as the same version.
  bool operator<(const Version& other) const;
};

std::optional<Version> parse_version(std::string_view text);
std::string to_text(const Version& version);  // without the v

}  // namespace telltale
