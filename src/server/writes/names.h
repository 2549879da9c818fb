// SPDX-License-Identifier: Apache-2.0
#pragma once

// What objects may be called.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/resource.h"

namespace telltale::server {

enum class NameRule : std::uint8_t {
  Subdomain,    // RFC 1123, at most 253: nearly everything
  Label,        // RFC 1123, at most 63: namespaces
  PathSegment,  // roles and bindings: anything that can stand in a path
};
NameRule rule_for(const Resource& resource);

// Nothing when the name is fine, else the rule that it breaks, in the API's words.
std::optional<std::string> error_in_name(std::string_view name, NameRule rule);
// A generateName may end with a dash.
std::optional<std::string> error_in_prefix(std::string_view prefix, NameRule rule);

}  // namespace telltale::server
