// SPDX-License-Identifier: Apache-2.0
#pragma once

// Two dialects speak about the same facts: the seed documents' names (`proposal`) and those
// upstream finally shipped (`upstream`). Tables speak the proposal's words; a Dialect says which
// names are written (catalog/names.h translates at the edge, by the kinds' records), and carries
// the few policies that upstream changed. Rows never ask which dialect it is.

#include <cstdint>
#include <optional>
#include <string_view>

namespace telltale {

enum class DialectName : std::uint8_t { Proposal, Upstream };

// What makes a MachineSet "scaling up": too few available Machines, or too few Machines.
enum class ScalingUpBasis : std::uint8_t { Available, Current };
// Whether an unhealthy Machine that nobody will remediate makes its set Remediating.
enum class RemediatingRule : std::uint8_t { AnyUnhealthy, OnlyToBeRemediated };

// Whose Machines are compared with what they should be: those of every set, or only those that
// somebody above the set rolls out.
enum class UpToDateRule : std::uint8_t { EverySet, RolledOutOnly };

// Whether the paused annotation of a Cluster pauses only itself or what belongs to it, too.
enum class PauseReach : std::uint8_t { WholeCluster, ClusterOnly };

struct Dialect {
  DialectName name = DialectName::Proposal;
  ScalingUpBasis scaling_up = ScalingUpBasis::Available;
  RemediatingRule remediating = RemediatingRule::AnyUnhealthy;
  UpToDateRule up_to_date = UpToDateRule::EverySet;
  PauseReach annotation_pauses = PauseReach::WholeCluster;
};

Dialect proposal_dialect();
Dialect upstream_dialect();
std::optional<DialectName> parse_dialect(std::string_view text);
std::string_view to_text(DialectName name);

}  // namespace telltale
