// SPDX-License-Identifier: Apache-2.0
#pragma once

// The kinds of failure that stop a pool, in the order in which they outrank each other: the first
// whose time has come is told. Each has a clock of its own; two of them share a reason.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "catalog/owners/failure_patience.h"

namespace telltale::hypershift_nodepool {

enum class Class : std::uint8_t {
  Blocked,     // a condition of the pool stops its reconciliation
  Missing,     // cloud resources are missing
  Quota,       // a cloud quota is exceeded
  Capacity,    // the cloud has no capacity
  Provider,    // another error of the infrastructure provider
  Deployment,  // the MachineDeployment or MachineSet is not available
  Controller,  // reconciliation fails, or an upgrade in place did
};

inline constexpr std::size_t class_count = 7;
inline constexpr std::array<Class, class_count> all_classes = {
    Class::Blocked,  Class::Missing,    Class::Quota,     Class::Capacity,
    Class::Provider, Class::Deployment, Class::Controller};

constexpr std::size_t index_of(Class one) { return static_cast<std::size_t>(one); }

// One value for each class.
template <class T>
struct PerClass {
  std::array<T, class_count> values = {};

  constexpr T& operator[](Class one) { return values[index_of(one)]; }
  constexpr const T& operator[](Class one) const { return values[index_of(one)]; }
  bool operator==(const PerClass&) const = default;
};

// How its clock is called in Memory.
constexpr std::string_view clock_name(Class one) {
  constexpr std::array<std::string_view, class_count> names = {"Blocked",
                                                               "MissingCloudResources",
                                                               "CloudQuotaExceeded",
                                                               "InsufficientCloudCapacity",
                                                               "CAPIProviderFailed",
                                                               "MachineDeploymentFailed",
                                                               "ControllerError"};
  return names[index_of(one)];
}

constexpr std::string_view reason_of(Class one) {
  return one == Class::Blocked ? clock_name(Class::Controller) : clock_name(one);
}

// The class behind a failure reason; nothing for reasons that are no failure.
constexpr std::optional<Class> class_of_reason(std::string_view reason) {
  for (const Class one : all_classes) {
    if (one != Class::Blocked && reason_of(one) == reason) return one;
  }
  return std::nullopt;
}

// Errors that are read off Machines.
constexpr bool is_of_machines(Class one) { return one >= Class::Missing && one <= Class::Provider; }

// What a provider's error text told, where it is an error of a provider at all.
constexpr FailureClass failure_of(Class one) {
  switch (one) {
    case Class::Missing:
      return FailureClass::MissingCloudResources;
    case Class::Quota:
      return FailureClass::CloudQuotaExceeded;
    case Class::Capacity:
      return FailureClass::InsufficientCloudCapacity;
    case Class::Provider:
      return FailureClass::CAPIProviderFailed;
    case Class::Blocked:
    case Class::Deployment:
    case Class::Controller:
      break;
  }
  return FailureClass::None;
}

constexpr Seconds threshold_of(Class one, const ProgressingRules& rules) {
  const Seconds of_the_rest =
      one == Class::Deployment ? rules.deployment_failed : rules.controller_error;
  return patience_for(failure_of(one), rules).value_or(of_the_rest);
}

}  // namespace telltale::hypershift_nodepool
