// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/texts.h"

#include "base/text.h"
#include "classify/recovery.h"
#include "classify/scrub.h"

namespace telltale::hypershift_nodepool {
namespace {

constexpr std::string_view what(Class one) {
  switch (one) {
    case Class::Missing:
      return "Cloud resources are missing or not yet visible";
    case Class::Quota:
      return "Cloud quota is exceeded";
    case Class::Capacity:
      return "The cloud has not enough capacity";
    default:
      break;
  }
  return "The infrastructure provider keeps failing";
}

std::string_view on_machines(Share share) {
  switch (share) {
    case Share::One:
      return " on 1 machine";
    case Share::Some:
      return " on some machines";
    case Share::All:
      return " on all machines";
    case Share::None:
      break;
  }
  return "";
}

std::string trouble_text(const Trouble& trouble) {
  const std::string text = scrub_short(trouble.text);
  return text.empty() ? std::string(trouble.reason) : text;
}

// "what on where: error. Recovery: steps."
std::string sentence(std::string_view subject, std::string_view error, std::string_view recovery) {
  std::string out(subject);
  if (!error.empty()) out += format(": {}", error);
  return out + format(". Recovery: {}.", recovery);
}

std::string machine_failure(Class one, const Facts& facts, const Finding& finding) {
  const Trouble& first = finding.first;
  Platform platform = facts.platform;
  std::string subject(what(one));
  if (finding.share != Share::None) {
    subject += on_machines(finding.share);
  } else if (first.on != nullptr) {
    subject += format(" on {} {}", first.on->key.kind, first.on->key.name);
  }
  if (platform == Platform::Any && first.on != nullptr) {
    platform = platform_of_kind(first.on->body["spec"]["infrastructureRef"]["kind"].as_string(""));
  }
  return sentence(subject, trouble_text(first), recovery_for(failure_of(one), platform));
}

std::string deployment_failure(const Facts& facts) {
  const Object* workload = facts.workload.object;
  const std::string subject = workload == nullptr ? std::string("The pool is not available")
                                                  : format("{} {} is not available",
                                                           workload->key.kind, workload->key.name);
  return sentence(subject, "",
                  "Look at AllMachinesReady, AllNodesHealthy and ReachedIgnitionEndpoint of the "
                  "NodePool, and check that its nodes reach the ignition endpoint");
}

std::string blocked_failure(const Evidence& evidence) {
  if (evidence.blocker == nullptr) return {};
  const Condition& by = *evidence.blocker;
  return sentence(format("blocked by condition {} ({})", by.type, by.reason),
                  scrub_short(by.message),
                  "Correct what the condition names in the NodePool's spec");
}

std::string controller_failure(const Evidence& evidence) {
  if (evidence.inplace != nullptr) {
    return sentence(format("The upgrade in place failed ({})", evidence.inplace->type),
                    scrub_short(evidence.inplace->message),
                    "Fix what keeps the node from the new config, or replace the machine");
  }
  return sentence("Reconciliation of the NodePool keeps failing",
                  scrub_short(evidence.reconcile_error),
                  "Read the log of the HyperShift operator and correct what it names");
}

std::string_view where(const Trouble& trouble, std::string& kept) {
  if (trouble.on != nullptr) kept = to_text(trouble.on->key);
  return kept;
}

}  // namespace

std::string message_of(Class one, const Facts& facts, const Evidence& evidence) {
  switch (one) {
    case Class::Blocked:
      return blocked_failure(evidence);
    case Class::Deployment:
      return deployment_failure(facts);
    case Class::Controller:
      return controller_failure(evidence);
    default:
      break;
  }
  return machine_failure(one, facts, evidence.findings[one]);
}

std::string evidence_of(Class one, const Facts& facts, const Evidence& evidence) {
  const Finding& finding = evidence.findings[one];
  if (!finding.sighting.seen) return {};
  std::string since;
  if (is_set(finding.sighting.since)) {
    since = format(" since {}", format_rfc3339(finding.sighting.since));
  }
  if (one == Class::Blocked) {
    return format("{} = False ({}){}", evidence.blocker->type, evidence.blocker->reason, since);
  }
  if (one == Class::Controller) {
    return evidence.inplace != nullptr
               ? format("{} = False (InplaceUpgradeFailed)", evidence.inplace->type)
               : format("Events ReconcileError{}", since);
  }
  if (one == Class::Deployment) return format("{}{}", to_text(facts.workload.object->key), since);
  std::string kept;
  const Trouble& first = finding.first;
  return format("{}{}: {}", where(first, kept), since, trouble_text(first));
}

}  // namespace telltale::hypershift_nodepool
