// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/guards.h"

#include "base/text.h"

namespace telltale::hypershift_nodepool {

std::string pause_evidence(const Seen& seen) {
  if (seen.is_paused) return "spec.pausedUntil = true or ReconciliationActive = False";
  if (!is_set(seen.paused_until)) return "no date in spec.pausedUntil";
  return format("spec.pausedUntil = {}", format_rfc3339(seen.paused_until));
}

std::string data_evidence(const Seen& seen) {
  if (!seen.lacks_data) return {};
  return format("no MachineDeployment, MachineSet or Machine of namespace {} was collected",
                seen.place);
}

std::string turned_evidence(const Seen& seen) {
  if (!is_set(seen.turned)) return "Progressing was never written";
  return format("Progressing turned at {}", format_rfc3339(seen.turned));
}

std::string shown_evidence(const Seen& seen) {
  if (!seen.shown) return "Progressing shows no failure";
  const Instant gone = seen.shown_gone();
  const std::string_view reason = reason_of(*seen.shown);
  if (!is_set(gone)) return format("Progressing = False ({})", reason);
  return format("Progressing = False ({}), which was not seen any more at {}", reason,
                format_rfc3339(gone));
}

std::string signal_evidence(const Seen& seen) {
  if (seen.has_new_node) return "a Machine that was created since then has its Node";
  if (seen.has_grown) return "status.replicas is more than it was then";
  if (seen.fits_again) return "no more replicas are desired than are available";
  return shown_evidence(seen);
}

std::string operation_evidence(const Seen& seen) {
  switch (seen.operation) {
    case Operation::Upgrading:
      if (seen.target.empty()) return "UpdatingVersion = True";
      return format("spec.release.image is version {}, and status.version another", seen.target);
    case Operation::Provisioning:
      return "status.version is empty, or the MachineDeployment or MachineSet is absent";
    case Operation::Scaling:
      return format("{} replicas are desired", seen.desired);
    case Operation::Changing:
      return "a rollout, a Machine that is deleting, or one that is not well";
    case Operation::Steady:
      break;
  }
  return "desired replicas are available, no rollout, no repair";
}

std::string recovery_evidence(const Seen& seen) {
  if (!seen.recovers) return {};
  return format("recovering since {}", format_rfc3339(seen.recovers_since));
}

std::string seen_evidence(const Seen& seen, Class one) {
  const Failing& failing = seen.failing[one];
  if (failing.seen) return std::string(failing.evidence);
  if (!is_set(failing.gone)) return {};
  return format("{} {}",
                failing.lingers(seen.now) ? "last seen shortly before" : "not seen any more at",
                format_rfc3339(failing.gone));
}

std::string since_evidence(const Seen& seen, Class one) {
  const Failing& failing = seen.failing[one];
  if (!is_set(failing.since)) return {};
  return format("since {}, threshold {}", format_rfc3339(failing.since),
                format_duration(failing.threshold));
}

}  // namespace telltale::hypershift_nodepool
