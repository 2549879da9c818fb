// SPDX-License-Identifier: Apache-2.0
#include "catalog/karpenter_nodepool/contributors.h"

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "classify/scrub.h"
#include "condition/caps.h"
#include "convert/shapes.h"

namespace telltale::karpenter_nodepool {
namespace {

constexpr std::string_view truncated = "Truncated";

// What Karpenter itself says about any launch; it tells nobody anything.
constexpr std::string_view empty_reasons[] = {"", "LaunchFailed", "AwaitingReconciliation"};

bool is_shown(const Evidence& evidence, std::string_view reason) {
  if (evidence.shown == nullptr) return false;
  const auto reasons = split(evidence.shown->reason, ',');
  return std::ranges::find(reasons, reason) != reasons.end();
}

const Failure* newest_failure(const Evidence& evidence, std::string_view reason) {
  const Failure* newest = nullptr;
  for (const Failure& failure : evidence.failures) {
    const bool counts = failure.reason == reason && evidence.tally.has(failure.uid);
    if (counts && (newest == nullptr || failure.at >= newest->at)) newest = &failure;
  }
  return newest;
}

// The provider's own text, with its own word for it in front where it has one.
std::string launch_message(const Evidence& evidence, const Failure* failure) {
  if (failure == nullptr) {
    return format("{} failed to launch or to register",
                  counted(evidence.tally.counted.size(), "NodeClaim"));
  }
  const Condition* launched = find_condition(shapes::conditions(*failure->claim), "Launched");
  const std::string text = launched != nullptr ? scrub_short(launched->message) : std::string();
  if (text.empty() || launched->reason == "AwaitingReconciliation") {
    return format("instance did not launch within {}", format_age(evidence.rules.launch_timeout));
  }
  const bool says_nothing =
      std::ranges::find(empty_reasons, launched->reason) != std::end(empty_reasons);
  if (says_nothing || text.starts_with(launched->reason)) return text;
  return format("{}: {}", launched->reason, text);
}

std::string registration_message(const Evidence& evidence, const Failure*) {
  return format("node did not register within {}", format_age(evidence.rules.registration_ttl));
}

// Failures that nobody can name any more are what status.failedLaunches calls them.
bool has_evidence(const Evidence& evidence, std::string_view reason) {
  const Tally& tally = evidence.tally;
  if (tally.number() < evidence.rules.failures) return false;
  if (tally.has_reason(reason)) return true;
  const bool unexplained = evidence.shown == nullptr && !tally.has_reason(registration_failure);
  return reason == launch_failure && unexplained;
}

// A contributor that is shown stays for its term; another begins with the failures it is about,
// unless its term is over and the condition was not reset since.
void place_in_time(const Evidence& evidence, Contribution& contribution) {
  const bool degraded = evidence.shown != nullptr;
  const MemoryClock* clock = degraded ? evidence.memory.clock(contribution.reason) : nullptr;
  if (is_shown(evidence, contribution.reason)) {
    for (const Term& term :
         terms_of(*evidence.shown, evidence.memory, evidence.rules, evidence.now)) {
      if (term.reason != contribution.reason) continue;
      contribution.changed_at = term.began;
      contribution.active = evidence.now < term.ends;
    }
    return;
  }
  if (clock != nullptr && !clock->running()) {
    contribution.changed_at = clock->since;
    return;
  }
  contribution.changed_at = clock != nullptr ? clock->since : evidence.now;
  contribution.active = has_evidence(evidence, contribution.reason);
}

using Say = std::string (*)(const Evidence&, const Failure* newest);

Contribution contribute(const Evidence& evidence, std::string_view reason, Say say) {
  Contribution contribution{.reason = reason};
  place_in_time(evidence, contribution);
  const Failure* newest = newest_failure(evidence, reason);
  if (newest != nullptr) contribution.newest = newest->at;
  const bool told_before = newest == nullptr && is_shown(evidence, reason);
  if (!told_before) contribution.message = say(evidence, newest);
  return contribution;
}

constexpr Contributor registry[] = {
    {"launch",
     [](const Evidence& evidence) { return contribute(evidence, launch_failure, launch_message); }},
    {"registration",
     [](const Evidence& evidence) {
       return contribute(evidence, registration_failure, registration_message);
     }},
};

bool is_registered(std::span<const Contribution> contributions, std::string_view reason) {
  return std::ranges::find(contributions, reason, &Contribution::reason) != contributions.end();
}

const Contribution* newest_of(std::span<const Contribution> contributions) {
  const Contribution* newest = nullptr;
  const auto time = [](const Contribution& one) { return std::tuple(one.changed_at, one.newest); };
  for (const Contribution& one : contributions) {
    if (one.active && (newest == nullptr || time(one) > time(*newest))) newest = &one;
  }
  return newest;
}

}  // namespace

std::span<const Contributor> contributors() { return registry; }

std::vector<Contribution> evaluate_all(const Evidence& evidence) {
  std::vector<Contribution> contributions;
  for (const Contributor& contributor : contributors()) {
    contributions.push_back(contributor.evaluate(evidence));
  }
  return contributions;
}

std::vector<Term> terms_of(const Condition& shown, const Memory& memory, const DegradedRules& rules,
                           Instant now) {
  const Instant since = is_set(shown.last_transition) ? shown.last_transition : now;
  std::vector<Term> terms;
  for (const std::string_view reason : split(shown.reason, ',')) {
    if (reason == truncated) continue;
    Term term{.reason = reason, .began = since, .ends = since + rules.registration_ttl};
    if (const MemoryClock* clock = memory.clock(reason)) {
      term.began = clock->since;
      term.ends = clock->running() ? clock->since + rules.registration_ttl : clock->stopped;
    }
    terms.push_back(term);
  }
  return terms;
}

std::string join_reasons(std::vector<std::string_view> reasons) {
  std::erase(reasons, std::string_view());
  std::ranges::sort(reasons);
  const auto again = std::ranges::unique(reasons);
  reasons.erase(again.begin(), again.end());
  std::string joined = join(reasons, ",");
  if (joined.size() <= condition_reason_bytes_max) return joined;
  reasons.push_back(truncated);
  do {
    reasons.erase(reasons.end() - 2);
    joined = join(reasons, ",");
  } while (joined.size() > condition_reason_bytes_max && reasons.size() > 1);
  return joined;
}

Joined join_contributions(const Evidence& evidence, std::span<const Contribution> contributions) {
  Joined joined;
  std::vector<std::string_view> reasons;
  for (const Contribution& one : contributions) {
    if (!one.active) continue;
    reasons.push_back(one.reason);
    joined.grows |= !is_shown(evidence, one.reason);
  }
  if (evidence.shown != nullptr) {
    for (const Term& term :
         terms_of(*evidence.shown, evidence.memory, evidence.rules, evidence.now)) {
      const bool known = is_registered(contributions, term.reason);
      if (!known && evidence.now < term.ends) reasons.push_back(term.reason);
    }
    joined.message = evidence.shown->message;
  }
  joined.reason = join_reasons(std::move(reasons));
  const Contribution* newest = newest_of(contributions);
  if (newest != nullptr && !newest->message.empty()) joined.message = newest->message;
  return joined;
}

std::vector<MemoryClock> clocks_of(const Evidence& evidence,
                                   std::span<const Contribution> contributions) {
  std::vector<MemoryClock> clocks;
  for (const Contribution& one : contributions) {
    const MemoryClock* before = evidence.memory.clock(one.reason);
    const bool ended_before = evidence.shown != nullptr && before != nullptr && !before->running();
    if (one.active) {
      clocks.push_back({.name = one.reason, .since = one.changed_at});
    } else if (ended_before) {
      clocks.push_back(*before);
    } else if (is_shown(evidence, one.reason)) {
      const Instant ended = one.changed_at + evidence.rules.registration_ttl;
      clocks.push_back({.name = one.reason, .since = one.changed_at, .stopped = ended});
    }
  }
  return clocks;
}

}  // namespace telltale::karpenter_nodepool
