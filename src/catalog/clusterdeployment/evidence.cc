// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/evidence.h"

#include "base/text.h"

namespace telltale::clusterdeployment {
namespace {

std::string_view name_of(Stage stage) {
  switch (stage) {
    case Stage::None:
      return "none";
    case Stage::NotSeen:
      return "not collected";
    case Stage::Initializing:
      return "initializing";
    case Stage::Provisioning:
      return "provisioning";
    case Stage::Complete:
      return "complete";
    case Stage::Failed:
      return "failed";
  }
  return "none";
}

std::string_view short_status(const Condition* condition) {
  return condition != nullptr ? to_text(condition->status) : "not reported";
}

std::string_view short_status(const std::optional<Condition>& condition) {
  return short_status(condition ? &*condition : nullptr);
}

std::string told_as(std::string_view type, const Condition* condition) {
  if (condition == nullptr) return format("no {}", type);
  return format("{} = {}/{} since {}", type, to_text(condition->status), condition->reason,
                is_set(condition->last_transition) ? format_rfc3339(condition->last_transition)
                                                   : std::string("an unknown time"));
}

}  // namespace

std::string requirements_evidence(const Seen& seen) {
  return told_as("RequirementsMet", seen.stored.requirements);
}
std::string failed_evidence(const Seen& seen) {
  return told_as("ProvisionFailed", seen.stored.failed);
}
std::string stopped_evidence(const Seen& seen) {
  return told_as("ProvisionStopped", seen.stored.stopped);
}
std::string provisioned_evidence(const Seen& seen) {
  return told_as("Provisioned", seen.stored.provisioned);
}
std::string error_evidence(const Seen& seen) {
  return told_as("DeprovisionError", seen.stored.deprovision);
}

std::string finding_evidence(const Finding& finding) {
  if (finding.check == Check::Unseen) return "nothing seen says so";
  return format("{} says that it {}", finding.source,
                finding.check == Check::Passes ? "passes" : "fails");
}

std::string spec_evidence(const Seen& seen) {
  return format("spec.installed = {}, spec.preserveOnDelete = {}", seen.installed, seen.preserves);
}

std::string dns_evidence(const Seen& seen) {
  std::string text = finding_evidence(seen.checks.dns);
  if (seen.dns_trouble == DnsTrouble::Waiting && is_set(seen.dns_deadline)) {
    text += format(", waited for until {}", format_rfc3339(seen.dns_deadline));
  }
  return text;
}

std::string path_evidence(const Seen& seen) {
  if (seen.install_path) return format("{} {} installs it", seen.install.kind, seen.install.name);
  if (!seen.provisioning) return "no spec.provisioning";
  return format("RequirementsMet = {}, {}", to_text(seen.requirements_met), attempt_evidence(seen));
}

std::string attempt_evidence(const Seen& seen) {
  if (seen.provision.empty()) {
    return format("no ClusterProvision, status.installRestarts = {}", seen.restarts);
  }
  return format("ClusterProvision {}, stage {}, status.installRestarts = {}", seen.provision,
                name_of(seen.stage), seen.restarts);
}

std::string limit_evidence(const Seen& seen) {
  const std::string limit =
      seen.attempts_limit ? std::to_string(*seen.attempts_limit) : std::string("not set");
  return format("status.installRestarts = {}, spec.installAttemptsLimit = {}, once = {}",
                seen.restarts, limit, seen.installs_once);
}

std::string launch_evidence(const Seen& seen) {
  if (seen.launch == Launch::Stuck) return std::string(seen.launch_text);
  return attempt_evidence(seen);
}

std::string failure_evidence(const Seen& seen) {
  if (seen.failure) return format("reason {}", seen.failure->reason);
  return attempt_evidence(seen);
}

std::string install_evidence(const Seen& seen) {
  if (!seen.install_path) return "no spec.clusterInstallRef";
  const Install& install = seen.install;
  if (!install.present) return format("{} {} is not seen", install.kind, install.name);
  return format("{} {}: RequirementsMet {}, Completed {}, Failed {}, Stopped {}", install.kind,
                install.name, short_status(install.requirements), short_status(install.completed),
                short_status(install.failed), short_status(install.stopped));
}

std::string deprovision_evidence(const Seen& seen) {
  if (is_set(seen.deprovision_due)) {
    return format("{}, wanted by {}", seen.deprovision_hindrance,
                  format_rfc3339(seen.deprovision_due));
  }
  return format("ClusterDeprovision {}, AuthenticationFailure {}, DeprovisionFailed {}",
                seen.deprovision == Deprovision::None        ? "not seen"
                : seen.deprovision == Deprovision::Completed ? "completed"
                                                             : "not completed",
                short_status(seen.deprovision_denied), short_status(seen.deprovision_failed));
}

}  // namespace telltale::clusterdeployment
