// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where machines come from. The names are those of HyperShift's spec.platform.type, plus the three
// that only Cluster API providers have.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace telltale {

enum class Platform : std::uint8_t {
  Any,  // nobody said: every platform's patterns apply
  AWS,
  Azure,
  GCP,
  OpenStack,
  KubeVirt,
  VSphere,
  Baremetal,
  Agent,
  PowerVS,
  IBMCloud,
  Nutanix,
  None,  // machines that nobody provisions
};

std::string_view to_text(Platform platform);
// Any case; nothing for a word that is no platform. "Any" is not a word people may say.
std::optional<Platform> parse_platform(std::string_view text);
// All that parse_platform knows, in the order above.
std::span<const Platform> all_platforms();
// Of an infrastructure kind such as AWSMachine; Any for kinds nobody knows.
Platform platform_of_kind(std::string_view infrastructure_kind);

}  // namespace telltale
