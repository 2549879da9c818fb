// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a provider's error speaks of: the subnet, the image, the role, the quota, so that advice can
// name it. Takes any bytes; time linear in the text; what it returns is short and printable.
//
//   resource_named_in("The subnet ID 'subnet-0a1' does not exist", MissingCloudResources)
//       == NamedResource{"subnet", "subnet-0a1"}

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "classify/classify.h"

namespace telltale {

// Errors name what they are about early; more of them is not looked at.
inline constexpr std::size_t named_in_bytes_max = std::size_t{8} << 10;
// Longer names are cut.
inline constexpr std::size_t resource_name_bytes_max = 120;

struct NamedResource {
  std::string kind;  // "subnet", "IAM role", "quota"
  std::string name;

  bool operator==(const NamedResource&) const = default;
};

// Nothing where the text names none, and for what is no failure.
std::optional<NamedResource> resource_named_in(std::string_view message, FailureClass failure);

}  // namespace telltale
