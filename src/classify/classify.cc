// SPDX-License-Identifier: Apache-2.0
#include "classify/classify.h"

#include "base/check.h"
#include "classify/fold.h"
#include "classify/matcher.h"
#include "classify/matcher_tables.h"
#include "classify/rules.h"

namespace telltale {
namespace {

// Made at the first message, by one thread while others wait.
const Matcher& matcher() {
  static const Matcher made(pattern_groups(), ready_tables());
  return made;
}

}  // namespace

std::string_view to_text(FailureClass failure) {
  switch (failure) {
    case FailureClass::MissingCloudResources:
      return "MissingCloudResources";
    case FailureClass::CloudQuotaExceeded:
      return "CloudQuotaExceeded";
    case FailureClass::InsufficientCloudCapacity:
      return "InsufficientCloudCapacity";
    case FailureClass::CAPIProviderFailed:
      return "CAPIProviderFailed";
    case FailureClass::Transient:
      return "Transient";
    case FailureClass::None:
      return "None";
  }
  check(false, "every class has a name");
  return {};
}

Classified classify(std::string_view message, Platform platform) {
  if (message.empty()) return {};  // Nobody said anything, so nobody pays for the automata.
  const std::string text = readable(message);
  Matcher::Reading reading = matcher().read(text, platform);
  const Rule* rule = decide([&](Role role) { return reading.is_seen(role); });
  if (rule == nullptr) return {};
  return {.failure = rule->failure, .pattern = reading.first_of(rule->role)->name};
}

}  // namespace telltale
