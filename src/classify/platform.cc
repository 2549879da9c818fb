// SPDX-License-Identifier: Apache-2.0
#include "classify/platform.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/letters.h"

namespace telltale {
namespace {

constexpr std::array platforms = {Platform::AWS,       Platform::Azure,    Platform::GCP,
                                  Platform::OpenStack, Platform::KubeVirt, Platform::VSphere,
                                  Platform::Baremetal, Platform::Agent,    Platform::PowerVS,
                                  Platform::IBMCloud,  Platform::Nutanix,  Platform::None};

struct KindPrefix {
  std::string_view prefix;
  Platform platform;
};

// A provider puts its name before every kind it has (AWSMachine, AWSMachinePool,
// AWSMachineTemplate, AWSManagedMachinePool), so the name says enough.
constexpr KindPrefix kind_prefixes[] = {
    {"AWS", Platform::AWS},
    {"EC2", Platform::AWS},
    {"ROSA", Platform::AWS},
    {"AKS", Platform::Azure},
    {"Azure", Platform::Azure},
    {"GCP", Platform::GCP},
    {"OpenStack", Platform::OpenStack},
    {"KubeVirt", Platform::KubeVirt},
    {"VirtualMachineInstance", Platform::KubeVirt},
    {"VSphere", Platform::VSphere},
    {"Metal3", Platform::Baremetal},
    {"BareMetal", Platform::Baremetal},
    {"AgentMachine", Platform::Agent},
    {"AgentCluster", Platform::Agent},
    {"IBMPowerVS", Platform::PowerVS},
    {"IBMVPC", Platform::IBMCloud},
    {"IBMCloud", Platform::IBMCloud},
    {"Nutanix", Platform::Nutanix},
};

}  // namespace

std::string_view to_text(Platform platform) {
  switch (platform) {
    case Platform::Any:
      return "Any";
    case Platform::AWS:
      return "AWS";
    case Platform::Azure:
      return "Azure";
    case Platform::GCP:
      return "GCP";
    case Platform::OpenStack:
      return "OpenStack";
    case Platform::KubeVirt:
      return "KubeVirt";
    case Platform::VSphere:
      return "vSphere";
    case Platform::Baremetal:
      return "Baremetal";
    case Platform::Agent:
      return "Agent";
    case Platform::PowerVS:
      return "PowerVS";
    case Platform::IBMCloud:
      return "IBMCloud";
    case Platform::Nutanix:
      return "Nutanix";
    case Platform::None:
      return "None";
  }
  check(false, "every platform has a name");
  return {};
}

std::optional<Platform> parse_platform(std::string_view text) {
  const auto found = std::ranges::find_if(
      platforms, [&](Platform platform) { return same_letters(to_text(platform), text); });
  if (found == platforms.end()) return std::nullopt;
  return *found;
}

std::span<const Platform> all_platforms() { return platforms; }

Platform platform_of_kind(std::string_view infrastructure_kind) {
  for (const KindPrefix& row : kind_prefixes) {
    if (same_letters(infrastructure_kind.substr(0, row.prefix.size()), row.prefix)) {
      return row.platform;
    }
  }
  return Platform::Any;
}

}  // namespace telltale
