// SPDX-License-Identifier: Apache-2.0
#include "classify/rules.h"

#include <algorithm>

namespace telltale {
namespace {

using enum FailureClass;
using enum Role;

// Evidence by rank: documented codes first, then what is said about the machine and its resources,
// then words of whatever, and the bare HTTP status last. Who wraps an error says less than the
// error: that somebody tries again, gave up or could not do something comes after all causes.
constexpr Rule rules[] = {
    {.failure = None,
     .role = Harmless,
     .without = {QuotaCode, CapacityCode, MissingCode, Denied, Unschedulable, GaveUp, Passing, Wire,
                 Fault}},

    // Codes. A rate limit overrides the words "quota" and "limit" in the same text.
    {.failure = Transient, .role = RateLimit},
    {.failure = Transient, .role = QuotaPhrase, .with = {RatePeriod}},
    {.failure = Transient, .role = QuotaCode, .with = {RatePeriod}},
    {.failure = CloudQuotaExceeded, .role = QuotaCode, .without = {MissingCode, RateStatus}},
    {.failure = InsufficientCloudCapacity, .role = CapacityCode, .without = {MissingCode}},
    // Some give the status of a rate limit to everything that there is too little of.
    {.failure = Transient, .role = RateStatus, .without = {CapacityPhrase, MissingCode, Denied}},
    {.failure = Transient, .role = Passing, .without = {Fault}},
    {.failure = Transient,
     .role = Itself,
     .without = {QuotaPhrase, CapacityPhrase, Denied, Source}},
    // Who cannot be reached has not refused anything, though clients say that they could not log
    // in.
    {.failure = Transient,
     .role = Wire,
     .without = {QuotaPhrase, CapacityPhrase, MissingCode, Fault}},
    // Whoever may not look does not know whether the thing exists, and often says both.
    {.failure = CAPIProviderFailed, .role = Denied, .without = {QuotaPhrase}},
    {.failure = MissingCloudResources, .role = MissingCode},

    // Sentences. What informs, and what is waited for, is not missing, not wrong and has not
    // failed.
    {.failure = None,
     .role = Informing,
     .without = {QuotaPhrase, LimitPhrase, CapacityPhrase, FailedWord, Fault, Failed, Network}},
    {.failure = None,
     .role = Progress,
     .without = {QuotaPhrase, CapacityPhrase, Unschedulable, Fault, GaveUp, Network, Status,
                 Failed}},
    {.failure = None, .role = NotReady, .with = {Retrying}},
    {.failure = MissingCloudResources, .role = MissingPhrase, .without = {NotAResource, Fault}},
    {.failure = CloudQuotaExceeded, .role = QuotaPhrase},
    {.failure = InsufficientCloudCapacity, .role = CapacityPhrase, .without = {NotALack}},
    {.failure = InsufficientCloudCapacity, .role = Unschedulable, .without = {Unbound}},
    {.failure = CloudQuotaExceeded, .role = LimitPhrase, .without = {NotAQuota}},

    // Words that mean something together.
    {.failure = CloudQuotaExceeded, .role = QuotaWord, .with = {OverWord}, .without = {NotAQuota}},
    {.failure = InsufficientCloudCapacity,
     .role = CapacityWord,
     .with = {LackWord},
     .without = {QuotaWord, NotALack, Fault}},
    // What could not be done to a thing that is on its way somewhere can be done when it is there.
    {.failure = Transient, .role = Moving, .with = {FailedWord}, .without = {Fault, Failed}},
    {.failure = Transient, .role = Moving, .with = {Invalid}, .without = {Fault, Failed}},
    {.failure = CAPIProviderFailed, .role = Refused},
    {.failure = CAPIProviderFailed, .role = Fault},
    {.failure = MissingCloudResources, .role = MissingWord, .without = {NotAResource}},
    {.failure = CAPIProviderFailed, .role = Invalid},
    {.failure = Transient, .role = Unbound},

    // What wraps an error. Whoever tries again has not given up.
    {.failure = Transient, .role = Retrying, .with = {FailedWord}},
    {.failure = CAPIProviderFailed, .role = GaveUp},
    {.failure = CAPIProviderFailed, .role = SlowState, .with = {ClusterWord}},
    {.failure = Transient, .role = Network},
    {.failure = CAPIProviderFailed, .role = Failed, .without = {Status}},

    // The status, and what is left: something failed, or is not as it has to be.
    {.failure = Transient, .role = Status},
    {.failure = CAPIProviderFailed, .role = FailedWord},
    {.failure = CAPIProviderFailed, .role = WrongWord, .without = {NotReady}},
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
