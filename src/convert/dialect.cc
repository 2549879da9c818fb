// SPDX-License-Identifier: Apache-2.0
#include "convert/dialect.h"

#include <cstdint>

namespace telltale {
namespace {

struct TypeNames {
  std::string_view kind;
  std::string_view proposal;  // empty: upstream only, known inside by its upstream name
  std::string_view upstream;  // empty: the proposal only
};

constexpr TypeNames type_names[] = {
    {"Machine", "Deleted", "Deleting"},
    {"Machine", "", "Updating"},
    {"Machine", "", "NodeKubeadmLabelsAndTaintsSet"},
    {"MachineSet", "Deleted", "Deleting"},
    {"MachineSet", "UpToDate", "MachinesUpToDate"},
    {"MachineSet", "ReplicaFailure", ""},
    {"MachineDeployment", "Deleted", "Deleting"},
    {"MachineDeployment", "UpToDate", "MachinesUpToDate"},
    {"MachineDeployment", "ReplicaFailure", ""},
    {"MachineDeployment", "", "RollingOut"},
    {"MachinePool", "Deleted", "Deleting"},
    {"MachinePool", "UpToDate", "MachinesUpToDate"},
    {"MachinePool", "", "RollingOut"},
    {"KubeadmControlPlane", "Deleted", "Deleting"},
    {"KubeadmControlPlane", "UpToDate", "MachinesUpToDate"},
    {"KubeadmControlPlane", "ReplicaFailure", ""},
    {"KubeadmControlPlane", "", "RollingOut"},
    {"Cluster", "Deleted", "Deleting"},
    {"Cluster", "UpToDate", ""},
    {"Cluster", "", "InfrastructureReady"},
    {"Cluster", "", "RollingOut"},
    {"Cluster", "", "ControlPlaneMachinesReady"},
    {"Cluster", "", "WorkerMachinesReady"},
    {"Cluster", "", "ControlPlaneMachinesUpToDate"},
    {"Cluster", "", "WorkerMachinesUpToDate"},
};

struct ReasonNames {
  std::string_view kind;
  std::string_view type;
  std::string_view proposal;
  std::string_view upstream;
};

constexpr ReasonNames reason_names[] = {
    {"Machine", "NodeHealthy", "Healthy", "NodeHealthy"},
    {"Machine", "NodeHealthy", "Unhealthy", "NodeNotHealthy"},
    {"Machine", "NodeHealthy", "Unknown", "NodeHealthyUnknown"},
    {"Machine", "NodeHealthy", "Deleted", "NodeDeleted"},
    {"Machine", "NodeHealthy", "DoesNotExist", "NodeDoesNotExist"},
    {"Machine", "NodeReady", "Deleted", "NodeDeleted"},
    {"Machine", "NodeReady", "DoesNotExist", "NodeDoesNotExist"},
};

constexpr std::uint64_t bit_of(std::string_view type) {
  if (type.empty()) return 0;
  return std::uint64_t{1} << ((type.size() + static_cast<unsigned char>(type.front())) % 64);
}

// Most types are called the same by everybody. One look at this tells so for nearly all of them,
// and every condition of every object is looked up several times.
constexpr std::uint64_t bits_of_renamed = [] {
  std::uint64_t bits = 0;
  for (const TypeNames& names : type_names) bits |= bit_of(names.proposal) | bit_of(names.upstream);
  return bits;
}();

// The entry for a type as the tables know it: by its proposal name, or its only name.
const TypeNames* names_of(std::string_view kind, std::string_view type) {
  if ((bits_of_renamed & bit_of(type)) == 0) return nullptr;
  for (const TypeNames& names : type_names) {
    const std::string_view known = names.proposal.empty() ? names.upstream : names.proposal;
    if (known == type && names.kind == kind) return &names;
  }
  return nullptr;
}

std::string_view spelled(DialectName dialect, std::string_view kind, std::string_view type) {
  const TypeNames* names = names_of(kind, type);
  if (names == nullptr) return type;
  const std::string_view name =
      dialect == DialectName::Proposal ? names->proposal : names->upstream;
  return name.empty() ? type : name;
}

}  // namespace

std::string_view Dialect::type(std::string_view kind, std::string_view proposal_type) const {
  return spelled(name, kind, proposal_type);
}

std::string_view Dialect::other_type(std::string_view kind, std::string_view proposal_type) const {
  const bool proposal = name == DialectName::Proposal;
  return spelled(proposal ? DialectName::Upstream : DialectName::Proposal, kind, proposal_type);
}

std::string_view Dialect::reason(std::string_view kind, std::string_view proposal_type,
                                 std::string_view proposal_reason) const {
  if (name == DialectName::Proposal) return proposal_reason;
  for (const ReasonNames& names : reason_names) {
    if (names.proposal == proposal_reason && names.type == proposal_type && names.kind == kind) {
      return names.upstream;
    }
  }
  return proposal_reason;
}

bool Dialect::writes(std::string_view kind, std::string_view proposal_type) const {
  const TypeNames* names = names_of(kind, proposal_type);
  if (names == nullptr) return true;
  return name == DialectName::Proposal ? !names->proposal.empty() : !names->upstream.empty();
}

std::string_view Dialect::canonical_type(std::string_view kind, std::string_view type) {
  if ((bits_of_renamed & bit_of(type)) == 0) return type;
  for (const TypeNames& names : type_names) {
    if (names.upstream == type && names.kind == kind && !names.proposal.empty()) {
      return names.proposal;
    }
  }
  return type;
}

std::string_view Dialect::canonical_reason(std::string_view kind, std::string_view proposal_type,
                                           std::string_view reason) {
  for (const ReasonNames& names : reason_names) {
    if (names.upstream == reason && names.type == proposal_type && names.kind == kind) {
      return names.proposal;
    }
  }
  return reason;
}

Dialect proposal_dialect() { return {}; }

Dialect upstream_dialect() {
  return {.name = DialectName::Upstream,
          .scaling_up = ScalingUpBasis::Current,
          .remediating = RemediatingRule::OnlyToBeRemediated,
          .up_to_date = UpToDateRule::RolledOutOnly,
          .annotation_pauses = PauseReach::ClusterOnly};
}

std::optional<DialectName> parse_dialect(std::string_view text) {
  if (text == "proposal") return DialectName::Proposal;
  if (text == "upstream") return DialectName::Upstream;
  return std::nullopt;
}

std::string_view to_text(DialectName name) {
  return name == DialectName::Proposal ? "proposal" : "upstream";
}

const Condition* find_in_either(Conditions stored, std::string_view kind,
                                std::string_view proposal_type, const Dialect& dialect) {
  const Condition* own = find_condition(stored, dialect.type(kind, proposal_type));
  if (own != nullptr) return own;
  return find_condition(stored, dialect.other_type(kind, proposal_type));
}

}  // namespace telltale
