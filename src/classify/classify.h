// SPDX-License-Identifier: Apache-2.0
#pragma once

// What kind of trouble a provider's error text tells of. Patterns are data (patterns.h); all of
// them are matched in a fixed number of passes over the text, in time linear in its length, so that
// hostile text cannot make it hang. Pure, and safe to ask from any number of threads.
//
//   classify("VcpuLimitExceeded: You have requested ...", Platform::AWS).failure
//       == FailureClass::CloudQuotaExceeded

#include <array>
#include <cstdint>
#include <string_view>

#include "classify/platform.h"

namespace telltale {

// In the order of A6: how surely a human must act, the surest first; what is no failure comes last.
enum class FailureClass : std::uint8_t {
  MissingCloudResources,
  CloudQuotaExceeded,
  InsufficientCloudCapacity,
  CAPIProviderFailed,
  Transient,  // goes away by itself: rate limits, short-lived credentials, eventual consistency
  None,       // fits no pattern, or is benign
};

inline constexpr std::array all_failure_classes = {FailureClass::MissingCloudResources,
                                                   FailureClass::CloudQuotaExceeded,
                                                   FailureClass::InsufficientCloudCapacity,
                                                   FailureClass::CAPIProviderFailed,
                                                   FailureClass::Transient,
                                                   FailureClass::None};

std::string_view to_text(FailureClass failure);

struct Classified {
  FailureClass failure = FailureClass::None;
  std::string_view pattern = {};  // the rule that decided, by name; empty when none did

  bool operator==(const Classified&) const = default;
};

// `platform` narrows the patterns to those of one platform and those that are everybody's.
Classified classify(std::string_view message, Platform platform = Platform::Any);

}  // namespace telltale
