// SPDX-License-Identifier: Apache-2.0
#pragma once

// How long each class of a provider's failure may last before a human is needed: the same numbers
// for a Machine's verdict and for a pool's Progressing.

#include <optional>

#include "catalog/settings.h"
#include "classify/classify.h"

namespace telltale {

// Nothing for what is no failure.
constexpr std::optional<Seconds> patience_for(FailureClass failure, const ProgressingRules& rules) {
  switch (failure) {
    case FailureClass::MissingCloudResources:
      return rules.missing_resources;
    case FailureClass::CloudQuotaExceeded:
      return rules.quota_exceeded;
    case FailureClass::InsufficientCloudCapacity:
      return rules.insufficient_capacity;
    case FailureClass::CAPIProviderFailed:
      return rules.provider_failed;
    case FailureClass::Transient:
    case FailureClass::None:
      break;
  }
  return std::nullopt;
}

}  // namespace telltale
