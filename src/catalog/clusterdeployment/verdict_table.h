// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows that decide the verdict on one ClusterDeployment.

#include "catalog/clusterdeployment/verdict.h"

namespace telltale::clusterdeployment {

// The first that is told at all: a paused deployment may lack the very condition people wait on.
Cause blame_first_told(const VerdictSeen& seen);
Cause blame_requirements(const VerdictSeen& seen);

namespace verdict_rows {

using enum Verdict;

inline constexpr When<VerdictSeen> otherwise{};

// One of the five, as the cause or as evidence.
template <Condition VerdictSeen::* condition>
Cause cause_in(const VerdictSeen& seen) {
  return cause_of(seen.*condition, *seen.object);
}
template <Condition VerdictSeen::* condition>
std::string evidence_in(const VerdictSeen& seen) {
  return condition_evidence(&(seen.*condition));
}

// Provisioned is the only one of them whose reasons matter.
template <Status status>
constexpr bool provisioned_says(const VerdictSeen& seen, std::string_view reason) {
  return seen.provisioned.status == status && seen.provisioned.reason == reason;
}

// clang-format off
inline constexpr Guard<VerdictSeen> deprovisioned{"deprovisioned",
    "Provisioned says that the cluster is deprovisioned",
    "Provisioned does not say that the cluster is deprovisioned",
    [](const VerdictSeen& seen) {
      return provisioned_says<Status::False>(seen, "Deprovisioned");
    },
    {.evidence = evidence_in<&VerdictSeen::provisioned>}};
inline constexpr Guard<VerdictSeen> deprovision_error{"deprovision_error",
    "DeprovisionError is True", "DeprovisionError is not True",
    [](const VerdictSeen& seen) { return seen.deprovision.status == Status::True; },
    {.evidence = evidence_in<&VerdictSeen::deprovision>}};
inline constexpr Guard<VerdictSeen> deprovision_failed{"deprovision_failed_before",
    "Provisioned says that deprovisioning failed",
    "Provisioned does not say that deprovisioning failed",
    [](const VerdictSeen& seen) {
      return provisioned_says<Status::False>(seen, "DeprovisionFailed");
    },
    {.evidence = evidence_in<&VerdictSeen::provisioned>}};
inline constexpr Guard<VerdictSeen> deprovisioning{"deprovisioning_told",
    "Provisioned says that the cluster is being deprovisioned",
    "Provisioned does not say that the cluster is being deprovisioned",
    [](const VerdictSeen& seen) {
      return provisioned_says<Status::False>(seen, "Deprovisioning");
    },
    {.evidence = evidence_in<&VerdictSeen::provisioned>}};
inline constexpr Guard<VerdictSeen> provisioned{"provisioned_told",
    "Provisioned is True", "Provisioned is not True",
    [](const VerdictSeen& seen) { return seen.provisioned.status == Status::True; },
    {.evidence = evidence_in<&VerdictSeen::provisioned>}};
inline constexpr Guard<VerdictSeen> errs{"errs",
    "Provisioned is Unknown after an error", "Provisioned is not Unknown after an error",
    [](const VerdictSeen& seen) { return provisioned_says<Status::Unknown>(seen, "Error"); },
    {.evidence = evidence_in<&VerdictSeen::provisioned>}};
inline constexpr Guard<VerdictSeen> stopped{"stopped_told",
    "ProvisionStopped is True", "ProvisionStopped is not True",
    [](const VerdictSeen& seen) { return seen.stopped.status == Status::True; },
    {.evidence = evidence_in<&VerdictSeen::stopped>}};
inline constexpr Guard<VerdictSeen> stopped_before{"stop_remembered",
    "Provisioned says that provisioning stopped",
    "Provisioned does not say that provisioning stopped",
    [](const VerdictSeen& seen) {
      return provisioned_says<Status::False>(seen, "ProvisionStopped");
    },
    {.evidence = evidence_in<&VerdictSeen::provisioned>}};
inline constexpr Guard<VerdictSeen> unmet{"unmet",
    "RequirementsMet is False", "RequirementsMet is not False",
    [](const VerdictSeen& seen) { return seen.requirements.status == Status::False; },
    {.evidence = evidence_in<&VerdictSeen::requirements>}};
inline constexpr Guard<VerdictSeen> by_dns{"by_dns",
    "for a DNS zone that is not ready", "for something else than a DNS zone",
    [](const VerdictSeen& seen) { return seen.unmet == Unmet::Dns; }};
inline constexpr Guard<VerdictSeen> by_check{"by_check",
    "for a check of Hive that fails", "not for a check of Hive that fails",
    [](const VerdictSeen& seen) { return seen.unmet == Unmet::OtherCheck; }};
inline constexpr Guard<VerdictSeen> failed{"failed_told",
    "ProvisionFailed is True", "ProvisionFailed is not True",
    [](const VerdictSeen& seen) { return seen.failed.status == Status::True; },
    {.evidence = evidence_in<&VerdictSeen::failed>}};
inline constexpr Guard<VerdictSeen> all_unknown{"all_unknown",
    "all five conditions are Unknown", "not all five conditions are Unknown",
    [](const VerdictSeen& seen) {
      return seen.requirements.status == Status::Unknown && seen.failed.status == Status::Unknown &&
             seen.stopped.status == Status::Unknown && seen.provisioned.status == Status::Unknown &&
             seen.deprovision.status == Status::Unknown;
    }};
// clang-format on

inline constexpr Guard<VerdictSeen> dns_patience_over =
    patience_over<VerdictSeen, &VerdictSeen::dns_term>(
        "dns_patience_over", "that lasts longer than Hive waits for a zone",
        "that does not last longer than Hive waits for a zone");
inline constexpr Guard<VerdictSeen> check_patience_over =
    patience_over<VerdictSeen, &VerdictSeen::check_term>(
        "check_patience_over", "that lasts longer than missingTemplate",
        "that does not last longer than missingTemplate");
inline constexpr Guard<VerdictSeen> install_patience_over =
    patience_over<VerdictSeen, &VerdictSeen::install_term>(
        "install_patience_over", "that lasts longer than ownerNotReady",
        "that does not last longer than ownerNotReady");

inline constexpr Blame<VerdictSeen> by_provisioned{"Provisioned",
                                                   cause_in<&VerdictSeen::provisioned>};
inline constexpr Blame<VerdictSeen> by_deprovision{"DeprovisionError",
                                                   cause_in<&VerdictSeen::deprovision>};
inline constexpr Blame<VerdictSeen> by_stop{"ProvisionStopped", cause_in<&VerdictSeen::stopped>};
inline constexpr Blame<VerdictSeen> by_requirements{"RequirementsMet, since that began",
                                                    blame_requirements};
inline constexpr Blame<VerdictSeen> by_failure{"ProvisionFailed", cause_in<&VerdictSeen::failed>};
inline constexpr Blame<VerdictSeen> by_first_told{
    "the first of Provisioned, RequirementsMet and ProvisionStopped that is reported",
    blame_first_told};

// clang-format off
// Deprovisioning comes first: whatever went wrong before, the cluster goes away.
using Row = VerdictRow<VerdictSeen>;

inline constexpr VerdictTable verdict_table{"ClusterDeployment", std::to_array<Row>({
  {deprovisioned,                             Working, by_provisioned},
  {deprovision_error,                         Stuck,   by_deprovision},
  {deprovision_failed,                        Stuck,   by_provisioned},
  {deprovisioning,                            Working, by_provisioned},
  {provisioned,                               Healthy, nothing<VerdictSeen>},
  {errs,                                      Stuck,   by_provisioned},
  {stopped,                                   Stuck,   by_stop},
  {stopped_before,                            Stuck,   by_provisioned},
  {unmet && by_dns && dns_patience_over,      Stuck,   by_requirements},
  {unmet && by_dns,                           Working, by_requirements},
  {unmet && by_check && check_patience_over,  Stuck,   by_requirements},
  {unmet && by_check,                         Working, by_requirements},
  {unmet && install_patience_over,            Stuck,   by_requirements},
  {unmet,                                     Working, by_requirements},
  {failed,                                    Working, by_failure},
  {all_unknown,                               Unknown, by_first_told},
  {otherwise,                                 Working, by_first_told},
})};
// clang-format on

}  // namespace verdict_rows

}  // namespace telltale::clusterdeployment
