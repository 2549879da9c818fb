// SPDX-License-Identifier: Apache-2.0
#include "classify/rules.h"

#include <algorithm>

namespace telltale {
namespace {

using enum FailureClass;
using enum Role;

constexpr Rule rules[] = {
    {.failure = None,
     .role = Harmless,
     .without = {QuotaCode, CapacityCode, MissingCode, Denied, Unschedulable}},
    // A rate limit overrides the words "quota" and "limit" in the same text.
    {.failure = Transient, .role = RateLimit},
    {.failure = Transient, .role = QuotaPhrase, .with = {RatePeriod}},
    {.failure = Transient, .role = QuotaCode, .with = {RatePeriod}},
    {.failure = Transient, .role = Passing, .without = {QuotaCode, CapacityCode}},
    {.failure = Transient,
     .role = Itself,
     .without = {QuotaCode, QuotaPhrase, CapacityCode, CapacityPhrase, Denied, Source}},
    // Who cannot be reached has not refused anything, though clients say that they could not log
    // in.
    {.failure = Transient,
     .role = Wire,
     .without = {QuotaCode, QuotaPhrase, CapacityCode, CapacityPhrase, MissingCode, Fault}},
    // Whoever may not look does not know whether the thing exists, and often says both.
    {.failure = CAPIProviderFailed,
     .role = Denied,
     .without = {QuotaCode, QuotaPhrase, CapacityCode}},
    {.failure = MissingCloudResources, .role = MissingCode},
    // What is waited for is not missing, not wrong and has not failed.
    {.failure = None,
     .role = Progress,
     .without = {QuotaCode, QuotaPhrase, CapacityCode, CapacityPhrase, Unschedulable, Fault,
                 Network}},
    {.failure = MissingCloudResources,
     .role = MissingPhrase,
     .without = {QuotaCode, CapacityCode, NotAResource}},
    {.failure = CloudQuotaExceeded, .role = QuotaCode},
    {.failure = CloudQuotaExceeded, .role = QuotaPhrase},
    {.failure = InsufficientCloudCapacity, .role = CapacityCode},
    {.failure = InsufficientCloudCapacity, .role = CapacityPhrase},
    {.failure = InsufficientCloudCapacity, .role = Unschedulable, .without = {Unbound}},
    {.failure = CloudQuotaExceeded, .role = LimitPhrase, .without = {NotAQuota}},
    {.failure = CloudQuotaExceeded, .role = QuotaWord, .with = {OverWord}, .without = {NotAQuota}},
    {.failure = InsufficientCloudCapacity,
     .role = CapacityWord,
     .with = {LackWord},
     .without = {QuotaWord, NotALack, Fault}},
    {.failure = CAPIProviderFailed, .role = Refused},
    {.failure = CAPIProviderFailed, .role = Fault},
    {.failure = MissingCloudResources, .role = MissingWord, .without = {NotAResource}},
    {.failure = CAPIProviderFailed, .role = Invalid},
    {.failure = Transient, .role = Unbound},
    {.failure = Transient, .role = Network},
    {.failure = CAPIProviderFailed, .role = Failed},
    // Something failed: a machine, or what clients say when nothing runs yet that could fail.
    {.failure = CAPIProviderFailed, .role = FailedWord, .with = {CloudWord}},
    {.failure = CAPIProviderFailed, .role = FailedWord, .without = {ClusterWord}},
};

bool rule_holds(const Rule& rule, const std::function<bool(Role)>& is_seen) {
  return is_seen(rule.role) && std::ranges::all_of(rule.with, is_seen) &&
         std::ranges::none_of(rule.without, is_seen);
}

}  // namespace

const Rule* decide(const std::function<bool(Role)>& is_seen) {
  const auto found =
      std::ranges::find_if(rules, [&](const Rule& rule) { return rule_holds(rule, is_seen); });
  return found == std::end(rules) ? nullptr : &*found;
}

const Rule* decide(const Roles& seen) {
  return decide([&](Role role) { return has(seen, role); });
}

std::span<const Rule> classification_rules() { return rules; }

}  // namespace telltale
